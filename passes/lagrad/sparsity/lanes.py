"""Loops whose iterations do not see each other, run on index sets all at once.

That is what a map over observations is: each iteration reads its part, computes, and inserts its results
into tensors that the loop carries, or adds to sums that nothing else reads. Its values then are
arrays with one more axis in front, a lane for each iteration: of one axis for a scalar, of one more
than its rank for a tensor. What is the same in all iterations stays as it is.

Whether a loop is one is seen before it is compiled (`is_parallel`). Where positions turn out to be unknown,
or two insertions meet in an element, `InLanes` says so, and the loop is run one iteration after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..analysis.program import Program
from ..build import has_derivative, is_tensor, shape_of
from ..mlir import ir
from . import tensor_steps
from .index_sets import EMPTY
from .integers import is_unknown
from .propagation import Builder, Environment, Propagation, Step, sources_of
from .scalar_steps import STEPS as SCALAR_STEPS
from .scalar_steps import integer_operation, is_integer
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


def _is_summed(program: Program, block: ir.Block, argument: ir.Value, number: int) -> bool:
    """Whether a scalar only takes part in elementwise operations that lead to its own next value."""
    sums = {argument}
    *operations, terminator = program.ops(block)
    for op in operations:
        if any(v in sums for v in program.inputs(op)):
            if len(op.results) != 1 or op.name == "arith.select" or is_tensor(op.results[0].type) or sources_of(op) is None:
                return False
            if op.name not in ("arith.cmpf",):
                sums.add(op.results[0])
    return all(v not in sums or n == number for n, v in enumerate(terminator.operands))


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
        self.types = [r.type for r in op.results]

    def run(self, env: Environment, iterations: range, values: list) -> list | None:
        """What the loop hands on at the end; None if it cannot be run this way."""
        propagation, sets = self.propagation, self.propagation.sets
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
        return [
            after if is_tensor(type) else sets.everything([before, np.asarray(after)])
            for type, before, after in zip(self.types, values, found)
        ]


def builder(op: ir.Operation) -> Builder:
    return STEPS.get(op.name) or SCALAR_STEPS.get(op.name) or integer_operation(op)


# -- steps --------------------------------------------------------------------------------------------


def _in_lanes(self: Propagation, value, rank: int) -> np.ndarray:
    """A value with its axis of lanes, also if it is the same in all of them."""
    value = np.asarray(value)
    return value if value.ndim > rank else np.broadcast_to(value, (len(self.lanes), *value.shape))


def _places(self: Propagation, shape: Sequence[int], offsets, sizes, strides, source_in_lanes: bool) -> tuple:
    """Index arrays of a slice in every lane, one for each axis of the tensor."""
    rank = len(shape)
    places = []
    for axis, (length, offset, size, stride) in enumerate(zip(shape, offsets, sizes, strides)):
        if offset is None or stride is None:
            raise InLanes
        lane = [-1] + [1] * rank
        along = np.arange(size).reshape([1] * (axis + 1) + [-1] + [1] * (rank - axis - 1))
        place = np.reshape(offset, lane) + along * np.reshape(stride, lane)
        places.append(np.clip(place, 0, max(length - 1, 0)))
    lanes = [self.lanes.reshape([-1] + [1] * rank)] if source_in_lanes else []
    return (*lanes, *places)


def _extract(self: Propagation, op: ir.Operation) -> Step:
    rank = len(shape_of(op.operands[0].type))
    source, *at = self.readers(op.operands)

    def compute(env: Environment):
        tensor, positions = source(env), [i(env) for i in at]
        if is_unknown(tensor):
            return None
        if any(p is None for p in positions):
            raise InLanes
        if tensor.size == 0:
            return EMPTY
        lanes = tensor.ndim > rank
        inside = tuple(np.clip(p, 0, n - 1) for p, n in zip(positions, tensor.shape[lanes:]))
        element = tensor[(self.lanes, *inside) if lanes else inside]
        return element if element.ndim else int(element)

    return self.computed(op, compute)


def _extract_slice(self: Propagation, op: ir.Operation) -> Step:
    rank, kept = len(shape_of(op.operands[0].type)), tensor_steps.kept_dimensions(op)
    source, where = self.reader(op.operands[0]), tensor_steps.slice_reader(self, op, 1)

    def compute(env: Environment):
        tensor, (offsets, sizes, strides) = source(env), where(env)
        if is_unknown(tensor) or 0 in np.shape(tensor):
            raise InLanes
        lanes = tensor.ndim > rank
        part = tensor[_places(self, tensor.shape[lanes:], offsets, sizes, strides, lanes)]
        return part.reshape(part.shape[0], *(sizes[k] for k in kept)) if part.shape[0] > 1 else part.reshape([sizes[k] for k in kept])

    return self.computed(op, compute)


def _from_elements(self: Propagation, op: ir.Operation) -> Step:
    read, shape = self.readers(op.operands), shape_of(op.results[0].type)

    def compute(env: Environment):
        values = [r(env) for r in read]
        if any(v is None for v in values):
            raise InLanes
        return np.stack([_in_lanes(self, v, 0) for v in values], axis=-1).reshape(-1, *shape)

    return self.computed(op, compute)


def _write(self: Propagation, tensor: np.ndarray, places: tuple, value: np.ndarray) -> np.ndarray:
    """Writes a value, or one for each lane; of lanes that meet the last one counts."""
    flat = np.ravel_multi_index(np.broadcast_arrays(*places), tensor.shape) if places else np.zeros(1, np.int64)
    before = self.written.setdefault(id(tensor), [])
    if any(np.intersect1d(flat, other).size for other in before):
        raise InLanes  # which of them is the last one?
    before.append(np.unique(flat))
    tensor[places] = value
    return tensor


def _insert(self: Propagation, op: ir.Operation) -> Step:
    scalar, into, *at = self.readers(op.operands)

    def compute(env: Environment):
        value, tensor, positions = scalar(env), into(env), [i(env) for i in at]
        if value is None or is_unknown(tensor) or any(p is None for p in positions) or tensor.size == 0:
            raise InLanes
        places = tuple(np.clip(p, 0, n - 1) for p, n in zip(positions, tensor.shape))
        return _write(self, tensor, tuple(np.broadcast_to(p, self.lanes.shape) for p in places), value)

    return self.computed(op, compute)


def _insert_slice(self: Propagation, op: ir.Operation) -> Step:
    rank = len(shape_of(op.operands[0].type))
    source, into, where = self.reader(op.operands[0]), self.reader(op.operands[1]), tensor_steps.slice_reader(self, op, 2)

    def compute(env: Environment):
        part, tensor, (offsets, sizes, strides) = source(env), into(env), where(env)
        if is_unknown(part) or is_unknown(tensor) or 0 in (*tensor.shape, *sizes):
            raise InLanes
        places = _places(self, tensor.shape, offsets, sizes, strides, False)
        places = tuple(np.broadcast_to(p, (len(self.lanes), *p.shape[1:])) for p in places)
        return _write(self, tensor, places, _in_lanes(self, part, rank).reshape(-1, *sizes))

    return self.computed(op, compute)


def _if(self: Propagation, op: ir.Operation) -> Step:
    condition = self.reader(op.operands[0])
    bodies = [self.block(block) for block in self.program.bodies(op)]
    yields = [self.readers(self.program.yields(op, region)) for region in range(2)]
    results, types = [self.place(r) for r in op.results], [r.type for r in op.results]

    def run(env: Environment) -> None:
        choice = condition(env)
        taken = [0, 1] if not isinstance(choice, (int, np.integer)) else [0 if choice else 1]
        found = []
        for side in taken:
            bodies[side](env)
            found.append([read(env) for read in yields[side]])
        for place, type, *values in zip(results, types, *found):
            env[place] = values[0] if len(values) == 1 else _either(self, type, choice, *values)

    return run


def _either(self: Propagation, type: ir.Type, choice, x, y):
    rank = len(shape_of(type))
    if is_unknown(x) or is_unknown(y):
        if is_tensor(type):
            raise InLanes
        return None
    if choice is not None:
        return np.where(np.reshape(choice, [-1] + [1] * rank) != 0, _in_lanes(self, x, rank), _in_lanes(self, y, rank))
    if has_derivative(type):
        return self.sets.join([_in_lanes(self, x, rank), _in_lanes(self, y, rank)])
    if is_tensor(type):
        raise InLanes
    return x if np.array_equal(x, y) else None


STEPS: dict[str, Callable] = {
    "scf.if": _if,
    "tensor.extract": _extract,
    "tensor.extract_slice": _extract_slice,
    "tensor.from_elements": _from_elements,
    "tensor.insert": _insert,
    "tensor.insert_slice": _insert_slice,
}
