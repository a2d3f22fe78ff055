"""Tensor operations over many directions: the same, with one dimension more that is taken whole."""

from __future__ import annotations

from ... import build
from ...build import DYNAMIC, shape_of
from ...mlir import ir
from ...rules import batched
from .batch import Batch


def _slice_of(op, batch: Batch, first: int):
    dynamic = iter(batch.value(v) for v in list(op.operands)[first:])
    parts = [
        [next(dynamic) if n == DYNAMIC else n for n in op.attributes[name]]
        for name in ("static_offsets", "static_sizes", "static_strides")
    ]
    return batch.place(*parts)


def _element(batch: Batch, at: list[ir.Value]):
    ones = [1] * len(at)
    return batch.place(at, ones, ones)


@batched("tensor.extract")
def extract(op, batch: Batch):
    source, *at = op.operands
    place = _element(batch, [batch.value(v) for v in at])
    return [build.extract_slice(batch.value(source), batch.type(op.results[0].type), *place)]


@batched("tensor.insert")
def insert(op, batch: Batch):
    scalar, into, *at = op.operands
    place = _element(batch, [batch.value(v) for v in at])
    return [build.insert_slice(batch.lifted(scalar), batch.lifted(into), *place)]


@batched("tensor.extract_slice")
def extract_slice(op, batch: Batch):
    place = _slice_of(op, batch, 1)
    return [build.extract_slice(batch.value(op.operands[0]), batch.type(op.results[0].type), *place)]


@batched("tensor.insert_slice")
def insert_slice(op, batch: Batch):
    source, into = list(op.operands)[:2]
    place = _slice_of(op, batch, 2)
    return [build.insert_slice(batch.lifted(source), batch.lifted(into), *place)]


def _regrouped(op, batch: Batch, rank: int) -> ir.Attribute:
    """The groups of dimensions of a reshape, and one of the directions. Of a scalar's unit dimensions there is no
    group.
    """
    number = ir.IntegerType.get_signless(64)
    first, own = (0, rank) if batch.inner else (1, 0)
    groups = batch.grown([[n.value + first for n in group] for group in op.attributes["reassociation"]], [own])
    if len(groups) == 1:
        groups = [list(range(rank + 1))]
    return ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(number, n) for n in group]) for group in groups])


@batched("tensor.expand_shape")
def expand_shape(op, batch: Batch):
    source, *sizes = op.operands
    type = batch.type(op.results[0].type)
    rest = iter(sizes)
    own = [batch.value(next(rest)) if n == DYNAMIC else n for n in shape_of(op.results[0].type)]
    return [
        build.emit1(
            "tensor.expand_shape",
            type,
            batch.value(source),
            *build.dynamic_sizes(type, batch.grown(own, batch.count)),
            reassociation=_regrouped(op, batch, len(shape_of(op.results[0].type))),
            static_output_shape=ir.DenseI64ArrayAttr.get(shape_of(type)),
        )
    ]


@batched("tensor.collapse_shape")
def collapse_shape(op, batch: Batch):
    source = op.operands[0]
    groups = _regrouped(op, batch, len(shape_of(source.type)))
    return [
        build.emit1("tensor.collapse_shape", batch.type(op.results[0].type), batch.value(source), reassociation=groups)
    ]


@batched("tensor.cast")
def cast(op, batch: Batch):
    return [build.emit1("tensor.cast", batch.type(op.results[0].type), batch.value(op.operands[0]))]


@batched("tensor.reshape")
def reshape(op, batch: Batch):
    source, shape = op.operands
    type, shape = batch.type(op.results[0].type), batch.value(shape)
    of = build.element(shape.type)
    count = build.constant(of, batch.count) if isinstance(batch.count, int) else batch.count
    if count.type != of:
        count = build.emit1("arith.index_cast", of, count)
    sizes = [build.extract(shape, [build.index(d)]) for d in range(len(shape_of(type)) - 1)]
    whole = build.emit1("tensor.from_elements", build.tensor_type([len(sizes) + 1], of), *batch.grown(sizes, count))
    return [build.emit1("tensor.reshape", type, batch.value(source), whole)]


@batched("tensor.from_elements")
def from_elements(op, batch: Batch):
    type = op.results[0].type
    whole = batch.empty(type, shape_of(type))
    for number, scalar in enumerate(op.operands):
        at: list[int] = []
        for size in reversed(shape_of(type)):
            number, last = divmod(number, size)
            at.insert(0, last)
        whole = build.insert_slice(batch.lifted(scalar), whole, *_element(batch, at))
    return [whole]


def _spread(batch: Batch, scalar: ir.Value, into: ir.Value) -> ir.Value:
    """One number a direction, put everywhere in that direction."""
    rank = len(shape_of(into.type))
    direction = ir.AffineDimExpr.get(rank - 1 if batch.inner else 0)
    maps = [ir.AffineMap.get(rank, 0, [direction]), ir.AffineMap.get_identity(rank)]
    return build.generic([scalar], [into], maps, ["parallel"] * rank, lambda args: args[:1])[0]


@batched("tensor.splat")
def splat(op, batch: Batch):
    scalar, *sizes = op.operands
    type, rest = op.results[0].type, iter(sizes)
    sizes = [batch.value(next(rest)) if n == DYNAMIC else n for n in shape_of(type)]
    return [_spread(batch, batch.value(scalar), batch.empty(type, sizes))]


@batched("linalg.fill")
def fill(op, batch: Batch):
    number, into = op.operands
    if batch.is_mapped(number):
        return [_spread(batch, batch.value(number), batch.lifted(into))]
    return [build.fill(batch.value(number), batch.lifted(into))]


@batched("tensor.dim")
def dim(op, batch: Batch):
    """A size of one direction."""
    tensor, axis = op.operands
    number = build.constant_of(axis)
    if tensor in batch.sizes and number is not None:
        batch.local.discard(op.results[0])
        size = batch.sizes[tensor][number]
        return [size if not isinstance(size, int) else build.index(size)]
    axis = batch.value(axis)
    if not batch.inner:
        axis = build.emit1("arith.addi", axis.type, axis, build.index(1))
    return [build.emit1("tensor.dim", axis.type, batch.value(tensor), axis)]


@batched("arith.select")
def select(op, batch: Batch):
    """A choice between tensors. (Between scalars it is an elementwise operation.)"""
    condition, *choices = op.operands
    choices = [batch.lifted(v) for v in choices]
    return [build.emit1("arith.select", choices[0].type, batch.value(condition), *choices)]


@batched("lagrad.stop_gradient")
def stop_gradient(op, batch: Batch):
    whole = batch.value(op.operands[0])
    return [build.emit1(op.name, whole.type, whole)]
