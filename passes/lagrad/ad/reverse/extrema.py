"""Adjoints of maxima and minima over dimensions: equal shares among the elements that tie.

One pass counts, for each output element, how many values equal it; its cotangent divided by
that count is what each of them gets (docs/conventions.md). Some value does, or the start: the
values that are compared are tensors (`compared`), and a loop keeps them and their maximum from
one run (`analysis.recording.cut`). Where none does, all the same, the shares are NaN, never zero.
"""

from __future__ import annotations

from math import nan

from ... import build
from ...analysis import linalg_form
from ...analysis.recording.elementwise_reads import NARROW
from ...analysis.recording.tbr import Peak
from ...mlir import ir
from ...scalars import Scalar, where
from ..scope import Scope
from . import tape
from .iteration_space import argument_sources, iterators, shape_operands
from .sweep import Sweep


def where_equal(value: ir.Value, top: ir.Value, share: ir.Value) -> ir.Value:
    """The share of a value that equals the top, else zero; of all values if the top is NaN."""
    nothing = where(Scalar(top) == Scalar(top), 0.0, Scalar(share))
    return where(Scalar(value) == Scalar(top), Scalar(share), nothing).value


def is_one(value: ir.Value, top: ir.Value, type: ir.Type) -> ir.Value:
    """One for a value that equals the top, else zero."""
    return where(Scalar(value) == Scalar(top), Scalar(build.constant(type, 1.0)), 0.0).value


def number_of_ties(count: Scalar, top: Scalar, start: Scalar) -> Scalar:
    """What to divide by: how many values equal an extremum; one if none does because that is the start, or a NaN.

    Otherwise a value was lost, and the number is NaN.
    """
    none = where(top == start, count.like(1.0), where(top == top, count.like(nan), 1.0))
    return where(count == 0.0, none, count)


def shares(op: ir.Operation, peak: Peak, ct: ir.Value, sweep: Sweep) -> tuple[ir.Value, ir.Value]:
    """The cotangent of a peak divided by the number of values that reach it, and the peak to compare them with.

    Nothing reaches a peak that is NaN, so both are zero there; both are NaN where a value was lost.
    """
    element = build.element(ct.type)
    counted = ir.F32Type.get() if element.width < NARROW else element
    count = _count(op, peak, counted, sweep)
    result, init = op.results[peak.output], op.operands[linalg_form.inputs(op) + peak.output]

    def divide(arguments: list[ir.Value]) -> list[ir.Value]:
        share, number, top, start = map(Scalar, arguments[:4])
        number = number_of_ties(number, top, start)
        divided = Scalar(build.resize(share.value, counted)) / number
        return [where(top == top, Scalar(build.resize(divided.value, element)), 0.0).value]

    def unless_lost(arguments: list[ir.Value]) -> list[ir.Value]:
        number, top, start = map(Scalar, arguments[:3])
        number = number_of_ties(number, top, start)
        return [where(number == number, where(top == top, top, 0.0), nan).value]

    rank = len(build.shape_of(ct.type))
    given, kinds = [count, sweep.value(result), sweep.value(init)], ["parallel"] * rank
    into, identity = build.empty(ct.type, sweep.sizes(result)), ir.AffineMap.get_identity(rank)
    # Two operations, so that both can be fused with what reads them.
    (share,) = build.generic([ct, *given], [into], [identity] * 5, kinds, divide)
    (top,) = build.generic(given, [into], [identity] * 4, kinds, unless_lost)
    return share, top


def _count(op: ir.Operation, peak: Peak, counted: ir.Type, sweep: Sweep) -> ir.Value:
    """For each output element, how many values equal it; its start counts if it is active."""
    maps, ins = linalg_form.maps(op), linalg_form.inputs(op)
    map, result = maps[ins + peak.output], op.results[peak.output]
    init, sizes = op.operands[ins + peak.output], sweep.sizes(result)
    type = build.tensor_type(build.shape_of(result.type), counted)

    start = build.zeros(type, sizes)
    if sweep.is_active(init):
        rank = len(sizes)
        identity = ir.AffineMap.get_identity(rank)
        start = build.generic(
            [sweep.value(init), sweep.value(result)],
            [build.empty(type, sizes)],
            [identity] * 3,
            ["parallel"] * rank,
            lambda arguments: [is_one(*arguments[:2], counted)],
        )[0]
    sources = argument_sources(op, peak.body, sweep)
    values = [v for _, v, _ in sources] + [sweep.value(result)]
    used = [m for _, _, m in sources] + [map]
    extra = shape_operands(op, used + [map], sweep)
    values += [v for v, _ in extra]
    used += [m for _, m in extra]

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        scope = Scope(sweep.scope).bind([a for a, _, _ in sources], arguments[: len(sources)])
        tape.emit_slice(sweep.plan.slicer, peak.body, scope)
        return [build.add(arguments[-1], is_one(scope[peak.value], arguments[len(sources)], counted))]

    return build.generic(values, [start], [*used, map], iterators(map), body)[0]


def start_share(op: ir.Operation, number: int, share: ir.Value, top: ir.Value, sweep: Sweep) -> ir.Value:
    """What the initial value of a peak gets: its share, where it is the peak."""
    init = op.operands[linalg_form.inputs(op) + number]
    rank = len(build.shape_of(share.type))
    return build.generic(
        [sweep.value(init), top, share],
        [build.empty(share.type, sweep.sizes(init))],
        [ir.AffineMap.get_identity(rank)] * 4,
        ["parallel"] * rank,
        lambda arguments: [where_equal(*arguments[:3])],
    )[0]
