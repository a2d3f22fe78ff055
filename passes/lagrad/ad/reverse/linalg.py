"""The adjoint of `linalg.generic`: again `linalg.generic`, with permuted maps.

Each group of active inputs that share an indexing map gets one op over the primal's
iteration space. Its body computes again what the scalar adjoint reads, sweeps the primal
body, and adds to the accumulators, whose map is the inputs' own: dimensions that it lacks
have become reductions (LAGrad, section 3.2.3).
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis import linalg_form
from ...analysis.recording.tbr import Group, root
from ...build import is_tensor
from ...mlir import ir
from ..scope import Scope
from . import tape
from .extrema import shares, start_share, where_equal
from .iteration_space import argument_sources, iterators, shape_operands
from .sweep import Sweep, adjoint_of


@dataclass(frozen=True)
class _Sum:
    """What an adjoint op adds up: the adjoints of some values of the body, to what is there already."""

    values: list[ir.Value]
    start: ir.Value
    is_fresh: bool = False  # nothing is there: each element is written once


@adjoint_of("linalg.generic")
def generic_adjoint(op: ir.Operation, sweep: Sweep) -> None:
    ins, maps = linalg_form.inputs(op), linalg_form.maps(op)
    cotangents = {
        k: ct
        for k, result in enumerate(op.results)
        if sweep.is_active(result) and (ct := sweep.take(result)) is not None
    }
    tops: dict[int, ir.Value] = {}  # what the elements of a peak are compared with
    for peak in sweep.plan.peaks[op]:
        if peak.output in cotangents:
            cotangents[peak.output], tops[peak.output] = shares(op, peak, cotangents[peak.output], sweep)
    for group in sweep.plan.groups[op]:
        if group.captured:
            _captured_adjoint(op, group, cotangents, tops, sweep)
        else:
            _operands_adjoint(op, group, cotangents, tops, sweep)
    for k, ct in cotangents.items():
        init = op.operands[ins + k]
        if sweep.is_active(init) and not linalg_form.is_full(maps[ins + k]):
            # A sum passes its cotangent on to where it started, a maximum the share of its start.
            sweep.add(init, start_share(op, k, ct, tops[k], sweep) if k in tops else ct)


def _operands_adjoint(op: ir.Operation, group: Group, cotangents: dict, tops: dict, sweep: Sweep) -> None:
    operands, body = list(op.operands), sweep.program.body(op)
    slots: dict[ir.Value, list[ir.Value]] = {}  # operand -> the body's arguments that read it
    for number in group.operands:
        slots.setdefault(operands[number], []).append(body.arguments[number])
    # Two accumulators held at once must not be parts of one tensor: what is left of such operands is
    # added up apart, and then to theirs.
    roots: set[ir.Value] = set()
    apart = [root(v) in roots or roots.add(root(v)) for v in slots]
    entered = [(None, None) if is_apart else sweep.enter(v) for v, is_apart in zip(slots, apart)]
    alone = group.map.is_permutation  # each element is written once
    sums = []
    for value, (acc, _) in zip(slots, entered):
        if not is_tensor(value.type):
            sums.append(_Sum(slots[value], _over_all_points(value, acc)))
        elif acc is None and alone:
            sums.append(_Sum(slots[value], build.empty(value.type, sweep.sizes(value)), is_fresh=True))
        else:
            sums.append(_Sum(slots[value], sweep.zeros(value) if acc is None else acc))
    results = _emit(op, group, cotangents, tops, sweep, sums)
    for value, (_, leave), result in zip(slots, entered, results):
        if leave is not None:
            leave(result if is_tensor(value.type) else build.extract(result, []))
    for value, result, is_apart in zip(slots, results, apart):
        if is_apart:
            sweep.add(value, result)


def _captured_adjoint(op: ir.Operation, group: Group, cotangents: dict, tops: dict, sweep: Sweep) -> None:
    sums = [_Sum([value], _over_all_points(value, sweep.adjoint(value))) for value in group.captured]
    results = _emit(op, group, cotangents, tops, sweep, sums)
    for value, result in zip(group.captured, results):
        sweep.adjoints[value] = build.extract(result, [])


def _over_all_points(value: ir.Value, acc: ir.Value | None) -> ir.Value:
    """Where the sum for a scalar starts, which all points of the iteration space have in common."""
    start = build.zeros(build.tensor_type([], value.type), [])
    return start if acc is None else build.insert(acc, start, [])


def _emit(op, group: Group, cotangents: dict, tops: dict, sweep: Sweep, sums: list[_Sum]) -> list[ir.Value]:
    """One adjoint op, which makes these sums."""
    program, body = sweep.program, sweep.program.body(op)
    ins, maps = linalg_form.inputs(op), linalg_form.maps(op)
    yields = program.yields(op)

    sources = argument_sources(op, group.body, sweep)
    sources += [(yields[k], sweep.value(op.results[k]), maps[ins + k]) for k in group.given]
    peaks = {peak.output: peak.value for peak in sweep.plan.peaks[op] if peak.output in tops}
    sources += [(op.results[k], tops[k], maps[ins + k]) for k in peaks]
    seeds = [(k, ct, maps[ins + k]) for k, ct in cotangents.items()]
    in_values = [v for _, v, _ in sources] + [ct for _, ct, _ in seeds]
    in_maps = [m for _, _, m in sources] + [m for _, _, m in seeds]
    out_maps = [group.map] * len(sums)
    for value, map in shape_operands(op, in_maps + out_maps, sweep):
        in_values.append(value)
        in_maps.append(map)

    def scalar_body(arguments: list[ir.Value]) -> list[ir.Value]:
        scope = Scope(sweep.scope).bind([key for key, _, _ in sources], arguments[: len(sources)])
        tape.emit_slice(sweep.plan.slicer, group.body, scope)
        inner = Sweep(group.plan, scope)
        for (k, _, _), ct in zip(seeds, arguments[len(sources) :]):
            if k in peaks and inner.is_active(peaks[k]):
                inner.add(peaks[k], where_equal(scope[peaks[k]], scope[op.results[k]], ct))
            elif inner.is_active(yields[k]):
                inner.add(yields[k], ct)
        inner.run(body)
        totals = []
        for own, acc in zip(sums, arguments[len(in_values) :]):
            terms = [ct for v in own.values if (ct := inner.take(v)) is not None]
            if own.is_fresh and not terms:
                terms = [build.constant(acc.type, 0.0)]
            total = terms.pop(0) if own.is_fresh else acc
            for term in terms:
                total = build.add(total, term)
            totals.append(total)
        return totals

    return build.generic(in_values, [own.start for own in sums], in_maps + out_maps, iterators(group.map), scalar_body)
