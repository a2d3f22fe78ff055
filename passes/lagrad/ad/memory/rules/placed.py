"""Memrefs that loops and branches pass on, as numbers that are passed on in their place.

They say which memory the memref is a part of, where its first element is in that, and the sizes and strides that its
type leaves open. That is all there is to know: every view is such a part.
"""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....analysis.memory import is_memory
from ....errors import Failure, error, note
from ....mlir import ir
from ..places import index_arithmetic as index
from ..places.index_arithmetic import Index
from ..places.pointers import Choice, Pointer
from ..places.points_to import Root
from ..places.views import Cast, Collapse, Expand, Slice, Strided, Transpose, View, Whole, shape_of, tensor_of
from ..raising.raiser import Raiser


class Placed:
    """What stands for one memref that an operation passes on."""

    def __init__(self, raiser: Raiser, op: ir.Operation, memref: ir.Value):
        self.type, self.raiser = memref.type, raiser
        self.roots = raiser.roots(memref)
        inside = [root for root in self.roots if root not in raiser.contents]
        if inside or not self.roots:
            about = note(inside[0].value.location, "this is that memory") if inside else None
            advice = note(None, "take the memory before it, or carry what it holds as a tensor")
            message = f"cannot differentiate '{op.name}' that passes on memory which comes into being inside of it"
            raise Failure(error(op.location, message, *([about] if about else []), advice))
        self.open = [d for d, size in enumerate(shape_of(self.type)) if size == build.DYNAMIC]

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return 2 + len(self.open) + len(shape_of(self.type))

    def numbers(self, pointer: Pointer) -> list[ir.Value]:
        if isinstance(pointer, Choice):
            sides = zip(self.numbers(pointer.one), self.numbers(pointer.other))
            return [build.emit1("arith.select", a.type, pointer.flag, a, b) for a, b in sides]
        offset, strides = strided(pointer)
        sizes = [pointer.sizes[d] for d in self.open]
        return [index.value(n) for n in (self.roots.index(pointer.root), offset, *sizes, *strides)]

    def pointer(self, numbers: Sequence[ir.Value]) -> Pointer:
        which, offset, *rest = numbers
        opened = dict(zip(self.open, rest))
        sizes = [opened.get(d, size) for d, size in enumerate(shape_of(self.type))]
        strides, type = rest[len(self.open) :], tensor_of(self.type)

        def part(root: Root) -> View:
            whole = Whole(root, build.sizes_of(self.raiser.contents[root]))
            return Strided(whole, type, sizes, offset, list(strides))

        pointer: Pointer = part(self.roots[-1])
        for number in reversed(range(len(self.roots) - 1)):
            flag = build.compare_integers("eq", which, build.index(number))
            pointer = Choice(flag, part(self.roots[number]), pointer)
        return pointer


class Passed:
    """The values that an operation takes, gives or carries, those that are memrefs as numbers."""

    def __init__(self, raiser: Raiser, op: ir.Operation, values: Sequence[ir.Value]):
        self.raiser = raiser
        self.placed = [Placed(raiser, op, v) if is_memory(v.type) else None for v in values]
        self.types: list[ir.Type] = []
        for value, own in zip(values, self.placed):
            self.types += [value.type] if own is None else [build.index_type()] * own.count

    def given(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        """What is passed on where the program passes these values."""
        found = []
        for value, own in zip(values, self.placed, strict=True):
            found += [self.raiser.value(value)] if own is None else own.numbers(self.raiser.pointer(value))
        return found

    def take(self, targets: Sequence[ir.Value], values: Sequence[ir.Value]) -> None:
        """Lets what was passed on stand for these values of the program."""
        rest = iter(values)
        for target, own in zip(targets, self.placed, strict=True):
            if own is None:
                self.raiser.scope[target] = next(rest)
            else:
                self.raiser.pointers[target] = own.pointer([next(rest) for _ in range(own.count)])


def strided(view: View) -> tuple[Index, list[Index]]:
    """The number of a view's first element in the memory that it is a part of, and its strides there."""
    if isinstance(view, Whole):
        return 0, _contiguous(view.sizes, 1)
    if isinstance(view, Strided):
        return view.offset, list(view.strides)
    offset, strides = strided(view.of)
    match view:
        case Cast():
            return offset, strides
        case Slice():
            for at, stride in zip(view.offsets, strides, strict=True):
                offset = index.add(offset, index.multiply(at, stride))
            return offset, [index.multiply(strides[d], view.strides[d]) for d in view.kept]
        case Transpose():
            return offset, [strides[d] for d in view.order]
        case Collapse():
            groups = [[n.value for n in group] for group in view.groups]
            return offset, [strides[_last(group, view.of.sizes)] for group in groups]
        case Expand():
            found: list[Index] = []
            for group, stride in zip(view.groups, strides, strict=True):
                found += _contiguous([view.sizes[n.value] for n in group], stride)
            return offset, found
    raise TypeError(view)


def _last(group: Sequence[int], sizes: Sequence[Index]) -> int:
    """The dimension of a group that neighbours differ in: one of size 1 has any stride."""
    return next((d for d in reversed(group) if isinstance(sizes[d], ir.Value) or sizes[d] != 1), group[-1])


def _contiguous(sizes: Sequence[Index], last: Index) -> list[Index]:
    strides: list[Index] = []
    for size in reversed(sizes):
        strides.insert(0, last)
        last = index.multiply(last, size)
    return strides
