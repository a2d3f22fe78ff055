"""Which values are active: varied (they depend on an argument in wrt) and useful (an active
result depends on them). Sparse forward and backward propagation along def-use chains, into
and out of regions, to a fixed point: each value enters the worklist once.

Source: Hascoet and Pascual, "The Tapenade automatic differentiation tool", section 5.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..build import has_derivative, is_tensor
from ..mlir import ir
from ..rules import INACTIVE
from .linalg_form import is_full, maps
from .program import TERMINATORS, Program
from .split import Pushed, Split, Uses, uses_of
from .taken import scalars_of_tensors, selected, taken, undecided


class Activity:
    """The active values of a program for given arguments and results.

    A caller may decide not to use the `doubted` ones of the results; of the arguments it gives
    `constants` as constants.
    """

    def __init__(
        self,
        program: Program,
        wrt: Iterable[ir.Value],
        results: Iterable[ir.Value],
        doubted: Iterable[ir.Value] = (),
        constants: Iterable[ir.Value] = (),
    ):
        self.program = program
        results = list(results)
        self._results, self._doubted, self._constants = results, set(doubted), set(constants)
        self.varied = _closure(wrt, lambda v: _influences(program, v))
        self.useful = _closure(results, lambda v: _depends_on(program, v))
        self._strong: set[ir.Value] | None = None
        self._selected: set[ir.Value] | None = None
        self._varying: set[ir.Value] | None = None

    def is_active(self, value: ir.Value) -> bool:
        return value in self.varied and value in self.useful

    def is_active_op(self, op: ir.Operation) -> bool:
        return any(self.is_active(result) for result in op.results)

    def active_operands(self, op: ir.Operation) -> list[ir.Value]:
        return [v for v in op.operands if self.is_active(v) and has_derivative(v.type)]

    def is_strong(self, value: ir.Value) -> bool:
        """Whether a cotangent may be zero because the value is not taken: it stays zero, whatever the partial is."""
        if self._strong is None:
            certain = [r for r in self._results if r not in self._doubted]
            self._strong = self.discarded() - taken(self.program, certain, self.is_active)
        return value in self._strong

    def is_selected(self, value: ir.Value) -> bool:
        """Whether a value is one that a select may discard, or what only such values are computed from."""
        if self._selected is None:
            operands = selected(self.program, self.is_active)
            self._selected = _closure(operands, lambda v: _depends_on(self.program, v))
        return value in self._selected

    def discarded(self) -> set[ir.Value]:
        """What is computed for something that may decide not to use it."""
        program = self.program
        found = _closure({*undecided(program, self.is_active), *self._doubted}, lambda v: _depends_on(program, v))
        scalars = [v for v in scalars_of_tensors(program, self.is_active) if not is_tensor(v.type)]
        return found | _closure(scalars, lambda v: [] if _is_of_tensors(v) else _depends_on(program, v))

    def is_constant(self, value: ir.Value) -> bool:
        """Whether no float argument has a derivative into a value, be it in `wrt` or not."""
        if self._varying is None:
            floats = (v for v in self.program.arguments if has_derivative(v.type) and v not in self._constants)
            self._varying = _closure(floats, lambda v: _influences(self.program, v, every=True))
        return value not in self._varying

    def restricted(
        self, op: ir.Operation, arguments: Iterable[ir.Value], without: Iterable[ir.Value] = ()
    ) -> "Activity":
        """The activity inside a region of `op`, of what depends on some of its arguments, except
        for the values `without`."""
        inner = object.__new__(Activity)
        inner.program, inner.useful = self.program, self.useful
        body = self.program.body(op)

        def within(value: ir.Value) -> list[ir.Value]:
            return [v for v in _influences(self.program, value) if self.program.is_inside(v, body)]

        inner.varied = (_closure(arguments, within) & self.varied) - set(without)
        inner.is_strong, inner.is_selected, inner.is_constant = self.is_strong, self.is_selected, self.is_constant
        return inner


def _closure(seeds: Iterable[ir.Value], step: Callable) -> set[ir.Value]:
    reached = set(seeds)
    work = list(reached)
    while work:
        for value in step(work.pop()):
            if value not in reached:
                reached.add(value)
                work.append(value)
    return reached


def _is_of_tensors(value: ir.Value) -> bool:
    """Whether a scalar comes out of tensors, which have no elements where those have none that it is for."""
    return not isinstance(value.owner, ir.Block) and any(is_tensor(v.type) for v in value.owner.operands)


def _influences(program: Program, value: ir.Value, every: bool = False) -> list[ir.Value]:
    """The values that depend directly on `value`; through calls, `every` one of them and not the active ones only."""
    reached = []
    for use in value.uses:
        op, number = use.owner.operation, use.operand_number
        if op.name in INACTIVE:
            continue
        if op.name in TERMINATORS:
            reached += _after_yield(program, op, number)
        elif op.name == "scf.for":
            if number >= 3:  # not the bounds and the step
                reached += [program.body(op).arguments[number - 2], op.results[number - 3]]
        elif op.name in ("scf.while", "linalg.generic"):
            reached.append(program.body(op).arguments[number])
        elif op.name == "func.call":
            own = uses_of(program, op)
            depends = own.is_influenced if every else lambda r, n: n in _call_depends_on(program, op, op.results[r])
            reached += [r for n, r in enumerate(op.results) if depends(n, number)]
        else:
            reached += list(op.results)
            reached += [a for block in program.bodies(op) for a in block.arguments]
    return reached


def _after_yield(program: Program, terminator: ir.Operation, number: int) -> list[ir.Value]:
    if terminator.name == "func.return":
        return []
    op = terminator.parent.operation
    if op.name == "scf.for":
        return [op.results[number], program.body(op).arguments[number + 1]]
    if op.name in ("scf.if", "scf.index_switch"):
        return [op.results[number]]
    if op.name == "scf.while":
        if terminator.name == "scf.yield":
            return [program.body(op).arguments[number]]
        return [op.results[number - 1], program.body(op, 1).arguments[number - 1]] if number else []
    if op.name == "linalg.generic":
        if not op.results:
            return []  # it works on memory
        return [op.results[number], *([_out_argument(program, op, number)] if _carries(op, number) else [])]
    # An operation that will be rewritten, or is refused: anything may come of the value.
    reached = [a for inner in (terminator, op) for block in program.bodies(inner) for a in block.arguments]
    while not op.results and op.name != "func.func":
        op = op.parent.operation
    return reached + list(op.results)


def _carries(op: ir.Operation, number: int) -> bool:
    """Whether a `linalg.generic` goes on at several points with what it has in an output."""
    return not is_full(maps(op)[len(op.operands) - len(op.results) + number])


def _out_argument(program: Program, op: ir.Operation, number: int) -> ir.Value:
    arguments = program.body(op).arguments
    return arguments[len(arguments) - len(op.results) + number]


def _depends_on(program: Program, value: ir.Value) -> list[ir.Value]:
    """The values that `value` depends on directly."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return _argument_depends_on(program, owner, ir.BlockArgument(value).arg_number)
    op, number = owner.operation, ir.OpResult(value).result_number
    if op.name in INACTIVE:
        return []
    if op.name == "scf.for":
        return [op.operands[number + 3], program.yields(op)[number], program.body(op).arguments[number + 1]]
    if op.name in ("scf.if", "scf.index_switch"):
        return [program.yields(op, region)[number] for region in range(len(op.regions))]
    if op.name == "scf.while":
        return [program.yields(op)[number + 1]]
    if op.name == "linalg.generic":
        return [program.yields(op)[number], _out_argument(program, op, number)]
    if op.name == "func.call":
        return [op.operands[n] for n in _call_depends_on(program, op, value)]
    inputs = program.inputs(op)
    return inputs + [v for block in program.bodies(op) for v in program.terminator(block).operands]


def _call_depends_on(program: Program, op: ir.Operation, result: ir.Value) -> Sequence[int]:
    """The operands of a call, by number, that a result of it depends on."""
    own = program.derivatives.get(op.attributes["callee"].value)
    if isinstance(own, (Split, Pushed)) and not has_derivative(result.type):
        return ()
    if isinstance(own, Split):
        return own.depends[ir.OpResult(result).result_number]
    if isinstance(own, Pushed):
        return range(len(op.operands))
    if isinstance(own, Uses):
        return [n for n in range(len(op.operands)) if own.is_influenced(ir.OpResult(result).result_number, n)]
    if own and not has_derivative(result.type):
        return ()  # a function that brings its own derivative says that it has none
    return range(len(op.operands))


def _argument_depends_on(program: Program, block: ir.Block, number: int) -> list[ir.Value]:
    op = block.owner.operation
    if op.name == "scf.for":
        if number == 0:
            return []
        return [op.operands[number + 2], program.yields(op)[number - 1]]
    if op.name == "scf.while":
        if block == program.body(op, 1):
            return [program.yields(op)[number + 1]]
        return [op.operands[number], program.yields(op, 1)[number]]
    if op.name == "linalg.generic":
        outs = len(op.operands) - len(op.results)
        carried = [program.yields(op)[number - outs]] if number >= outs and _carries(op, number - outs) else []
        return [op.operands[number], *carried]
    return list(op.operands) if op.name != "func.func" else []
