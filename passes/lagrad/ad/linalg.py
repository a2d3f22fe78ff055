"""The adjoint of `linalg.generic`: again `linalg.generic`, with permuted maps.

Each group of active inputs that share an indexing map gets one op over the primal's
iteration space. Its body computes again what the scalar adjoint reads, sweeps the primal
body, and adds to the accumulators, whose map is the inputs' own: dimensions that it lacks
have become reductions (LAGrad, section 3.2.3).
"""

from __future__ import annotations

from .. import build
from ..analysis import linalg_form
from ..analysis.tbr import Group
from ..build import is_tensor
from ..mlir import ir
from . import tape
from .scope import Scope
from .sweep import Sweep


def generic_adjoint(op: ir.Operation, sweep: Sweep) -> None:
    ins, maps = linalg_form.inputs(op), linalg_form.maps(op)
    cotangents = {
        k: ct
        for k, result in enumerate(op.results)
        if sweep.is_active(result) and (ct := sweep.take(result)) is not None
    }
    for group in sweep.plan.groups[op]:
        if group.captured:
            _captured_adjoint(op, group, cotangents, sweep)
        else:
            _operands_adjoint(op, group, cotangents, sweep)
    for k, ct in cotangents.items():
        init = op.operands[ins + k]
        if sweep.is_active(init) and not linalg_form.is_full(maps[ins + k]):
            sweep.add(init, ct)  # a sum passes its cotangent on to where it started


def _operands_adjoint(op: ir.Operation, group: Group, cotangents: dict, sweep: Sweep) -> None:
    operands, body = list(op.operands), sweep.program.body(op)
    slots: dict[ir.Value, list[ir.Value]] = {}  # operand -> the body's arguments that read it
    for number in group.operands:
        slots.setdefault(operands[number], []).append(body.arguments[number])
    entered = [sweep.enter(value) for value in slots]
    alone = group.map.is_permutation  # each element is written once
    outs = []
    for value, (acc, _) in zip(slots, entered):
        if not is_tensor(value.type):  # a scalar operand: a sum over all points
            start = build.zeros(build.tensor_type([], value.type), [])
            outs.append(start if acc is None else build.insert(acc, start, []))
        elif acc is not None:
            outs.append(acc)
        elif alone:
            outs.append(build.empty(value.type, sweep.sizes(value)))
        else:
            outs.append(sweep.zeros(value))
    fresh = [alone and acc is None and is_tensor(v.type) for v, (acc, _) in zip(slots, entered)]
    results = _emit(op, group, cotangents, sweep, list(slots.values()), outs, fresh)
    for value, (_, leave), result in zip(slots, entered, results):
        leave(result if is_tensor(value.type) else build.extract(result, []))


def _captured_adjoint(op: ir.Operation, group: Group, cotangents: dict, sweep: Sweep) -> None:
    outs = []
    for value in group.captured:
        start = build.zeros(build.tensor_type([], value.type), [])
        acc = sweep.adjoint(value)
        outs.append(start if acc is None else build.insert(acc, start, []))
    slots = [[value] for value in group.captured]
    results = _emit(op, group, cotangents, sweep, slots, outs, [False] * len(outs))
    for value, result in zip(group.captured, results):
        sweep.adjoints[value] = build.extract(result, [])


def _emit(op, group: Group, cotangents: dict, sweep: Sweep, slots, outs, fresh) -> list[ir.Value]:
    """One adjoint op: for each out, the sum over the scalar adjoints of its slots."""
    program, body = sweep.program, sweep.program.body(op)
    ins, maps, operands = linalg_form.inputs(op), linalg_form.maps(op), list(op.operands)
    yields = program.yields(op)

    read = [(a, ir.BlockArgument(a).arg_number) for a in group.body.arguments]
    sources = [(a, sweep.value(operands[n]), maps[n]) for a, n in read]
    sources += [(yields[k], sweep.value(op.results[k]), maps[ins + k]) for k in group.given]
    seeds = [(k, ct, maps[ins + k]) for k, ct in cotangents.items()]
    in_values = [v for _, v, _ in sources] + [ct for _, ct, _ in seeds]
    in_maps = [m for _, _, m in sources] + [m for _, _, m in seeds]
    out_maps = [group.map] * len(outs)
    for value, map in _shape_operands(op, in_maps + out_maps, sweep):
        in_values.append(value)
        in_maps.append(map)

    def scalar_body(arguments: list[ir.Value]) -> list[ir.Value]:
        scope = Scope(sweep.scope).bind([key for key, _, _ in sources], arguments[: len(sources)])
        tape.emit_slice(sweep.plan.slicer, group.body, scope)
        inner = Sweep(group.plan, scope)
        for (k, _, _), ct in zip(seeds, arguments[len(sources) :]):
            if inner.is_active(yields[k]):
                inner.add(yields[k], ct)
        inner.run(body)
        sums = []
        for values, acc, is_fresh in zip(slots, arguments[len(in_values) :], fresh):
            terms = [ct for v in values if (ct := inner.take(v)) is not None]
            if is_fresh and not terms:
                terms = [build.constant(acc.type, 0.0)]
            total = terms.pop(0) if is_fresh else acc
            for term in terms:
                total = build.add(total, term)
            sums.append(total)
        return sums

    return build.generic(
        in_values, outs, in_maps + out_maps, _iterators(group.map, outs), scalar_body
    )


def _iterators(map: ir.AffineMap, outs: list[ir.Value]) -> list[str]:
    """A dimension is parallel if the accumulator's map names it alone; else points may collide."""
    alone = {e.position for e in map.results if isinstance(e, ir.AffineDimExpr)}
    crowded = set()
    for e in map.results:
        if not isinstance(e, ir.AffineDimExpr):
            crowded |= _dimensions(e)
    return [
        "parallel" if d in alone and d not in crowded else "reduction" for d in range(map.n_dims)
    ]


def _dimensions(expression: ir.AffineExpr) -> set[int]:
    if isinstance(expression, ir.AffineDimExpr):
        return {expression.position}
    if isinstance(expression, ir.AffineBinaryExpr):
        return _dimensions(expression.lhs) | _dimensions(expression.rhs)
    return set()


def _shape_operands(op: ir.Operation, used: list[ir.AffineMap], sweep: Sweep):
    """Uninitialised operands that only give the sizes of dimensions that no used map names."""
    named = {e.position for m in used for e in m.results if isinstance(e, ir.AffineDimExpr)}
    extra = []
    for value, map in zip(op.operands, linalg_form.maps(op)):
        own = {e.position for e in map.results if isinstance(e, ir.AffineDimExpr)}
        if is_tensor(value.type) and own - named:
            named |= own
            extra.append((build.empty(value.type, sweep.sizes(value)), map))
    return extra
