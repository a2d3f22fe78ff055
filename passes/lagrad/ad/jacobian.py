"""Jacobians and Hessians: derivatives for the directions of the coordinate axes, a chunk of them at a time.

Forward mode takes the axes of an argument and gives columns, reverse mode those of a result and gives
rows. Either is written for one direction and batched; one loop runs through the chunks, and all that does
not depend on the directions stands before it. The last chunk goes back far enough to be a whole one.

The dimension of the directions is the first one where they give rows and the last one where they give columns,
so that a chunk goes into the array as it is. A Hessian is the forward Jacobian of the gradient.
"""

from __future__ import annotations

import math

from .. import build
from ..analysis.derivative_types import block
from ..build import DYNAMIC, has_derivative, shape_of
from ..mlir import ir
from . import tape
from .directions import Fill, OneDirection, Workshop, body
from .prepare import publish

CHUNK = 32  # directions at a time at most, where the request does not say


def fill_jacobian(module: ir.Operation, request, fill: Fill) -> None:
    workshop = Workshop(module, request, fill)
    inputs, results = workshop.signature(request.primal)
    floats = [n for n, t in enumerate(results) if has_derivative(t)]
    arguments, here = body(request)
    with here, request.function.location:
        values = _primal(request, arguments, results)
        blocks: dict[tuple[int, int], ir.Value] = {}  # result, argument -> array
        if request.mode == "forward" or request.mode is None and _is_forward(inputs, results, request.wrt):
            for n in request.wrt:
                name = workshop.derive("pushforward", request.primal, [n])
                one = OneDirection(workshop, name, [n + 1])
                given = [*arguments[: n + 1], None, *arguments[n + 1 :]]
                wholes = _chunks(request, one, given, arguments[n], [values[k] for k in floats], False)
                blocks |= {(k, n): whole for k, whole in zip(floats, wholes)}
        else:
            for k in floats:
                name = workshop.derive("pullback", workshop.only(request.primal, k), request.wrt)
                one = OneDirection(workshop, name, [len(inputs)])
                wholes = _chunks(request, one, [*arguments, None], values[k], [arguments[n] for n in request.wrt], True)
                blocks |= {(k, n): whole for n, whole in zip(request.wrt, wholes)}
        kept = values if request.with_primal else []
        build.emit("func.return", [], [*kept, *(blocks[k, n] for k in floats for n in request.wrt)])
    publish(request)


def fill_hessian(module: ir.Operation, request, fill: Fill) -> None:
    workshop = Workshop(module, request, fill)
    gradient = workshop.derive("gradient", request.primal, request.wrt)
    arguments, here = body(request)
    with here, request.function.location:
        blocks: dict[tuple[int, int], ir.Value] = {}
        for n in request.wrt:
            one = OneDirection(workshop, workshop.derive("pushforward", gradient, [n]), [n + 1])
            given = [*arguments[: n + 1], None, *arguments[n + 1 :]]
            wholes = _chunks(request, one, given, arguments[n], [arguments[k] for k in request.wrt], False)
            blocks |= {(k, n): whole for k, whole in zip(request.wrt, wholes)}
        build.emit("func.return", [], [blocks[k, n] for k in request.wrt for n in request.wrt])
    publish(request)


def _primal(request, arguments: list[ir.Value], results: list[ir.Type]) -> list[ir.Value]:
    """The values of the function, or at least their shapes."""
    return build.emit("func.call", results, arguments, callee=ir.FlatSymbolRefAttr.get(request.primal))


def _is_forward(inputs: list[ir.Type], results: list[ir.Type], wrt: list[int]) -> bool:
    """Whether there are fewer columns than rows; an unknown size counts as a large one."""

    def elements(types) -> float:
        shapes = [[math.inf if n == DYNAMIC else n for n in shape_of(t)] for t in types]
        return sum(math.prod(s) if 0 not in s else 0 for s in shapes)

    return elements(inputs[n] for n in wrt) <= elements(t for t in results if has_derivative(t))


def _chunks(request, one: OneDirection, given: list, axis: ir.Value, others: list[ir.Value], outside: bool) -> list[ir.Value]:
    """The derivatives in the direction of each element of `axis`, for each of `others` an array.

    `given` has None where the directions stand. The elements of `axis` are the outside dimensions of the
    arrays, which get rows, or the inside ones.
    """
    sizes = build.sizes_of(axis)
    static = all(isinstance(n, int) for n in sizes)
    total = math.prod(sizes) if static else _product(sizes)
    chunk = request.chunk or CHUNK
    if static:
        chunk = min(chunk, max(total, 1))
        if request.chunk is None:  # equal chunks
            chunk = -(-total // -(-total // chunk)) if total else 1
    flat = total if static else DYNAMIC
    starts = []
    for other in others:
        own, shape = build.sizes_of(other), shape_of(other.type)
        shape, own = ([flat, *shape], [total, *own]) if outside else ([*shape, flat], [*own, total])
        starts.append(build.empty(build.tensor_type(shape, build.element(axis.type)), own))
    zero, end, step = build.index(0), build.index(total) if static else total, build.index(chunk)
    loop = tape.for_loop([zero, end, step], starts)
    number, *carried = loop.regions[0].blocks[0].arguments
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        begin, width = number, chunk
        if static and total % chunk:
            begin = build.emit1("arith.minsi", end.type, number, build.index(total - chunk))
        elif not static:
            left = build.emit1("arith.subi", end.type, end, number)
            width = build.emit1("arith.minsi", end.type, left, step)
        seeds = _axes(axis.type, sizes, begin, chunk, outside)
        arguments = [seeds if value is None else value for value in given]
        found = one.emit(arguments, chunk, 0, not outside, ir.InsertionPoint(loop), sizes)
        nexts = [_store(part, into, begin, width, outside) for part, into in zip(found, carried)]
        build.emit("scf.yield", [], nexts)
    return [_unflattened(whole, axis, other, outside) for whole, other in zip(loop.results, others)]


def _product(sizes: list[ir.Value | int]) -> ir.Value:
    total = None
    for size in sizes:
        size = build.index(size) if isinstance(size, int) else size
        total = size if total is None else build.emit1("arith.muli", size.type, total, size)
    return total


def _axes(type: ir.Type, sizes: list[ir.Value | int], begin: ir.Value, chunk: int, rows: bool) -> ir.Value:
    """The unit vectors of `chunk` elements in row-major order, from `begin` on; as rows or as columns."""
    rank, shape = len(sizes), shape_of(type)
    captured = [build.index(n) if isinstance(n, int) else n for n in sizes]

    def is_one(_) -> list[ir.Value]:
        at = [_index(d) for d in range(rank + 1)]
        wanted = build.emit1("arith.addi", begin.type, begin, at.pop(0 if rows else rank))
        here = build.index(0)
        for size, place in zip(captured, at):
            here = build.emit1("arith.muli", here.type, here, size)
            here = build.emit1("arith.addi", here.type, here, place)
        hit = build.compare_integers("eq", here, wanted)
        of = build.element(type)
        return [build.emit1("arith.select", of, hit, build.constant(of, 1.0), build.constant(of, 0.0))]

    shape, sizes = ([chunk, *shape], [chunk, *sizes]) if rows else ([*shape, chunk], [*sizes, chunk])
    into = build.empty(build.tensor_type(shape, build.element(type)), sizes)
    identity = ir.AffineMap.get_identity(rank + 1)
    return build.generic([], [into], [identity], ["parallel"] * (rank + 1), is_one)[0]


def _index(dim: int) -> ir.Value:
    number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), dim)
    return build.emit1("linalg.index", build.index_type(), dim=number)


def _store(part: ir.Value, into: ir.Value, begin: ir.Value, width: ir.Value | int, rows: bool) -> ir.Value:
    """Puts the derivatives for a chunk where they belong: in the first dimension, or in the last."""
    sizes, shape = build.sizes_of(part), shape_of(part.type)
    at, rest = (0 if rows else len(sizes) - 1), [0] * (len(sizes) - 1)
    ones = [1] * len(sizes)
    if not isinstance(width, int):  # the last chunk may have fewer
        sizes[at], shape[at] = width, DYNAMIC
        narrow = build.tensor_type(shape, build.element(part.type))
        part = build.extract_slice(part, narrow, [0] * len(sizes), sizes, ones)
    return build.insert_slice(part, into, [begin, *rest] if rows else [*rest, begin], sizes, ones)


def _unflattened(whole: ir.Value, axis: ir.Value, other: ir.Value, outside: bool) -> ir.Value:
    """The array with the dimensions of `axis` where it has one for its elements."""
    result = block(axis.type, other.type) if outside else block(other.type, axis.type)
    result = result if build.is_tensor(result) else build.tensor_type([], result)
    inner, rest = len(shape_of(axis.type)), len(shape_of(other.type))
    number = ir.IntegerType.get_signless(64)
    at = 0 if outside else rest
    groups = [[d] for d in range(at)] + [list(range(at, at + inner))] + [[at + inner + d] for d in range(rest - at)]
    if inner == 0:  # a scalar has one element and no dimension
        sizes = [*build.sizes_of(whole)[1:]] if outside else build.sizes_of(whole)[:-1]
        offsets = [0] * (rest + 1)
        whole = build.extract_slice(whole, result, offsets, [1, *sizes] if outside else [*sizes, 1], [1] * (rest + 1))
    elif inner > 1:
        own = [*build.sizes_of(axis), *build.sizes_of(other)] if outside else [*build.sizes_of(other), *build.sizes_of(axis)]
        whole = build.emit1(
            "tensor.expand_shape",
            result,
            whole,
            *build.dynamic_sizes(result, own),
            reassociation=ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(number, d) for d in g]) for g in groups]),
            static_output_shape=ir.DenseI64ArrayAttr.get(shape_of(result)),
        )
    if not build.is_tensor(axis.type) and not build.is_tensor(other.type):
        return build.extract(whole, [])
    return whole
