"""Loops whose iterations do not see each other, run on index sets all at once.

That is what a map over observations is: each iteration reads its part, computes, and inserts its results
into tensors that the loop carries, or adds to sums that nothing else reads. Its values then are
arrays with one more axis in front, a lane for each iteration: of one axis for a scalar, of one more
than its rank for a tensor. What is the same in all iterations stays as it is.

Whether a loop is one is seen before it is compiled (`is_parallel`). Where positions turn out to be unknown,
or two insertions meet in an element, `InLanes` says so, and the loop is run one iteration after the other.
"""

from __future__ import annotations

import numpy as np

from ..analysis.program import Program
from ..build import has_derivative, is_tensor
from ..mlir import ir
from .lane_steps import STEPS, builder
from .propagation import Environment, Propagation, sources_of
from .scalar_steps import STEPS as SCALAR_STEPS
from .scalar_steps import is_integer
from .tensors import InLanes

FEW = 8  # iterations that are not worth it


# -- which loops ------------------------------------------------------------------------------------


def is_parallel(program: Program, op: ir.Operation) -> bool:
    """Whether all that iterations hand on are tensors that they insert into, and sums."""
    block = program.body(op)
    terminator = program.terminator(block)
    carried = list(block.arguments)[1:]
    for number, argument in enumerate(carried):
        if is_tensor(argument.type):
            if not _is_inserted_into(program, argument, terminator, number):
                return False
        elif not has_derivative(argument.type) or not _is_summed(program, block, argument, number):
            return False
    return _is_simple(program, block, {argument for argument in carried})


def _uses(value: ir.Value) -> list[tuple[ir.Operation, int]]:
    return [(use.owner.operation, use.operand_number) for use in value.uses]


def _is_inserted_into(program: Program, value: ir.Value, terminator: ir.Operation, number: int) -> bool:
    """Whether insertions, one after the other, are all that happens to a tensor until it is yielded."""
    while True:
        uses = _uses(value)
        if uses == [(terminator, number)]:
            return True
        if len(uses) != 1 or uses[0][0].name not in ("tensor.insert", "tensor.insert_slice") or uses[0][1] != 1:
            return False
        user = uses[0][0]
        if program.block_of_op(user) != program.block_of_op(terminator):
            return False
        value = user.results[0]


def _sums(program: Program, block: ir.Block, argument: ir.Value) -> set[ir.Value] | None:
    """What is made of a carried scalar by elementwise operations; None if anything else is."""
    sums = {argument}
    for op in program.ops(block)[:-1]:
        if any(v in sums for v in program.inputs(op)):
            if (
                len(op.results) != 1
                or op.name == "arith.select"
                or is_tensor(op.results[0].type)
                or sources_of(op) is None
            ):
                return None
            sums.add(op.results[0])
    return sums


def _is_summed(program: Program, block: ir.Block, argument: ir.Value, number: int) -> bool:
    """Whether a carried scalar leads to nothing but its own next value."""
    sums = _sums(program, block, argument)
    yielded = program.terminator(block).operands
    return sums is not None and all(v not in sums or n == number for n, v in enumerate(yielded))


def _is_simple(program: Program, block: ir.Block, carried: set[ir.Value]) -> bool:
    """Whether there is nothing in a block that lanes do not have a step for."""
    for op in program.ops(block)[:-1]:
        if op.name == "scf.if":
            if not all(_is_simple(program, body, carried) for body in program.bodies(op)):
                return False
        elif op.regions or not op.results:
            return False
        elif op.name in STEPS:
            continue
        elif any(is_tensor(v.type) for v in (*op.operands, *op.results)):
            return False
        elif sources_of(op) is None and op.name not in SCALAR_STEPS and not is_integer(op.results[0].type):
            return False
    return True


# -- running them -------------------------------------------------------------------------------------


class ParallelLoop:
    """The body of such a loop, compiled for lanes."""

    def __init__(self, propagation: Propagation, op: ir.Operation):
        self.propagation = propagation
        block = propagation.program.body(op)
        outer, propagation.builders = propagation.builders, builder
        self.body = propagation.block(block)
        propagation.builders = outer
        self.induction, *self.carried = [propagation.places[a] for a in block.arguments]
        terminator = propagation.program.terminator(block)
        self.yields = propagation.readers(terminator.operands)
        self.is_tensor = [is_tensor(r.type) for r in op.results]
        pairs = zip(list(block.arguments)[1:], terminator.operands)
        self.is_sum = [not is_tensor(a.type) and v in _sums(propagation.program, block, a) for a, v in pairs]

    def run(self, env: Environment, iterations: range, values: list) -> list | None:
        """What the loop hands on at the end; None if it cannot be run this way."""
        propagation = self.propagation
        if len(iterations) < FEW or propagation.lanes is not None:
            return None
        propagation.lanes, propagation.written = np.arange(len(iterations)), {}
        env[self.induction] = np.arange(iterations.start, iterations.stop, iterations.step)
        for place, value in zip(self.carried, values):
            env[place] = value.copy() if isinstance(value, np.ndarray) else value
        try:
            self.body(env)
            found = [read(env) for read in self.yields]
        except InLanes:
            return None
        finally:
            propagation.lanes = None
        return [self._last(*each) for each in zip(self.is_tensor, self.is_sum, values, found)]

    def _last(self, is_tensor: bool, is_sum: bool, before, after):
        """What the last iteration hands on."""
        if is_sum:
            return self.propagation.sets.everything([before, np.asarray(after)])
        return int(after[-1]) if not is_tensor and isinstance(after, np.ndarray) else after
