"""What the iterations of a loop have in common, and slices that run along them."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..build import shape_of
from ..forms import trip_count
from ..mlir import ir
from .carried import Place
from .not_raised import NotRaised
from .steady import Indices


@dataclass(frozen=True)
class Along:
    """A value of all iterations: dimension `axis` of a tensor is that of the iterations, None if all have the same."""

    whole: ir.Value
    axis: int | None


@dataclass
class Version:
    """A carried tensor at some point of the iterations, restricted in one dimension to what they own."""

    whole: ir.Value | None  # None while `scalar` waits to be written to `before`
    before: "Version | None" = None
    place: Place | None = None
    scalar: ir.Value | None = None


class Space:
    """The iterations of a loop; the insertion point is in front of it."""

    def __init__(self, loop: ir.Operation):
        self.loop = loop
        self.block = loop.regions[0].blocks[0]
        self.induction, *self.arguments = self.block.arguments
        self.bounds, self.inits = list(loop.operands)[:3], list(loop.operands)[3:]
        self.indices = Indices(loop)
        unsigned = trip_count.is_unsigned(loop)
        self.count = trip_count.emitted(self.bounds, unsigned, not unsigned and self.indices.are_ordered())
        *self.body, last = [view.operation for view in self.block.operations]
        self.yields = list(last.operands)
        self.number = {op: n for n, op in enumerate(self.body)}
        self.same: dict[ir.Value, ir.Value] = {}  # of the body, and the same in all iterations
        self.along: dict[ir.Value, Along] = {}  # of the body, with a dimension of the iterations
        self.versions: dict[ir.Value, Version] = {}  # of the carried tensors of which each iteration owns a part
        self.sums: dict[ir.Value, int] = {}  # version, or element read of it -> the argument that is added to
        self.results: list[ir.Value | None] = [None] * len(self.inits)
        self._slices: dict[tuple, ir.Value] = {}
        self._sizes: dict[ir.Value, list[ir.Value | int]] = {}  # of those

    def is_outside(self, value: ir.Value) -> bool:
        return (value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block) != self.block

    def is_same(self, value: ir.Value) -> bool:
        return value in self.same or self.is_outside(value)

    def here(self, value: ir.Value | int) -> ir.Value | int:
        """What is the same in all iterations, in front of the loop."""
        if isinstance(value, int):
            return value
        if not self.is_same(value):
            raise NotRaised("a size or a place changes with the iterations", self.loop)
        number = build.constant_of(value)
        return self.same.get(value, value) if number is None else int(number)

    def static_count(self) -> int:
        return self.count if isinstance(self.count, int) else build.DYNAMIC

    def across(self, place: Place, axis: int, own: bool) -> tuple[list, list, list, list[int], int]:
        """Offsets, sizes, strides, kept dimensions and axis of a place in a tensor that has all iterations at `axis`.

        That dimension is one of the place's if the iterations `own` an index of it each, else one more.
        """
        parts = []
        for part, number in zip((place.offsets, place.sizes, place.strides), (0, self.count, 1)):
            found = [*part[:axis], number, *part[axis + 1 if own else axis :]]
            parts.append([self.here(n) for n in found])
        kept = place.kept if own else [d if d < axis else d + 1 for d in place.kept]
        kept = sorted([*kept, axis])
        return *parts, kept, kept.index(axis)

    def slice(self, whole: ir.Value, offsets: list, sizes: list, strides: list, kept: list[int]) -> ir.Value:
        """A part of a tensor, each part once; the tensor itself if that is all of it."""
        shape = [sizes[d] if isinstance(sizes[d], int) else build.DYNAMIC for d in kept]
        type = build.tensor_type(shape, build.element(whole.type))
        if self.is_all(whole, None, offsets, sizes, strides) and len(kept) == len(sizes):
            return whole
        key = (whole, *offsets, None, *sizes, None, *strides, None, *kept)
        if key not in self._slices:
            self._slices[key] = build.extract_slice(whole, type, offsets, sizes, strides)
            self._sizes[self._slices[key]] = [sizes[d] for d in kept]
        return self._slices[key]

    def is_all(self, whole: ir.Value, part: ir.Value | None, offsets: list, sizes: list, strides: list) -> bool:
        """Whether a part is known to be the whole tensor, and has its type."""
        if any(not isinstance(n, int) or n for n in offsets) or any(not isinstance(n, int) or n != 1 for n in strides):
            return False
        known = self._sizes.get(whole, shape_of(whole.type))
        same = all(build.same_size(n, own) and own != build.DYNAMIC for n, own in zip(sizes, known, strict=True))
        return same and (part is None or part.type == whole.type)

    def of_source(self, source: ir.Value, place: Place) -> Along:
        """A place, which changes with the iterations, of a tensor that does not."""
        source = self.same.get(source, source)
        found = [self.indices.of(offset) for offset in place.offsets]
        moving = [d for d, index in enumerate(found) if index.step]
        if len(moving) > 1 or any(found[d].step < 0 for d in moving):
            raise NotRaised("what is read is no slice along one dimension", self.loop)
        offsets = [index.start() for index in found]
        sizes, strides = [self.here(n) for n in place.sizes], [self.here(n) for n in place.strides]
        if not moving:
            return Along(self.slice(source, offsets, sizes, strides, place.kept), None)
        [axis] = moving
        if axis in place.kept or sizes[axis] != 1:
            raise NotRaised("a window moves with the iterations", self.loop)
        sizes[axis], strides[axis] = self.count, found[axis].step
        kept = sorted([*place.kept, axis])
        return Along(self.slice(source, offsets, sizes, strides, kept), kept.index(axis))


def dimension(d: int) -> ir.Value:
    return build.emit1("linalg.index", build.index_type(), dim=ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d))
