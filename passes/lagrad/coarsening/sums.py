"""Sums over loops in closed form: what a loop adds up over data leaves the loop around it.

    for t:                                       Sxx = sum x_i * x_i,  Sxy = sum x_i * y_i
      for i: g += x_i * (w * x_i - y_i)    ->    for t:
      w -= rate * g                                w -= rate * (w * Sxx - Sxy)

What the inner loop adds is a polynomial in w. Its coefficients do not change in the loop around, so they are summed
once, in front of it; what is left in it is arithmetic on scalars. This is an identity of the primal: differentiation
takes the result as any other program, in both modes, and needs no tape for the sums.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from ..analysis.recording.cost import UNKNOWN_TRIPS, trips
from ..analysis.dependence import closure
from ..analysis.program import captured_by, walk
from ..mlir import ir
from .closed_form import weight as weight_of
from .cost import cost, weight
from .loop_body import LoopBody, sums
from .polynomials import Polynomial

_LOOPS = ("scf.for", "scf.while")
_SPECULATED = ("arith.", "math.", "tensor.extract", "tensor.dim", "scf.for", "scf.if", "scf.yield")
_FAILING = ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")


@dataclass
class LoopSums:
    """What a loop adds to values that it carries, by their numbers, and where the sums over its data go.

    `place` is the outermost loop around in which nothing changes that the sums read. `data` are the operations of the
    body that these need.
    """

    loop: ir.Operation
    body: LoopBody
    added: dict[int, Polynomial]
    place: ir.Operation
    data: list[ir.Operation]

    @property
    def is_all(self) -> bool:
        """Whether nothing that the loop carries is left."""
        return len(self.added) == len(self.body.carried)

    def coefficients(self) -> list[tuple[ir.Type, sympy.Expr]]:
        """What is summed, each type and expression once. A number is not: its sum is known without a loop."""
        parts = ((self.body.carried[n].type, part) for n, added in self.added.items() for part in added.values())
        return list(dict.fromkeys((type, part) for type, part in parts if not part.is_number))

    def costs(self) -> tuple[int, int]:
        """Operations of the loop around, all its iterations together: as written, and with the sums in front of it.

        Loops with bounds that nobody knows count as in other costs.
        """
        around = self.loop.parent
        inner, outer = trips(self.loop), trips(around) if around.name == "scf.for" else UNKNOWN_TRIPS
        gone = self.body.ops if self.is_all else self.body.varied_ops
        coefficients = self.coefficients()
        once = _cost(self.data) + weight_of([part for _, part in coefficients]) + len(coefficients)
        each = sum(weight_of(list(added)) + 2 * len(added) for added in self.added.values())
        return outer * inner * _cost(gone), inner * once + outer * each


def sums_of(loop: ir.Operation, active: set[ir.Value]) -> LoopSums | None:
    """The sums of an `scf.for` that stands in a loop; None if it has none that can leave that.

    Floats that are `active`, or made in the loop around, are parameters. A loop with an attribute of lagrad's stays as
    it is: that says how it is differentiated.
    """
    around = loop.parent
    if around.name not in _LOOPS or any(str(name).startswith("lagrad.") for name in loop.attributes):
        return None
    body = LoopBody(loop, lambda value: value in active or is_inside(value, around))
    added = sums(body, {n for n, value in enumerate(body.carried) if _is_private(body, n, value)})
    summed = _symbols(body, added)
    data = _needed(body, summed)
    read = [v for v in (*list(loop.operands)[:3], *summed, *_reads(*data)) if not body.is_inside(v)]
    if not added or not all(map(_is_speculated, data)) or any(is_inside(value, around) for value in read):
        return None
    place = around
    while place.parent.name in _LOOPS and not any(is_inside(value, place.parent) for value in read):
        place = place.parent
    return LoopSums(loop, body, added, place, data)


def is_inside(value: ir.Value, op: ir.Operation) -> bool:
    """Whether a value is made in a region of an operation, at any depth."""
    block = value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
    owner = block.owner.operation
    while owner != op:
        if owner.name == "func.func":
            return False
        owner = owner.parent.operation
    return True


def _is_private(body: LoopBody, number: int, value: ir.Value) -> bool:
    """Whether nothing but the next value of it is computed from a carried value."""
    reached = closure([value], lambda own: (r for use in own.uses for r in use.owner.operation.results))
    uses = [use for own in reached for use in own.uses]
    return all(
        use.operand_number == number if use.owner.operation == body.terminator else _is_arithmetic(use.owner.operation)
        for use in uses
    )


def _is_arithmetic(op: ir.Operation) -> bool:
    return op.name.startswith(("arith.", "math."))


def _symbols(body: LoopBody, added: dict[int, Polynomial]) -> list[ir.Value]:
    """The data that the coefficients are made of."""
    symbols = {symbol for polynomial in added.values() for part in polynomial.values() for symbol in part.free_symbols}
    return [value for value, symbol in body.symbols.items() if symbol in symbols]


def _needed(body: LoopBody, values: list[ir.Value]) -> list[ir.Operation]:
    """The operations of the body that values are computed by, in their order."""

    def operands(value: ir.Value) -> list[ir.Value]:
        return [] if isinstance(value.owner, ir.Block) or not body.is_inside(value) else _reads(value.owner.operation)

    reached = closure(values, operands)
    return [op for op in body.data_ops if not reached.isdisjoint(op.results)]


def _reads(*ops: ir.Operation) -> list[ir.Value]:
    return [value for op in ops for value in (*op.operands, *captured_by(op))]


def _is_speculated(op: ir.Operation) -> bool:
    """Whether an operation may run where the program does not get to, as upstream's hoisting of invariants has it."""
    return all(own.name.startswith(_SPECULATED) and not own.name.endswith(_FAILING) for own in (op, *walk(op)))


def _cost(ops: list[ir.Operation]) -> int:
    return sum(weight(op) + cost(op) for op in ops)
