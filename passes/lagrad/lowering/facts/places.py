"""Where in memory a program reads and writes: a buffer and one index for each of its dimensions.

A vector is so many elements from there on, along the last dimension.

An index is a sum of values times numbers (`Linear`), as far as it can be seen, so that two places
can be compared: `2 * i` and `2 * i + 1` are never one place in an iteration, nor in two.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...build import DYNAMIC
from ...mlir import ir
from .views import VIEWS, root_of

# Views of whose elements it can be seen where they are in what they are views of.
_TRACEABLE = {"memref.subview", "memref.cast", "memref.collapse_shape", "memref.expand_shape"}


class Linear:
    """The sum of values times numbers, and a number."""

    __slots__ = ("terms", "number")
    __hash__ = None

    def __init__(self, terms: dict[ir.Value, int], number: int):
        """`terms` without factors that are zero."""
        self.terms, self.number = terms, number

    def __add__(self, other: "Linear") -> "Linear":
        if not other.terms:
            return Linear(self.terms, self.number + other.number)
        terms = dict(self.terms)
        for value, factor in other.terms.items():
            terms[value] = terms.get(value, 0) + factor
        return Linear({value: factor for value, factor in terms.items() if factor}, self.number + other.number)

    def __mul__(self, factor: int) -> "Linear":
        if factor in (0, 1):
            return self if factor else Linear({}, 0)
        return Linear({value: own * factor for value, own in self.terms.items()}, self.number * factor)

    def __sub__(self, other: "Linear") -> "Linear":
        return self + other * -1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Linear) and self.number == other.number and self.terms == other.terms


def linear(value: ir.Value) -> Linear:
    """An index, taken apart."""
    if isinstance(owner := value.owner, ir.Block):  # most are counters
        return Linear({value: 1}, 0)
    op = owner.operation
    match op.name:
        case "arith.constant" if isinstance(number := op.attributes["value"], ir.IntegerAttr):
            return Linear({}, number.value)
        case "arith.addi":
            return linear(op.operands[0]) + linear(op.operands[1])
        case "arith.subi":
            return linear(op.operands[0]) - linear(op.operands[1])
        case "arith.muli":
            x, y = map(linear, op.operands)
            if not y.terms:
                return x * y.number
            if not x.terms:
                return y * x.number
    return Linear({value: 1}, 0)


# Operations that read and write elements: which operand is the buffer.
READS = {"memref.load": 0, "vector.load": 0, "vector.maskedload": 0}
WRITES = {"memref.store": 1, "vector.store": 1, "vector.maskedstore": 0}
_BUFFER = READS | WRITES


@dataclass(eq=False, slots=True)
class Place:
    """An element of a buffer, or the first of those of a vector. `indices` has one entry a dimension of `root`; None
    where a view hides them: `inside` are those in the last `view` whose elements are seen."""

    root: ir.Value
    indices: tuple[Linear, ...] | None
    view: ir.Value
    inside: tuple[Linear, ...]
    count: int = 1  # of elements

    def is_same(self, other: "Place") -> bool:
        """Are both one element, whenever the values that they speak of are the same?"""
        known = self.indices is not None and self.count == other.count
        return known and self.root == other.root and self.indices == other.indices

    def is_other(self, other: "Place") -> bool:
        """Are they two elements of one buffer, as long as the values that they speak of are the same?"""
        if self.indices is None or other.indices is None or self.count > 1 or other.count > 1:
            return False
        pairs = zip(self.indices, other.indices, strict=True)
        return any(x.number != y.number and x.terms == y.terms for x, y in pairs)


def place(op: ir.Operation) -> Place:
    """The elements that one of READS or WRITES is about."""
    name, operands = op.name, list(op.operands)
    number = _BUFFER[name]
    buffer, count = operands[number], 1
    if name.startswith("vector."):  # what decides which lanes move comes behind the indices
        operands = operands[: number + 1 + ir.MemRefType(buffer.type).rank]
        count = moved(op).type.shape[0]
    return element(buffer, [linear(i) for i in operands[number + 1 :]], count)


def is_row(op: ir.Operation) -> bool:
    """Is what one of READS or WRITES moves a vector of elements of the buffer, as many as its type says, and none of
    the next row? A mask sees to that; without one a size that is not known does, and an index that is not constant:
    what a vector reads past the end of a row is the target's affair."""
    number = _BUFFER[op.name]
    type, buffer = moved(op).type, ir.MemRefType(op.operands[number].type)
    if type.rank != 1 or type.scalable or type.element_type != buffer.element_type or not buffer.rank:
        return False
    size, last = buffer.shape[buffer.rank - 1], linear(op.operands[number + buffer.rank])
    end = type.shape[0] + (0 if last.terms else last.number)
    return op.name.startswith("vector.masked") or size == DYNAMIC or end <= size


def moved(op: ir.Operation) -> ir.Value:
    """What one of READS or WRITES reads or writes."""
    if op.name in READS:
        return op.results[0]
    return op.operands[len(op.operands) - 1 if op.name == "vector.maskedstore" else 0]


def element(buffer: ir.Value, indices: list[Linear], count: int = 1) -> Place:
    """The element of a buffer with these indices, or so many from there on, in the buffer that it is a view of."""
    while not isinstance(owner := buffer.owner, ir.Block) and (op := owner.operation).name in VIEWS:
        traced = _in_source(op, indices, count)
        if traced is None:
            return Place(root_of(buffer), None, buffer, tuple(indices), count)
        buffer, indices = op.operands[0], traced
    indices = tuple(indices)
    return Place(buffer, indices, buffer, indices, count)


def _in_source(view: ir.Operation, indices: list[Linear], count: int) -> list[Linear] | None:
    """The indices of elements of a view in what it is a view of; None where it cannot be seen which they are."""
    name = view.name
    if name not in _TRACEABLE:
        return None
    inner = ir.MemRefType(view.results[0].type).shape
    if name == "memref.cast":
        sizes = inner
    elif name == "memref.subview":
        sizes = list(view.attributes["static_sizes"])
    else:
        sizes = ir.MemRefType(view.operands[0].type).shape
    traced = _among(sizes, inner, indices)
    if traced is None or count > 1 and 1 in (sizes[-1], inner[-1]):
        return None
    if name != "memref.subview":
        return traced
    strides = list(view.attributes["static_strides"])
    if DYNAMIC in strides or count > 1 and strides[-1] != 1:
        return None
    return [i * stride + start for i, stride, start in zip(traced, strides, _offsets(view))]


def _among(sizes, shape, indices: list[Linear]) -> list[Linear] | None:
    """Indices of a shape as those of one that differs in dimensions of one element only; None if it differs in more.

    The index of a dimension of one element is zero, whatever it is called.
    """
    longer = [index for index, size in zip(indices, shape, strict=True) if size != 1]
    if sum(size != 1 for size in sizes) != len(longer):
        return None
    rest = iter(longer)
    return [Linear({}, 0) if size == 1 else next(rest) for size in sizes]


def _offsets(subview: ir.Operation) -> list[Linear]:
    values = iter(list(subview.operands)[1:])
    return [linear(next(values)) if n == DYNAMIC else Linear({}, n) for n in subview.attributes["static_offsets"]]
