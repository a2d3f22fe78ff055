"""What operations on whole buffers, those of `linalg` and copies, read and write: between which places."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ...build import DYNAMIC
from ...mlir import ir
from ..walk import walk
from .places import Linear, Place, element
from .sum_of_products import all_places
from .updates import Update, sums_from
from .views import inputs

ALL = "all"  # an index: every element of a dimension


@dataclass(eq=False, slots=True)
class Access:
    """An operation reads or writes a place, or some of what is between two: in each dimension of the buffer."""

    op: ir.Operation
    ends: tuple[Place, ...]
    reads: bool
    writes: bool
    update: Update | None = None  # the sum into a whole buffer, if it is all that the operation does with that
    shape: tuple[int, ...] | None = None  # of what is written to its last element

    @property
    def root(self) -> ir.Value:
        return self.ends[0].root

    def needs(self) -> tuple[Linear | str, ...] | None:
        """Indices of all that may be read: one of an element, or ALL. None where a view hides them."""
        if self.ends[0].indices is None:
            return None
        return tuple(x if x == y else ALL for x, y in zip(self.ends[0].indices, self.ends[-1].indices))

    def leaves(self) -> tuple[Linear | str, ...] | None:
        """Indices of all that is written, if they are no others."""
        indices, sizes = self.needs(), ir.MemRefType(self.root.type).shape
        if self.shape is None or indices is None or DYNAMIC in sizes:
            return None
        return indices if prod(self.shape) == prod(n for i, n in zip(indices, sizes) if i == ALL) else None


def is_on_whole(op: ir.Operation) -> bool:
    """Does an operation read and write buffers element by element, as its body or its name says?"""
    if not op.name.startswith("linalg.") or op.results:
        return op.name == "memref.copy"
    return len(op.regions) == 1 and len(op.regions[0].blocks[0].arguments) == len(op.operands)


def accesses_of_whole(op: ir.Operation) -> list[Access]:
    """What such an operation does with each of its buffers; what it loads in its body comes on top."""
    of_all = is_static = all(
        not isinstance(v.type, ir.MemRefType) or min([1, *ir.MemRefType(v.type).shape]) > 0 for v in op.operands
    )
    if op.name == "memref.copy":
        source, target = op.operands
        shape = tuple(ir.MemRefType(target.type).shape) if is_static else None
        return [Access(op, _ends(source), True, False), Access(op, _ends(target), False, True, None, shape)]
    body, first, found = op.regions[0].blocks[0], inputs(op), []
    for number, (buffer, value) in enumerate(zip(op.operands, body.arguments)):
        if not isinstance(buffer.type, ir.MemRefType):
            continue
        if number < first:
            found.append(Access(op, _ends(buffer), True, False))
            continue
        reads = len(list(value.uses)) > 0
        if op.name == "linalg.generic":
            of_all = is_static and all_places(op)[number] is not None
        shape = tuple(ir.MemRefType(buffer.type).shape) if of_all else None
        found.append(Access(op, ends := _ends(buffer), reads, True, _sum(op, value, number - first, ends[0]), shape))
    return found


def loads_in_body(op: ir.Operation) -> bool:
    """Does the body of an operation load from buffers?"""
    return any(isinstance(value.type, ir.MemRefType) for child in walk(op) for value in child.operands)


def _sum(op: ir.Operation, value: ir.Value, result: int, at: Place) -> Update | None:
    """What an operation adds to one of its results."""
    sums, end = sums_from(value)
    if not sums or end is None or end.owner.operation.name != "linalg.yield" or end.operand_number != result:
        return None
    return Update(op, tuple(sums), op, at)


def _ends(buffer: ir.Value) -> tuple[Place, ...]:
    """The first element of a buffer and the last one, of whose index nothing is known where the size is not."""
    shape = ir.MemRefType(buffer.type).shape
    last = [Linear({buffer: 1}, 0) if size == DYNAMIC else Linear({}, size - 1) for size in shape]
    return element(buffer, [Linear({}, 0)] * len(shape)), element(buffer, last)
