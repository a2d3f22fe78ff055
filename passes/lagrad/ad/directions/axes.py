"""A derivative in the direction of every coordinate axis, a chunk of them at a time.

One loop runs through the chunks, and all that does not depend on the directions stands before it. The last
chunk goes back far enough to be a whole one; where the number of axes is not known, it has fewer.

The dimension of the directions is the first one where they give rows and the last one where they give columns,
so that a chunk goes into the array as it is.
"""

from __future__ import annotations

import math

from ... import build
from ...analysis.derivative_types import block
from ...build import DYNAMIC, is_tensor, shape_of
from ...mlir import ir
from ..emission import for_loop
from .many import OneDirection


def along_axes(
    chunk: int, balanced: bool, one: OneDirection, given: list, axes: list[ir.Value], others: list[ir.Value], rows: bool
) -> list[list[ir.Value]]:
    """For each of `others`, and each of `axes`, the array of derivatives in the directions of its elements.

    `given` has None where the directions stand. The elements of `axes` are the outside dimensions of the
    arrays, which get rows, or the inside ones. Several axes have static shapes. `balanced` chunks are of one size.
    """
    sizes = [build.sizes_of(axis) for axis in axes]
    static = all(isinstance(n, int) for own in sizes for n in own)
    firsts = [sum(math.prod(own) for own in sizes[:k]) for k in range(len(axes))] if static else [0]
    total = sum(map(math.prod, sizes)) if static else _product(sizes[0])
    if static:
        chunk = min(chunk, max(total, 1))
        if balanced and total:
            chunk = -(-total // -(-total // chunk))
    flat = total if static else DYNAMIC
    starts = []
    for other in others:
        own, shape = build.sizes_of(other), shape_of(other.type)
        shape, own = ([flat, *shape], [total, *own]) if rows else ([*shape, flat], [*own, total])
        starts.append(build.empty(build.tensor_type(shape, build.element(axes[0].type)), own))
    zero, end, step = build.index(0), build.index(total) if static else total, build.index(chunk)
    loop = for_loop([zero, end, step], starts)
    number, *carried = loop.regions[0].blocks[0].arguments
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        begin, width = number, chunk
        if static and total % chunk:
            begin = build.emit1("arith.minsi", end.type, number, build.index(total - chunk))
        elif not static:
            left = build.emit1("arith.subi", end.type, end, number)
            width = build.emit1("arith.minsi", end.type, left, step)
        seeds = iter(
            [_unit_vectors(a.type, own, begin, first, chunk, rows) for a, own, first in zip(axes, sizes, firsts)]
        )
        arguments = [next(seeds) if value is None else value for value in given]
        found = one.emit(arguments, chunk, 0, not rows, ir.InsertionPoint(loop), sizes)
        nexts = [_store(part, into, begin, width, rows) for part, into in zip(found, carried)]
        build.emit("scf.yield", [], nexts)
    return [
        [_array(whole, axis, first, other, len(axes) == 1, rows) for axis, first in zip(axes, firsts)]
        for whole, other in zip(loop.results, others)
    ]


def _product(sizes: list[ir.Value | int]) -> ir.Value:
    total = None
    for size in sizes:
        size = build.index(size) if isinstance(size, int) else size
        total = size if total is None else build.emit1("arith.muli", size.type, total, size)
    return total


def _unit_vectors(
    type: ir.Type, sizes: list[ir.Value | int], begin: ir.Value, first: int, chunk: int, rows: bool
) -> ir.Value:
    """The directions of `chunk` axes from `begin` on, of which the elements of a tensor are those from `first` on, in
    row-major order.
    """
    rank, shape = len(sizes), shape_of(type)
    captured = [build.index(n) if isinstance(n, int) else n for n in sizes]

    def is_one(_) -> list[ir.Value]:
        at = [_index(d) for d in range(rank + 1)]
        wanted = build.emit1("arith.addi", begin.type, begin, at.pop(0 if rows else rank))
        here = build.index(0)
        for size, place in zip(captured, at):
            here = build.emit1("arith.muli", here.type, here, size)
            here = build.emit1("arith.addi", here.type, here, place)
        if first:
            here = build.emit1("arith.addi", here.type, here, build.index(first))
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


def _array(whole: ir.Value, axis: ir.Value, first: int, other: ir.Value, alone: bool, rows: bool) -> ir.Value:
    """The part of one axis, with the dimensions of the axis where it has one for its elements."""
    result = block(axis.type, other.type) if rows else block(other.type, axis.type)
    inner, rest = len(shape_of(axis.type)), len(shape_of(other.type))
    at = 0 if rows else rest
    if inner == 0 or not alone:  # a scalar has one element and no dimension
        sizes, shape = build.sizes_of(whole), shape_of(whole.type)
        sizes[at] = shape[at] = math.prod(shape_of(axis.type))
        offsets = [0] * (rest + 1)
        offsets[at] = first
        if inner == 0:
            del shape[at]
        whole = build.extract_slice(
            whole, build.tensor_type(shape, build.element(result)), offsets, sizes, [1] * (rest + 1)
        )
    if inner > 1:
        number = ir.IntegerType.get_signless(64)
        groups = [[d] for d in range(at)] + [list(range(at, at + inner))] + [[at + inner + d] for d in range(rest - at)]
        own = (
            [*build.sizes_of(axis), *build.sizes_of(other)] if rows else [*build.sizes_of(other), *build.sizes_of(axis)]
        )
        whole = build.emit1(
            "tensor.expand_shape",
            result,
            whole,
            *build.dynamic_sizes(result, own),
            reassociation=ir.ArrayAttr.get(
                [ir.ArrayAttr.get([ir.IntegerAttr.get(number, d) for d in g]) for g in groups]
            ),
            static_output_shape=ir.DenseI64ArrayAttr.get(shape_of(result)),
        )
    return whole if is_tensor(result) else build.extract(whole, [])
