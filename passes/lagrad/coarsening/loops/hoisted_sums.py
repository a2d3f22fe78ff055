"""The rewriting of a loop of which the moments leave the loop around it: `sums` says what these are."""

from __future__ import annotations

import sympy

from ...ad.scope import clone
from ...analysis.program import Program
from ...build import constant
from ...build import emit as emit_operation
from ...forms import trip_count
from ...mlir import ir
from ...scalars import Scalar
from ..formulas import phi
from ..formulas.emission import emit
from ..formulas.polynomials import ONE, ZERO
from .parts import again
from .recurrences import Moment, start
from .sums import LoopSums


def hoist(sums: LoopSums, program: Program) -> None:
    """Moments of data go in front of the loop around; what the loop computed is made of them, in its place.

    The loop goes, if nothing is left of it. `program` is the function as it was.
    """
    is_kept = program.is_kept(sums.loop)
    parts = sums.body.parts
    with sums.loop.location:
        with ir.InsertionPoint(sums.place):
            steady, moments = _moments(sums)
        with ir.InsertionPoint(sums.loop):
            replaced = _totals(sums, moments)
        if sums.is_all:
            replaced |= steady
        for number, value in replaced.items():
            sums.loop.results[number].replace_all_uses_with(value)
    for number in sums.found:
        parts.terminator.operands[number] = parts.carried[number]
    if not is_kept and not any(list(result.uses) for result in sums.loop.results):
        sums.loop.erase()
        return
    for op in reversed(sums.body.varied_ops):
        if not any(list(result.uses) for result in op.results) and not program.is_kept(op):
            op.erase()


def _moments(sums: LoopSums) -> tuple[dict[int, ir.Value], dict[tuple, ir.Value]]:
    """One loop over the data: what it carries of them, by number, and the moments, by identity.

    Where there is no moment to compute and nothing else is wanted, there is no loop.
    """
    looped, parts = sums.looped(), sums.body.parts
    if not looped and not sums.steady:
        return {}, {}
    starts = [constant(sums.type(n), 1.0 if key == start(n) else 0.0) for n, key in looped.values()]
    loop, scope, carried = again(parts, sums.steady, starts)
    block = loop.regions[-1].blocks[0]
    with ir.InsertionPoint(block):
        for op in sums.data:
            clone(op, scope)
        values = {symbol: scope.found(value) for value, symbol in sums.body.symbols.items()}
        values |= {sums.symbols()[moment]: value for moment, value in zip(looped.values(), carried)}
        following = [
            _next(sums, moment, part, values) for moment, part in zip(looped.values(), sums.following(), strict=True)
        ]
        kept = [scope.found(parts.terminator.operands[n]) for n in sums.steady]
        emit_operation("scf.yield", [], [*kept, *following])
    results = list(loop.results)
    return dict(zip(sums.steady, results)), dict(zip(looped, results[len(sums.steady) :]))


def _next(sums: LoopSums, moment: Moment, part: sympy.Expr, values: dict[sympy.Symbol, ir.Value]) -> ir.Value:
    """The next value of a moment: of a sum, the old one and what is added, in that order."""
    number, _ = moment
    old = sums.symbols()[moment]
    type = sums.type(number)
    if sums.found[number].is_sum(number):
        return (Scalar(values[old]) + emit([part - old], values, type)[0]).value
    return emit([part], values, type)[0].value


def _totals(sums: LoopSums, moments: dict[tuple, ir.Value]) -> dict[int, ir.Value]:
    """What the loop gives, for each number: moments times what they are the moments of."""
    values = {symbol: value for value, symbol in sums.body.symbols.items()}
    symbols = {}
    for moment in sums.moments:
        if sums.is_one(moment):
            symbols[moment] = ONE
        elif sums.is_counted(moment):
            symbols[moment] = _counted(sums, moment, values)
        else:
            symbols[moment] = sums.symbols()[moment]
            values[symbols[moment]] = moments[sums.identity(moment)]
    found = {}
    for number in sums.found:
        type = sums.type(number)
        own = [(key, symbols[n, key]) for n, key in sums.moments if n == number]
        values |= {start(n): value for n, value in enumerate(sums.body.parts.starts)}
        rest = sympy.Add(*(key * factor for key, factor in own if key != start(number)))
        first = next((factor for key, factor in own if key == start(number)), ZERO)
        total = emit([rest], values, type)[0]
        if first != 0:
            own_start = Scalar(sums.body.parts.starts[number])
            total = (own_start if first == 1 else own_start * emit([first], values, type)[0]) + total
        found[number] = total.value
    return found


def _counted(sums: LoopSums, moment: Moment, values: dict[sympy.Symbol, ir.Value]) -> sympy.Expr:
    """A moment that is known from the number of iterations, which is a number or a value of a type of its own."""
    number, key = moment
    type, own = sums.type(number), sums.found[number]
    count = trip_count.emitted(sums.body.parts.bounds, trip_count.is_unsigned(sums.loop))
    if isinstance(count, int):
        trips = sympy.Integer(count)
        return (
            phi.exit_of_affine(ZERO, ONE, own.added[key], trips)
            if own.power is None
            else phi.exit_of_power(ONE, own.power, ONE, trips)
        )
    whole = emit_operation("arith.index_castui", [ir.IntegerType.get_signless(64)], [count])[0]
    symbol = sympy.Symbol(f"n{number}_{key}", real=True)
    if own.power is None:
        values[symbol] = emit_operation("arith.uitofp", [type], [whole])[0]
        return phi.exit_of_affine(ZERO, ONE, own.added[key], symbol)
    base = emit([own.power], values, type)[0].value
    values[symbol] = emit_operation("math.fpowi", [type], [base, whole])[0]
    return symbol
