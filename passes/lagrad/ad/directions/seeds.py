"""Derivatives for directions with one nonzero element, which arrive as that and its indices.

They are those for any direction, applied to a tensor of zeros with one element written into it.
`lagrad-propagate-one-hot` makes use of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import build
from ...analysis.request import Fill, Request
from ...build import DYNAMIC, has_derivative, is_tensor, shape_of
from ...mlir import ir
from ..calls.single_run import require_pure
from ..prepare import publish
from .many import OneDirection, Workshop, body


def fill_one_hot(module: ir.Operation, request: Request, fill: Fill) -> None:
    """Writes the body of a pullback or pushforward for one-hot cotangents or tangents."""
    workshop = Workshop(module, request, fill)
    inputs, results = workshop.signature(request.primal)
    name = workshop.derive(request.kind, request.primal, request.wrt, request.with_primal)
    one = OneDirection(workshop, name, [])
    arguments, here = body(request)
    with here, request.function.location:
        flat = iter(arguments)
        primal: list[ir.Value] = []
        given: list[ir.Value] = []
        for number in range(len(inputs)):
            primal.append(next(flat))
            given.append(primal[-1])
            if request.kind == "pushforward" and number in request.wrt:
                given.append(seed(primal[-1].type, build.sizes_of(primal[-1]), flat))
        if request.kind == "pullback":
            sizes = sizes_of_results(module, request, results, primal)
            given += [seed(type, own, flat) for type, own in zip(results, sizes) if has_derivative(type)]
        build.emit("func.return", [], one.emit(given, 1, len(results) if request.with_primal else 0))
    publish(request)


def sizes_of_results(
    module: ir.Operation, request, results: list[ir.Type], primal: list[ir.Value]
) -> list[list[ir.Value | int]]:
    """The sizes of the results; those are computed where nothing else tells."""
    if not any(DYNAMIC in shape_of(type) for type in results):
        return [shape_of(type) for type in results]
    require_pure(module, request.primal, request.function.location, "the size of a one-hot cotangent")
    called = build.emit("func.call", results, primal, callee=ir.FlatSymbolRefAttr.get(request.primal))
    return [build.sizes_of(v) if is_tensor(v.type) else [] for v in called]


def seed(type: ir.Type, sizes: list[ir.Value | int], flat: Iterator[ir.Value]) -> ir.Value:
    """The next direction: zero but for one element, which is the next argument, before its indices."""
    element = next(flat)
    if not is_tensor(type):
        return element
    return build.insert(element, build.zeros(type, sizes), [next(flat) for _ in sizes])
