"""The rewriting of a loop whose sums leave the loop around it: `sums` says what that is."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from ..ad.emission import for_loop
from ..ad.scope import Scope, clone
from ..analysis.program import Program
from ..build import constant
from ..build import emit as emit_operation
from ..forms import trip_count
from ..mlir import ir
from ..scalars import Scalar
from . import phi
from .emission import emit
from .sums import LoopSums

_Moments = dict[tuple[ir.Type, sympy.Expr], ir.Value]


def hoist(sums: LoopSums, program: Program) -> None:
    """Sums over data go in front of the loop around; what the loop added is computed from them, after it.

    The loop goes, if nothing is left of it. `program` is the function as it was.
    """
    is_kept = program.is_kept(sums.loop)
    with sums.loop.location:
        with ir.InsertionPoint(sums.place):
            moments = _moments(sums)
        with ir.InsertionPoint(sums.loop):
            for number, value in _totals(sums, moments).items():
                sums.loop.results[number].replace_all_uses_with(value)
    for number in sums.added:
        sums.body.terminator.operands[number] = sums.body.carried[number]
    if not is_kept and not any(list(result.uses) for result in sums.loop.results):
        sums.loop.erase()
        return
    for op in reversed(sums.body.varied_ops):
        if not any(list(result.uses) for result in op.results) and not program.is_kept(op):
            op.erase()


def _moments(sums: LoopSums) -> _Moments:
    """One loop that sums each coefficient over the data; the sums, by type and expression."""
    wanted = sums.coefficients()
    loop = for_loop(list(sums.loop.operands)[:3], [constant(type, 0.0) for type, _ in wanted], like=sums.loop)
    block = loop.regions[0].blocks[0]
    counter, *carried = block.arguments
    with ir.InsertionPoint(block):
        scope = Scope().bind([sums.body.block.arguments[0]], [counter])
        for op in sums.data:
            clone(op, scope)
        values = {symbol: scope.found(value) for value, symbol in sums.body.symbols.items()}
        terms = [emit([part], values, type)[0] for type, part in wanted]
        following = [(Scalar(old) + term).value for old, term in zip(carried, terms, strict=True)]
        emit_operation("scf.yield", [], following)
    return dict(zip(wanted, loop.results, strict=True))


def _totals(sums: LoopSums, moments: _Moments) -> dict[int, ir.Value]:
    """What the loop gives for each sum: where it starts, and the polynomial of what it adds."""
    symbols = {key: sympy.Symbol(f"m{number}", real=True) for number, key in enumerate(moments)}
    values = {symbol: value for value, symbol in sums.body.symbols.items()}
    values |= {symbols[key]: value for key, value in moments.items()}
    trips = _trips(sums)
    found = {}
    for number, added in sums.added.items():
        start = Scalar(sums.loop.operands[3 + number])
        type = sums.body.carried[number].type
        own = {
            part: phi.exit_of_sum(sympy.S.Zero, part, trips(type, values)) for part in added.values() if part.is_number
        }
        total = sympy.Add(*(m * (own[part] if part in own else symbols[type, part]) for m, part in added.items()))
        found[number] = (start + emit([total], values, type)[0]).value
    return found


def _trips(sums: LoopSums) -> Callable[[ir.Type, dict[sympy.Symbol, ir.Value]], sympy.Expr]:
    """How often the loop runs, as a number or as a symbol that stands for a value of a float type."""
    known: dict[ir.Type, sympy.Expr] = {}
    unsigned = trip_count.is_unsigned(sums.loop)

    def trips(type: ir.Type, values: dict[sympy.Symbol, ir.Value]) -> sympy.Expr:
        if type not in known:
            count = trip_count.emitted(list(sums.loop.operands)[:3], unsigned)
            if isinstance(count, int):
                known[type] = sympy.Integer(count)
            else:
                known[type] = sympy.Symbol(f"n{len(known)}", real=True)
                whole = emit_operation("arith.index_castui", [ir.IntegerType.get_signless(64)], [count])
                values[known[type]] = emit_operation("arith.uitofp", [type], whole)[0]
        return known[type]

    return trips
