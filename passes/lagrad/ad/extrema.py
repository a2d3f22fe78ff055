"""Adjoints of maxima and minima over dimensions: equal shares among the elements that tie.

One pass counts, for each output element, how many values equal it; its cotangent divided by
that count is what each of them gets (docs/conventions.md).
"""

from __future__ import annotations

from .. import build
from ..analysis import linalg_form
from ..analysis.tbr import NARROW, Peak
from ..mlir import ir
from ..scalars import Scalar, where
from . import tape
from .iteration_space import argument_sources, iterators, shape_operands
from .scope import Scope
from .sweep import Sweep


def where_equal(value: ir.Value, top: ir.Value, share: ir.Value) -> ir.Value:
    """The share of a value that equals the top, else zero."""
    return where(Scalar(value) == Scalar(top), Scalar(share), 0.0).value


def shares(op: ir.Operation, peak: Peak, ct: ir.Value, sweep: Sweep) -> ir.Value:
    """The cotangent of a peak divided by the number of values that reach it."""
    element = build.element(ct.type)
    counted = ir.F32Type.get() if element.width < NARROW else element
    count = _count(op, peak, counted, sweep)
    result = op.results[peak.output]

    def divide(arguments: list[ir.Value]) -> list[ir.Value]:
        share, number = Scalar(build.resize(arguments[0], counted)), Scalar(arguments[1])
        return [build.resize(where(number == 0.0, 0.0, share / number).value, element)]

    rank = len(build.shape_of(ct.type))
    identity = ir.AffineMap.get_identity(rank)
    into = build.empty(ct.type, sweep.sizes(result))
    return build.generic([ct, count], [into], [identity] * 3, ["parallel"] * rank, divide)[0]


def _count(op: ir.Operation, peak: Peak, counted: ir.Type, sweep: Sweep) -> ir.Value:
    """For each output element, how many values equal it; its start counts if it is active."""
    maps, ins = linalg_form.maps(op), linalg_form.inputs(op)
    map, result = maps[ins + peak.output], op.results[peak.output]
    init, sizes = op.operands[ins + peak.output], sweep.sizes(result)
    type = build.tensor_type(build.shape_of(result.type), counted)
    one = lambda: build.constant(counted, 1.0)  # noqa: E731

    start = build.zeros(type, sizes)
    if sweep.is_active(init):
        rank = len(sizes)
        identity = ir.AffineMap.get_identity(rank)
        start = build.generic(
            [sweep.value(init), sweep.value(result)],
            [build.empty(type, sizes)],
            [identity] * 3,
            ["parallel"] * rank,
            lambda arguments: [where_equal(arguments[0], arguments[1], one())],
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
        hit = where_equal(scope[peak.value], arguments[len(sources)], one())
        return [build.add(arguments[-1], hit)]

    return build.generic(values, [start], [*used, map], iterators(map), body)[0]


def start_share(op: ir.Operation, number: int, share: ir.Value, sweep: Sweep) -> ir.Value:
    """What the initial value of a peak gets: its share, where it is the peak."""
    init, result = op.operands[linalg_form.inputs(op) + number], op.results[number]
    rank = len(build.shape_of(share.type))
    return build.generic(
        [sweep.value(init), sweep.value(result), share],
        [build.empty(share.type, sweep.sizes(result))],
        [ir.AffineMap.get_identity(rank)] * 4,
        ["parallel"] * rank,
        lambda arguments: [where_equal(*arguments[:3])],
    )[0]
