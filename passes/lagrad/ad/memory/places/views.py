"""A memref as a part of the memory that it views: where its elements lie, and how a tensor of them is read and written.

Views stand on each other as the operations of the program do. `Contents` is the tensor that a root's memory holds at
the place that is emitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .... import build
from ....mlir import ir
from ...rewrites.control_forms import nest
from . import index_arithmetic as index
from .index_arithmetic import Index
from .points_to import Root

Contents = dict[Root, ir.Value]


def shape_of(type: ir.Type) -> list[int]:
    """Static sizes of a memref, DYNAMIC where unknown."""
    return list(ir.MemRefType(type).shape)


def tensor_of(type: ir.Type) -> ir.Type:
    """The tensor type with the elements of a memref."""
    return build.tensor_type(shape_of(type), ir.MemRefType(type).element_type)


def is_contiguous(type: ir.Type) -> bool:
    """Whether the elements of a memref lie one after the other, in row-major order."""
    type = ir.MemRefType(type)
    return type.affine_map == ir.AffineMap.get_identity(type.rank)


def cast(tensor: ir.Value, type: ir.Type) -> ir.Value:
    """The tensor with a type that knows other sizes of it."""
    return tensor if tensor.type == type else build.emit1("tensor.cast", type, tensor)


@dataclass(frozen=True)
class Whole:
    """All of a root's memory."""

    root: Root
    sizes: list[Index]

    @property
    def type(self) -> ir.Type:
        return tensor_of(self.root.type)

    def place(self, indices: Sequence[Index]) -> list[Index]:
        """The indices in the root of the element at `indices`."""
        return list(indices)

    def read(self, contents: Contents) -> ir.Value:
        return contents[self.root]

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        contents[self.root] = cast(tensor, self.type)


@dataclass(frozen=True)
class Part:
    """What all views of views share."""

    of: "Whole | Part"
    type: ir.Type  # of the tensor
    sizes: list[Index]

    @property
    def root(self) -> Root:
        return self.of.root


@dataclass(frozen=True)
class Cast(Part):
    """The same elements, of other sizes known."""

    def place(self, indices: Sequence[Index]) -> list[Index]:
        return self.of.place(indices)

    def read(self, contents: Contents) -> ir.Value:
        return cast(self.of.read(contents), self.type)

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        self.of.write(cast(tensor, self.of.type), contents)


@dataclass(frozen=True)
class Slice(Part):
    """`memref.subview`; `kept` are the dimensions that its type has."""

    offsets: list[Index]
    extents: list[Index]
    strides: list[Index]
    kept: list[int]

    def place(self, indices: Sequence[Index]) -> list[Index]:
        places = list(self.offsets)
        for dimension, at in zip(self.kept, indices, strict=True):
            places[dimension] = index.add(places[dimension], index.multiply(at, self.strides[dimension]))
        return self.of.place(places)

    def read(self, contents: Contents) -> ir.Value:
        return build.extract_slice(self.of.read(contents), self.type, self.offsets, self.extents, self.strides)

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        whole = self.of.read(contents)
        part = cast(tensor, self.type)
        self.of.write(build.insert_slice(part, whole, self.offsets, self.extents, self.strides), contents)


@dataclass(frozen=True)
class Collapse(Part):
    """`memref.collapse_shape`; `groups` are the dimensions of its source that become one."""

    groups: ir.Attribute

    def place(self, indices: Sequence[Index]) -> list[Index]:
        places = []
        for group, at in zip(self.groups, indices, strict=True):
            places += index.delinear(at, [self.of.sizes[n.value] for n in group])
        return self.of.place(places)

    def read(self, contents: Contents) -> ir.Value:
        return build.emit1("tensor.collapse_shape", self.type, self.of.read(contents), reassociation=self.groups)

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        self.of.write(_expand(cast(tensor, self.type), self.of.type, self.of.sizes, self.groups), contents)


@dataclass(frozen=True)
class Expand(Part):
    """`memref.expand_shape`; `groups` are its dimensions that one of the source becomes."""

    groups: ir.Attribute

    def place(self, indices: Sequence[Index]) -> list[Index]:
        places = []
        for group in self.groups:
            numbers = [n.value for n in group]
            places.append(index.linear([indices[n] for n in numbers], [self.sizes[n] for n in numbers]))
        return self.of.place(places)

    def read(self, contents: Contents) -> ir.Value:
        return _expand(self.of.read(contents), self.type, self.sizes, self.groups)

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        narrow = build.emit1("tensor.collapse_shape", self.of.type, cast(tensor, self.type), reassociation=self.groups)
        self.of.write(narrow, contents)


def _expand(tensor: ir.Value, type: ir.Type, sizes: Sequence[Index], groups: ir.Attribute) -> ir.Value:
    return build.emit1(
        "tensor.expand_shape",
        type,
        tensor,
        *(index.value(size) for size in build.dynamic_sizes(type, sizes)),
        reassociation=groups,
        static_output_shape=ir.DenseI64ArrayAttr.get(build.shape_of(type)),
    )


@dataclass(frozen=True)
class Transpose(Part):
    """`memref.transpose`; dimension n is dimension `order[n]` of the source."""

    order: list[int]

    def place(self, indices: Sequence[Index]) -> list[Index]:
        return self.of.place([indices[self.order.index(n)] for n in range(len(self.order))])

    def read(self, contents: Contents) -> ir.Value:
        return _transpose(self.of.read(contents), self.type, self.sizes, self.order)

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        back = [self.order.index(n) for n in range(len(self.order))]
        self.of.write(_transpose(cast(tensor, self.type), self.of.type, self.of.sizes, back), contents)


def _transpose(tensor: ir.Value, type: ir.Type, sizes: Sequence[Index], order: Sequence[int]) -> ir.Value:
    rank = len(order)
    target = build.empty(type, sizes)
    maps = [ir.AffineMap.get_permutation([list(order).index(n) for n in range(rank)]), ir.AffineMap.get_identity(rank)]
    return build.generic([tensor], [target], maps, ["parallel"] * rank, lambda args: [args[0]])[0]


@dataclass(frozen=True)
class Strided(Part):
    """`memref.reinterpret_cast`: elements by their distance from the first one of the memory, which has no gaps.

    So is an argument that is part of a common buffer, with its type: what is cast again counts from its beginning.
    """

    offset: Index
    strides: list[Index]
    argument: ir.Type | None = None

    def place(self, indices: Sequence[Index]) -> list[Index]:
        number = self.offset
        for at, stride in zip(indices, self.strides, strict=True):
            number = index.add(number, index.multiply(at, stride))
        return self.of.place(index.delinear(number, self.of.sizes))

    def read(self, contents: Contents) -> ir.Value:
        rank = len(self.sizes)
        target = build.empty(self.type, self.sizes)

        def body(_: list[ir.Value]) -> list[ir.Value]:
            at = [build.emit1("linalg.index", build.index_type(), dim=_i64(d)) for d in range(rank)]
            return [load(self, at, contents)]

        return build.generic([], [target], [ir.AffineMap.get_identity(rank)], ["parallel"] * rank, body)[0]

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        def body(at: list[ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
            inside = {**contents, self.root: carried[0]}
            store(build.extract(tensor, at), self, at, inside)
            return [inside[self.root]]

        sizes = [index.value(size) for size in self.sizes]
        zero, one = [build.index(0)] * len(sizes), [build.index(1)] * len(sizes)
        (contents[self.root],) = nest(zero, sizes, one, [contents[self.root]], body)


def _i64(number: int) -> ir.Attribute:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)


View = Whole | Cast | Slice | Collapse | Expand | Transpose | Strided


def load(view: View, indices: Sequence[Index], contents: Contents) -> ir.Value:
    """The element at these indices."""
    return build.extract(contents[view.root], [index.value(n) for n in view.place(indices)])


def store(element: ir.Value, view: View, indices: Sequence[Index], contents: Contents) -> None:
    """Puts an element at these indices."""
    places = [index.value(n) for n in view.place(indices)]
    contents[view.root] = build.insert(element, contents[view.root], places)
