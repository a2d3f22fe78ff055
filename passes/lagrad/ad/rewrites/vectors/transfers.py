"""`vector.transfer_read` and `vector.transfer_write` of tensors, as slices.

    %v = vector.transfer_read %t[%i, %j], %p : tensor<?x?xf64>, vector<4xf64>

is the slice of four elements from (%i, %j) on. Where it may reach over the end of the tensor, it
is the part inside, in a tensor filled with %p; a write leaves out what lies outside.
"""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....mlir import ir


def select(mask: ir.Value, x: ir.Value, y: ir.Value) -> ir.Value:
    return build.emit1("arith.select", x.type, mask, x, y)


def arranged(source: ir.Value, places: Sequence[int], shape: Sequence[int]) -> ir.Value:
    """A tensor of a shape in which dimension `places[d]` is dimension d of the source, and along others it repeats."""
    if list(places) == list(range(len(shape))):
        return source
    type = build.tensor_type(shape, build.element(source.type))
    rank = len(shape)
    maps = [ir.AffineMap.get(rank, 0, [ir.AffineDimExpr.get(d) for d in places]), ir.AffineMap.get_identity(rank)]
    return build.generic([source], [build.empty(type, shape)], maps, ["parallel"] * rank, lambda args: [args[0]])[0]


class _Window:
    """The part of a tensor that a transfer reads or writes.

    `sizes` has the sizes of the vector by dimension of the tensor; in all others the part is one wide.
    """

    def __init__(self, tensor: ir.Value, indices: Sequence[ir.Value], sizes: dict[int, int], inside: Sequence[int]):
        self.tensor, self.kind = tensor, build.element(tensor.type)
        self.dims = sorted(sizes)
        self.shape = [sizes[d] for d in self.dims]
        self.offsets: list[ir.Value] = list(indices)
        self.spans: list[ir.Value | int] = [sizes.get(d, 1) for d in range(len(indices))]
        static = build.shape_of(tensor.type)
        for d in self.dims:
            first = build.constant_of(indices[d])
            known = first is not None and static[d] != build.DYNAMIC and first + sizes[d] <= static[d]
            if d not in inside and not known:
                self._clamp(d, sizes[d])

    def _clamp(self, d: int, size: int) -> None:
        end, first = build.index(0), self.offsets[d]
        extent = build.emit1("tensor.dim", build.index_type(), self.tensor, build.index(d))
        left = build.emit1("arith.subi", extent.type, extent, first)
        left = build.emit1("arith.maxsi", extent.type, left, end)
        self.spans[d] = build.emit1("arith.minsi", extent.type, left, build.index(size))
        self.offsets[d] = build.emit1("arith.minsi", extent.type, first, extent)

    @property
    def is_whole(self) -> bool:
        return all(isinstance(n, int) for n in self.spans)

    def read(self, padding: ir.Value) -> ir.Value:
        """The elements inside the tensor, and the padding elsewhere; the dimensions in the tensor's order."""
        spans = [self.spans[d] for d in self.dims]
        part = build.extract_slice(self.tensor, self._type(spans), *self._place())
        if self.is_whole:
            return part
        around = build.emit1("tensor.splat", build.tensor_type(self.shape, self.kind), padding)
        return build.insert_slice(part, around, [0] * len(spans), spans, [1] * len(spans))

    def write(self, value: ir.Value) -> ir.Value:
        """The tensor with those elements overwritten that lie in it."""
        if not self.is_whole:
            spans = [self.spans[d] for d in self.dims]
            value = build.extract_slice(value, self._type(spans), [0] * len(spans), spans, [1] * len(spans))
        return build.insert_slice(value, self.tensor, *self._place())

    def _type(self, spans: list) -> ir.Type:
        return build.tensor_type([n if isinstance(n, int) else build.DYNAMIC for n in spans], self.kind)

    def _place(self):
        return self.offsets, self.spans, [1] * len(self.spans)


def _window(op: ir.Operation, tensor: ir.Value, indices, shape: list[int], masked: bool) -> tuple[_Window, list[int]]:
    """Where a transfer works, and for each dimension of the window, in order, the one of the vector."""
    along = [_dimension(e) for e in op.attributes["permutation_map"].value.results]
    sizes = {d: n for d, n in zip(along, shape) if d is not None}
    promised = [flag.value for flag in op.attributes["in_bounds"]]
    inside = [] if masked else [d for d, holds in zip(along, promised) if holds]  # a mask may keep it inside
    return _Window(tensor, indices, sizes, inside), [along.index(d) for d in sorted(sizes)]


def _dimension(expression: ir.AffineExpr) -> int | None:
    """The dimension of the tensor; None for one along which the vector repeats."""
    return ir.AffineDimExpr(expression).position if isinstance(expression, ir.AffineDimExpr) else None


def transfer_read(op: ir.Operation, mask: ir.Value | None = None) -> list[ir.Value]:
    rank = op.attributes["operandSegmentSizes"][1]
    tensor, *indices = list(op.operands)[: rank + 1]
    padding, *own = list(op.operands)[rank + 1 :]
    mask = own[0] if own else mask
    shape = build.shape_of(op.results[0].type)
    window, places = _window(op, tensor, indices, shape, mask is not None)
    part = window.read(padding)
    if mask is not None:
        part = select(mask, part, build.emit1("tensor.splat", part.type, padding))
    return [arranged(part, places, shape)]


def transfer_write(op: ir.Operation, mask: ir.Value | None = None) -> list[ir.Value]:
    rank = op.attributes["operandSegmentSizes"][2]
    value, tensor, *indices = list(op.operands)[: rank + 2]
    own = list(op.operands)[rank + 2 :]
    mask = own[0] if own else mask
    window, places = _window(op, tensor, indices, build.shape_of(value.type), mask is not None)
    value = arranged(value, [places.index(d) for d in range(len(places))], window.shape)
    if mask is not None:
        value = select(mask, value, window.read(build.constant(window.kind, 0)))
    return [window.write(value)]
