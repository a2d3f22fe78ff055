"""Jacobians and Hessians: derivatives for the directions of the coordinate axes.

Forward mode takes the axes of arguments and gives columns, reverse mode those of results and gives rows.
Small arguments or results share a sweep. A Hessian is the forward Jacobian of the gradient.
"""

from __future__ import annotations

import math

from ... import build
from ...analysis.derivative_types import directions_of
from ...analysis.request import Fill, Request
from ...build import DYNAMIC, has_derivative, shape_of
from ...mlir import ir
from ..prepare import publish
from .axes import along_axes
from .element_rows import by_elements
from .many import OneDirection, Workshop, body

CHUNK = 32  # directions at a time at most, where the request does not say

Blocks = dict[tuple[int, int], ir.Value]  # result, argument -> array


def fill_jacobian(module: ir.Operation, request: Request, fill: Fill) -> None:
    workshop = Workshop(module, request, fill)
    inputs, results = workshop.signature(request.primal)
    floats = [n for n, t in enumerate(results) if has_derivative(t)]
    arguments, here = body(request)
    with here, request.function.location:
        callee = ir.FlatSymbolRefAttr.get(request.primal)
        values = build.emit("func.call", results, arguments, callee=callee)  # or at least their shapes
        if request.one_hot:
            blocks = _rows_by_elements(request, workshop, arguments, values)
        elif request.mode == "forward" or request.mode is None and is_forward(inputs, results, request.wrt):
            found = _columns(request, workshop, request.primal, arguments, [values[k] for k in floats])
            blocks = {(floats[k], n): array for (k, n), array in found.items()}
        else:
            blocks = _rows(request, workshop, arguments, values)
        kept = values if request.with_primal else []
        build.emit("func.return", [], [*kept, *(blocks[k, n] for k in floats for n in request.wrt)])
    publish(request)


def fill_hessian(module: ir.Operation, request: Request, fill: Fill) -> None:
    workshop = Workshop(module, request, fill)
    gradient = workshop.derive("gradient", request.primal, request.wrt)
    arguments, here = body(request)
    with here, request.function.location:
        blocks = _columns(request, workshop, gradient, arguments, [arguments[n] for n in request.wrt])
        build.emit("func.return", [], [blocks[k, n] for k in range(len(request.wrt)) for n in request.wrt])
    publish(request)


def _columns(
    request: Request, workshop: Workshop, function: str, arguments: list[ir.Value], values: list[ir.Value]
) -> Blocks:
    """The Jacobian of a function in forward mode; `values` are like its float results, by which its blocks are
    numbered.
    """
    blocks: Blocks = {}
    inputs, results = workshop.signature(function)
    for group in _groups(request, sorted(request.wrt), inputs):
        name = workshop.derive("pushforward", function, group)
        one = OneDirection(workshop, name, directions_of("pushforward", inputs, results, group))
        given = [v for n, own in enumerate(arguments) for v in ([own, None] if n in group else [own])]
        arrays = along_axes(
            _chunk(request), request.chunk is None, one, given, [arguments[n] for n in group], values, False
        )
        blocks |= {(k, n): array for k, row in enumerate(arrays) for n, array in zip(group, row)}
    return blocks


def _rows(request: Request, workshop: Workshop, arguments: list[ir.Value], values: list[ir.Value]) -> Blocks:
    """The Jacobian in reverse mode."""
    blocks: Blocks = {}
    others = [arguments[n] for n in request.wrt]
    types = [v.type for v in values]
    for group in _groups(request, [k for k, t in enumerate(types) if has_derivative(t)], types):
        name = workshop.derive("pullback", workshop.only(request.primal, group), request.wrt)
        one = OneDirection(workshop, name, [len(arguments) + k for k in range(len(group))])
        given = [*arguments, *[None] * len(group)]
        arrays = along_axes(
            _chunk(request), request.chunk is None, one, given, [values[k] for k in group], others, True
        )
        blocks |= {(k, n): array for n, column in zip(request.wrt, arrays) for k, array in zip(group, column)}
    return blocks


def _rows_by_elements(
    request: Request, workshop: Workshop, arguments: list[ir.Value], values: list[ir.Value]
) -> Blocks:
    """The Jacobian in reverse mode, one element of a result at a time."""
    blocks: Blocks = {}
    for k in [k for k, v in enumerate(values) if has_derivative(v.type)]:
        name = workshop.derive("pullback", workshop.only(request.primal, [k]), request.wrt)
        arrays = by_elements(OneDirection(workshop, name, []), arguments, values[k], request.wrt)
        blocks |= {(k, n): array for n, array in zip(request.wrt, arrays)}
    return blocks


def _chunk(request: Request) -> int:
    return request.chunk or CHUNK


def _groups(request: Request, numbers: list[int], types: list[ir.Type]) -> list[list[int]]:
    """Neighbours that fit into one chunk together."""
    groups, room = [], -1
    for n in numbers:
        size = math.inf if DYNAMIC in shape_of(types[n]) else math.prod(shape_of(types[n]))
        if size <= room:
            groups[-1].append(n)
        else:
            groups.append([n])
            room = _chunk(request)
        room -= size
    return groups


def is_forward(inputs: list[ir.Type], results: list[ir.Type], wrt: list[int]) -> bool:
    """Whether there are fewer columns than rows; an unknown size counts as a large one."""

    def elements(types) -> float:
        shapes = [[math.inf if n == DYNAMIC else n for n in shape_of(t)] for t in types]
        return sum(math.prod(s) if 0 not in s else 0 for s in shapes)

    return elements(inputs[n] for n in wrt) <= elements(t for t in results if has_derivative(t))
