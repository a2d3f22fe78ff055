"""Which values are active: varied (they depend on an argument in wrt) and useful (an active
result depends on them). Sparse forward and backward propagation along def-use chains, into
and out of regions, to a fixed point: each value enters the worklist once.

Source: Hascoet and Pascual, "The Tapenade automatic differentiation tool", section 5.1.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from ..build import has_derivative, is_tensor
from ..mlir import ir
from ..rules import DEPENDS, INACTIVE, RULES, Operation
from .dependence import closure, everything, onward
from .flow import TERMINATORS
from .program import Program
from .split import Pushed, Split, Uses, uses_of
from .taken import scalars_of_tensors, selected, taken, undecided

_STOPS = INACTIVE | {"func.return"}


class Activity:
    """The active values of a program for given arguments and results, found when somebody asks for the first time.

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
        self.program, self._wrt, self._results = program, list(wrt), list(results)
        self._doubted, self._constants = set(doubted), set(constants)
        self._strong: set[ir.Value] | None = None
        self._selected: set[ir.Value] | None = None
        self._varying: set[ir.Value] | None = None

    @functools.cached_property
    def varied(self) -> set[ir.Value]:
        return closure(self._wrt, lambda v: influences(self.program, v))

    @functools.cached_property
    def useful(self) -> set[ir.Value]:
        return closure(self._results, lambda v: depends_on(self.program, v))

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
            self._selected = closure(operands, lambda v: depends_on(self.program, v))
        return value in self._selected

    def discarded(self) -> set[ir.Value]:
        """What is computed for something that may decide not to use it."""
        program = self.program
        found = closure({*undecided(program, self.is_active), *self._doubted}, lambda v: depends_on(program, v))
        scalars = [v for v in scalars_of_tensors(program, self.is_active) if not is_tensor(v.type)]
        return found | closure(scalars, lambda v: [] if _is_of_tensors(v) else depends_on(program, v))

    def is_constant(self, value: ir.Value) -> bool:
        """Whether no float argument has a derivative into a value, be it in `wrt` or not."""
        if self._varying is None:
            floats = (v for v in self.program.arguments if has_derivative(v.type) and v not in self._constants)
            self._varying = closure(floats, lambda v: influences(self.program, v, every=True))
        return value not in self._varying

    def restricted(
        self, op: ir.Operation, arguments: Iterable[ir.Value], without: Iterable[ir.Value] = ()
    ) -> "Activity":
        """The activity inside a region of `op`, of what depends on some of its arguments, except
        for the values `without`."""
        body = self.program.body(op)

        def within(value: ir.Value) -> list[ir.Value]:
            return [v for v in influences(self.program, value) if self.program.is_inside(v, body)]

        return _Inside(self, (closure(arguments, within) & self.varied) - set(without))


class _Inside(Activity):
    """The activity in a part of a program: fewer values are varied, and the rest is as in the whole."""

    def __init__(self, whole: Activity, varied: set[ir.Value]):
        self.program, self._whole, self._varied = whole.program, whole, varied

    @property
    def varied(self) -> set[ir.Value]:
        return self._varied

    @property
    def useful(self) -> set[ir.Value]:
        return self._whole.useful

    def is_strong(self, value: ir.Value) -> bool:
        return self._whole.is_strong(value)

    def is_selected(self, value: ir.Value) -> bool:
        return self._whole.is_selected(value)

    def is_constant(self, value: ir.Value) -> bool:
        return self._whole.is_constant(value)


def _is_of_tensors(value: ir.Value) -> bool:
    """Whether a scalar comes out of tensors, which have no elements where those have none that it is for."""
    return not isinstance(value.owner, ir.Block) and any(is_tensor(v.type) for v in value.owner.operands)


def influences(program: Program, value: ir.Value, every: bool = False) -> Iterable[ir.Value]:
    """The values that depend directly on `value`; through calls, `every` one of them and not the active ones only."""

    def otherwise(op: ir.Operation, number: int) -> Iterable[ir.Value]:
        if op.name == "func.call":
            own = uses_of(program, op)
            depends = own.is_influenced if every else lambda r, n: n in _call_depends_on(program, op, op.results[r])
            return [r for n, r in enumerate(op.results) if depends(n, number)]
        if (known := _said_by_rules(op)) is not None:
            return [r for r, numbers in zip(op.results, known, strict=True) if number in numbers]
        if program.flow.onward(op, number) is not None:
            return []  # a decision has no derivative
        if op.name in TERMINATORS:
            return everything(program, op)  # of an operation that will be rewritten, or is refused
        return [*op.results, *(a for block in program.bodies(op) for a in block.arguments)]

    return onward(program, value, _STOPS, otherwise)


def depends_on(program: Program, value: ir.Value) -> list[ir.Value]:
    """The values that `value` depends on directly."""
    owner = value.owner
    is_argument = isinstance(owner, ir.Block)
    op = owner.owner.operation if is_argument else owner.operation
    if op.name in INACTIVE or op.name == "func.func":
        return []
    edges = program.flow.back(value)
    if edges is not None:
        return [edge.source for edge in edges] + ([] if is_argument else program.flow.carried(value))
    if is_argument:
        return list(op.operands)
    if op.name == "func.call":
        return [op.operands[n] for n in _call_depends_on(program, op, value)]
    if (known := _said_by_rules(op)) is not None:
        return [op.operands[n] for n in known[ir.OpResult(value).result_number]]
    inputs = program.inputs(op)
    return inputs + [v for block in program.bodies(op) for v in program.terminator(block).operands]


def _said_by_rules(op: ir.Operation) -> Sequence[Sequence[int]] | None:
    """For each result of an operation of rules, the operands on which it depends by number; None if nobody says so."""
    if op.name in DEPENDS:
        return DEPENDS[op.name](op)
    if isinstance(RULES.get(op.name), Operation) and not len(op.regions):
        return [range(len(op.operands)) if has_derivative(r.type) else () for r in op.results]
    return None


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
