"""What a memref stands for: a view, or one of two, as a condition says that the program computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .... import build
from ....mlir import ir
from . import views
from .index_arithmetic import Index, value
from .points_to import Root
from .views import Contents, View


@dataclass(frozen=True)
class Choice:
    """One of two memrefs."""

    flag: ir.Value
    one: "Pointer"
    other: "Pointer"

    @property
    def type(self) -> ir.Type:
        """The tensor type that fits both sides."""
        return merged(self.one.type, self.other.type)

    @property
    def sizes(self) -> list[Index]:
        return [self._size(a, b) for a, b in zip(self.one.sizes, self.other.sizes, strict=True)]

    def _size(self, a: Index, b: Index) -> Index:
        if a == b if isinstance(a, int) == isinstance(b, int) else False:
            return a
        return build.emit1("arith.select", build.index_type(), self.flag, value(a), value(b))

    def read(self, contents: Contents) -> ir.Value:
        return self.either(contents, [], self.type, lambda side, here: views.cast(side.read(here), self.type))

    def write(self, tensor: ir.Value, contents: Contents) -> None:
        self.either(contents, roots(self), None, lambda side, here: side.write(tensor, here))

    def either(self, contents: Contents, changed: list[Root], type: ir.Type | None, act: Callable) -> ir.Value | None:
        """Does one thing on the side that is chosen; what it gives, of this type, if it gives something."""
        types = [contents[root].type for root in changed] + ([type] if type is not None else [])
        branch = ir.Operation.create("scf.if", results=types, operands=[self.flag], regions=2)
        for region, side in zip(branch.regions, (self.one, self.other)):
            with ir.InsertionPoint(region.blocks.append()):
                here = dict(contents)
                given = act(side, here)
                build.emit("scf.yield", [], [here[root] for root in changed] + ([given] if type is not None else []))
        for root, result in zip(changed, branch.results):
            contents[root] = result
        return branch.results[len(changed)] if type is not None else None


Pointer = View | Choice


def roots(pointer: Pointer) -> list[Root]:
    """The memory that it may stand for."""
    if isinstance(pointer, Choice):
        return list(dict.fromkeys([*roots(pointer.one), *roots(pointer.other)]))
    return [pointer.root]


def load(pointer: Pointer, indices: Sequence[Index], contents: Contents) -> ir.Value:
    """The element at these indices."""
    if isinstance(pointer, Choice):
        element = build.element(pointer.type)
        return pointer.either(contents, [], element, lambda side, here: load(side, indices, here))
    return views.load(pointer, indices, contents)


def store(element: ir.Value, pointer: Pointer, indices: Sequence[Index], contents: Contents) -> None:
    """Puts an element at these indices."""
    if isinstance(pointer, Choice):
        pointer.either(contents, roots(pointer), None, lambda side, here: store(element, side, indices, here))
    else:
        views.store(element, pointer, indices, contents)


def mapped(pointer: Pointer, to: Callable[[View], View]) -> Pointer:
    """The same view of each side."""
    if isinstance(pointer, Choice):
        return Choice(pointer.flag, mapped(pointer.one, to), mapped(pointer.other, to))
    return to(pointer)


def merged(a: ir.Type, b: ir.Type) -> ir.Type:
    """A tensor type with the sizes that both have."""
    shape = [n if n == m else build.DYNAMIC for n, m in zip(build.shape_of(a), build.shape_of(b), strict=True)]
    return build.tensor_type(shape, build.element(a))
