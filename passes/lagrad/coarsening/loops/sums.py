"""Sums and products over loops in closed form: what a loop computes from data leaves the loop around it.

    for t:                                       Sxx = sum x_i * x_i,  Sxy = sum x_i * y_i
      for i: g += x_i * (w * x_i - y_i)    ->    for t:
      w -= rate * g                                w -= rate * (w * Sxx - Sxy)

What the inner loop adds is a polynomial in w. Its coefficients do not change in the loop around, so they are summed
once, in front of it; what is left in it is arithmetic on scalars. `recurrences` has the general case. This is an
identity of the primal: differentiation takes the result as any other program, in both modes, and needs no tape for the
sums.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from ...analysis.program import captured_by, walk
from ...analysis.recording.cost import UNKNOWN_TRIPS, trips
from ...build import constant_of
from ...mlir import ir
from ..cost import TRANSCENDENTAL, cost, weight
from ..formulas.closed_form import weight as weight_of
from ..formulas.polynomials import ONE
from .body import LoopBody
from .parts import parts_of
from .recurrences import Moment, Recurrence, following, moments, recurrences, start

LOOPS = ("scf.for", "scf.while")
_SPECULATED = ("arith.", "math.", "tensor.extract", "tensor.dim", "scf.for", "scf.if", "scf.yield")
_FAILING = ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")


@dataclass
class LoopSums:
    """What a loop carries in closed form, by their numbers, and where the moments of its data go.

    `place` is the outermost loop around in which nothing changes that the moments read. `data` are the operations of
    the body that these need, `steady` the numbers of what is carried that these need.
    """

    loop: ir.Operation
    body: LoopBody
    found: dict[int, Recurrence]
    moments: list[Moment]
    place: ir.Operation
    data: list[ir.Operation]
    steady: list[int]

    @property
    def is_all(self) -> bool:
        """Whether nothing that the loop carries is left."""
        return len(self.found) + len(self.body.steady) == len(self.body.parts.carried)

    def is_one(self, moment: Moment) -> bool:
        """Whether a moment stays one: that of the start of a sum."""
        number, key = moment
        return key == start(number) and self.found[number].is_sum(number)

    def is_counted(self, moment: Moment) -> bool:
        """Whether a moment is known from the number of iterations, without a loop."""
        number, key = moment
        if self.found[number].power is not None:
            return True
        if self.is_one(moment) or self.body.parts.condition is not None or not self.found[number].is_sum(number):
            return False
        is_read = any(number in own.factors for n, own in self.found.items() if n != number)
        return not is_read and self.found[number].added[key].is_number

    def looped(self) -> dict[tuple, Moment]:
        """The moments that a loop computes. Two sums of the same are one."""
        found: dict[tuple, Moment] = {}
        for moment in self.moments:
            if not self.is_one(moment) and not self.is_counted(moment):
                found.setdefault(self.identity(moment), moment)
        return found

    def identity(self, moment: Moment) -> tuple:
        """What two moments share that are the same."""
        number, key = moment
        own = self.found[number]
        return (self.type(number), own.added[key]) if own.is_sum(number) else moment

    def type(self, number: int) -> ir.Type:
        return self.body.parts.carried[number].type

    def symbols(self) -> dict[Moment, sympy.Expr]:
        """What stands for each moment while the loop runs; two that are the same are one symbol."""
        known = {key: sympy.Symbol(f"m{number}", real=True) for number, key in enumerate(self.looped())}
        return {m: ONE if self.is_one(m) else known.get(self.identity(m), ONE) for m in self.moments}

    def following(self) -> list[sympy.Expr]:
        """The next values of the moments that a loop computes."""
        symbols = self.symbols()
        return [following(moment, self.found, symbols) for moment in self.looped().values()]

    def costs(self) -> tuple[int, int]:
        """Operations of the loop around, all its iterations together: as written, and with the moments in front of it.

        Loops with bounds that nobody knows count as in other costs.
        """
        around = self.loop.parent
        inner, outer = _trips(self.loop), _trips(around)
        parts = self.body.parts
        gone = [*parts.tests, *parts.ops] if self.is_all else self.body.varied_ops
        once = _cost(self.data) + _cost(parts.tests) + weight_of(self.following())
        each = sum(weight_of([key]) + 2 for n, key in self.moments if not self.is_one((n, key)))
        each += TRANSCENDENTAL * sum(own.power is not None for own in self.found.values())
        return outer * inner * _cost(gone), inner * once + outer * each


def sums_of(loop: ir.Operation, active: set[ir.Value]) -> LoopSums | None:
    """The closed form of a loop that stands in a loop; None if it has none that can leave that.

    Floats that are `active`, or made in the loop around, are parameters. A loop with an attribute of lagrad's stays as
    it is: that says how it is differentiated.
    """
    around, parts = loop.parent, parts_of(loop)
    if parts is None or around.name not in LOOPS or any(str(name).startswith("lagrad.") for name in loop.attributes):
        return None
    body = LoopBody(parts, lambda v: v in active or is_inside(v, around), lambda v: is_inside(v, around))
    found = recurrences(body) if parts.tested_numbers() <= body.steady else {}
    if not found:
        return None
    own = moments(found, {n for n in found if constant_of(parts.starts[n]) == 0})
    sums = LoopSums(loop, body, found, own, loop, [], [])
    _need(sums)
    read = [v for v in (*parts.bounds, *_outside(sums)) if not body.is_inside(v)]
    if not all(map(_is_speculated, [*sums.data, *parts.tests])) or any(is_inside(value, around) for value in read):
        return None
    sums.place = around
    while sums.place.parent.name in LOOPS and not any(is_inside(value, sums.place.parent) for value in read):
        sums.place = sums.place.parent
    return sums


def is_inside(value: ir.Value, op: ir.Operation) -> bool:
    """Whether a value is made in a region of an operation, at any depth."""
    block = value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
    owner = block.owner.operation
    while owner != op:
        if owner.name == "func.func":
            return False
        owner = owner.parent.operation
    return True


def _need(sums: LoopSums) -> None:
    """Finds what moments are computed by: operations of the body in their order, and carried values that are data."""
    body, parts = sums.body, sums.body.parts
    used = {symbol for part in sums.following() for symbol in part.free_symbols}
    wanted = [value for value, symbol in body.symbols.items() if symbol in used]
    steady = set(parts.tested_numbers())
    if sums.is_all:
        steady |= {n for n in body.steady if any(True for _ in sums.loop.results[n].uses)}
    reached: set[ir.Value] = set()
    wanted += [parts.terminator.operands[n] for n in steady]
    while wanted:
        value = wanted.pop()
        if value in reached:
            continue
        reached.add(value)
        if value in parts.carried:
            number = parts.carried.index(value)
            steady.add(number)
            wanted.append(parts.terminator.operands[number])
        elif body.is_inside(value) and not isinstance(value.owner, ir.Block):
            wanted += _reads(value.owner.operation)
    sums.data = [op for op in body.data_ops if not reached.isdisjoint(op.results)]
    sums.steady = sorted(steady)


def _outside(sums: LoopSums) -> list[ir.Value]:
    """What the moments read from outside of the loop, and what the data that it carries starts as."""
    parts, tests = sums.body.parts, sums.body.parts.tests
    read = [value for value in _reads(*tests) if value not in {*parts.tested, *(r for op in tests for r in op.results)}]
    used = {symbol for part in sums.following() for symbol in part.free_symbols}
    symbols = [value for value, symbol in sums.body.symbols.items() if symbol in used]
    values = [*symbols, *_reads(*sums.data), *(parts.terminator.operands[n] for n in sums.steady)]
    return [*read, *values, *(parts.starts[n] for n in sums.steady)]


def _reads(*ops: ir.Operation) -> list[ir.Value]:
    return [value for op in ops for value in (*op.operands, *captured_by(op))]


def _is_speculated(op: ir.Operation) -> bool:
    """Whether an operation may run where the program does not get to, as upstream's hoisting of invariants has it."""
    return all(own.name.startswith(_SPECULATED) and not own.name.endswith(_FAILING) for own in (op, *walk(op)))


def _trips(loop: ir.Operation) -> int:
    return trips(loop) if loop.name == "scf.for" else UNKNOWN_TRIPS


def _cost(ops: list[ir.Operation]) -> int:
    return sum(weight(op) + cost(op) for op in ops)
