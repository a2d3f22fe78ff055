"""What the body of a `linalg.generic` computes and compares, as tensors of their own.

The adjoint of such an operation runs its body again, in one operation for each map. Arithmetic that is done again
may round in another way, so these would not agree about what was compared: no element would equal the maximum, or
a difference be positive in one and negative in the other. A tensor that is computed once and read by all is the
same for all. What a body compares without rounding needs none, such as elements of its operands.

Of a maximum or minimum over dimensions that is what becomes a tensor. Where something else is compared it is where
an operand or result has that size anyway: not the differences of all pairs of points, which may be too many to be
kept. There, all parts of the adjoint compute what is compared to the same bits (`repeated_decisions`).
"""

from __future__ import annotations

from collections.abc import Callable

from ... import build
from ...analysis import linalg_form
from ...analysis.activity import Activity
from ...analysis.program import Program
from ...analysis.rounding import read_in, rounds, steps
from ...build import has_derivative
from ...mlir import ir
from ..scope import Scope, clone
from .loop_form import extents

# What decides by the floats among its operands.
_DECIDES = {
    *"arith.cmpf arith.fptosi arith.fptoui arith.maximumf arith.maxnumf arith.minimumf arith.minnumf".split(),
    *"arith.remf math.absf math.ceil math.clampf math.copysign math.floor math.round math.roundeven math.trunc".split(),
}


def may_be_compared(op: ir.Operation, program: Program) -> bool:
    """Whether the body of a `linalg.generic` computes and compares something, active or not."""
    body = program.body(op)
    values = [v for child in program.ops(body) if child.name in _DECIDES for v in child.operands]
    return bool(_rounded(values, body))


def compared(op: ir.Operation, program: Program, activity: Activity, for_tangents: bool) -> list[ir.Value]:
    """The values of the body of an active `linalg.generic` that must be tensors.

    A pushforward computes an element and its tangent in one body, so there only a maximum needs two.
    """
    body = program.body(op)
    values = _extrema(op, activity)
    if not for_tangents and _has_several_parts(op, program, activity):
        values += [v for child in program.ops(body) if child.name in _DECIDES for v in child.operands]
    return _rounded(values, body)


def _rounded(values: list[ir.Value], body: ir.Block) -> list[ir.Value]:
    floats = [v for v in dict.fromkeys(values) if has_derivative(v.type)]
    return [v for v in floats if any(map(rounds, steps([v], body)))]


def _extrema(op: ir.Operation, activity: Activity) -> list[ir.Value]:
    maps, ins = linalg_form.maps(op), linalg_form.inputs(op)
    reduced = [k for k, r in enumerate(op.results) if activity.is_active(r) and not linalg_form.is_full(maps[ins + k])]
    found = [linalg_form.extremum(op, k) for k in reduced]
    return [value for value in found if value is not None]


def _has_several_parts(op: ir.Operation, program: Program, activity: Activity) -> bool:
    """Whether the adjoint is several operations, and the iteration space no larger than an operand."""
    maps, body = linalg_form.maps(op), program.body(op)
    if not any(map(linalg_form.is_full, maps)):
        return False
    own = {m for m, v, a in zip(maps, op.operands, body.arguments) if activity.is_active(v) and activity.is_active(a)}
    captured = any(activity.is_active(v) and has_derivative(v.type) for v in program.captures(op))
    return len(own) + captured > 1


def separate(values: list[ir.Value]) -> Callable[[ir.Operation], list[ir.Value]]:
    """The builder of an operation in two: one that computes these values of its body, and one that reads them."""

    def build_both(op: ir.Operation) -> list[ir.Value]:
        maps, ins, operands = linalg_form.maps(op), linalg_form.inputs(op), list(op.operands)
        body, rank = op.regions[0].blocks[0], maps[0].n_dims
        arguments, yields = list(body.arguments), list(list(body.operations)[-1].operands)
        sizes = extents(op, maps)
        shape = [n if isinstance(n, int) else build.DYNAMIC for n in sizes]
        before, after = steps(values, body), steps(yields, body, values)
        early = [n for n in range(len(arguments)) if _reads(before, arguments[n])]
        late = [n for n in range(ins) if _reads(after, arguments[n]) or arguments[n] in yields]
        own = [ir.AffineMap.get_identity(rank)] * len(values)

        def compute(given: list[ir.Value]) -> list[ir.Value]:
            return _copied(body, before, [arguments[n] for n in early], given[: len(early)], values)

        def rest(given: list[ir.Value]) -> list[ir.Value]:
            return _copied(body, after, [*(arguments[n] for n in late), *values, *arguments[ins:]], given, yields)

        empty = [build.empty(build.tensor_type(shape, v.type), sizes) for v in values]
        tensors = build.generic(
            [operands[n] for n in early], empty, [*(maps[n] for n in early), *own], ["parallel"] * rank, compute
        )
        return build.generic(
            [*(operands[n] for n in late), *tensors],
            operands[ins:],
            [*(maps[n] for n in late), *own, *maps[ins:]],
            linalg_form.iterators(op),
            rest,
        )

    return build_both


def _reads(ops: list[ir.Operation], value: ir.Value) -> bool:
    return any(value in read_in(op) for op in ops)


def _copied(
    body: ir.Block, only: list[ir.Operation], bound: list[ir.Value], given: list[ir.Value], wanted: list[ir.Value]
) -> list[ir.Value]:
    """Copies some operations of a body, of which values are wanted, to the insertion point; what is bound stays so."""
    scope, fixed = Scope().bind(bound, given), dict(zip(bound, given))
    for view in body.operations:
        if view.operation in only:
            clone(view.operation, scope)
            scope.values.update(fixed)
    return [scope[v] if v in scope else v for v in wanted]
