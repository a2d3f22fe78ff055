"""What a loop reads of a tape: the places of its reads in the whole tape, through the slices in front of the loop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .. import build
from ..lowering.facts.views import inputs
from ..mlir import ir
from .rows import at_iteration, direction, is_inside, is_outside
from .tapes import READS, WRITES, is_sliced_further

_VIEWS = ("tensor.cast", "tensor.extract_slice", "tensor.collapse_shape", "tensor.expand_shape")
_READERS = ("tensor.extract", "tensor.dim", "arith.", "math.", "complex.")  # how the names begin of what only reads


@dataclass(frozen=True)
class Sum:
    """An index: some values and a number, added up."""

    values: tuple[ir.Value, ...] = ()
    number: int = 0

    def __add__(self, other: ir.Value | int) -> Sum:
        if isinstance(other, int):
            return Sum(self.values, self.number + other)
        constant = build.constant_of(other)
        return Sum((*self.values, other), self.number) if constant is None else Sum(self.values, self.number + constant)

    def emit(self) -> ir.Value | int:
        """The index at the insertion point."""
        if not self.values:
            return self.number
        first, *rest = [*self.values, *([build.index(self.number)] if self.number else [])]
        for value in rest:
            first = build.emit1("arith.addi", first.type, first, value)
        return first

    def at_iteration(self, loop: ir.Operation, induction: ir.Value) -> Sum:
        """The index for another value of the loop's counter: emits additions and subtractions."""
        return Sum(tuple(at_iteration(value, loop, induction) for value in self.values), self.number)


@dataclass(frozen=True, eq=False)
class Read:
    """An operation in a loop that reads an element of a tape, or a slice with strides of one.

    `place` and `sizes` say where and how much, a number each for each dimension of the tape.
    """

    op: ir.Operation
    place: list[Sum]
    sizes: list[ir.Value | int]


@dataclass(frozen=True, eq=False)
class Rows:
    """What a loop reads of a tape: in each iteration one row, the next or the previous one.

    A row has the dimensions of the tape behind `dimension`; the indices of those in front do not change in the loop.
    The number of the row is `row`, whose change from one iteration to the next is `direction`, plus a number that each
    read has in its place. Loops can read two or more rows an iteration, the state before it and behind it.
    """

    reads: list[Read] = field(repr=False)
    dimension: int
    row: Sum
    direction: int

    @property
    def offsets(self) -> tuple[int, int]:
        """The least and the largest number that a read adds to `row`."""
        numbers = [read.place[self.dimension].number for read in self.reads]
        return min(numbers), max(numbers)

    def is_certain(self, loop: ir.Operation) -> bool:
        """Whether each iteration of the loop reads the first and the last of these rows, so that the tape has them."""
        certain = [read.place[self.dimension].number for read in self.reads if _always_runs(read.op, loop)]
        return set(self.offsets) <= set(certain)


def rows_read(tape: ir.Value, loop: ir.Operation) -> Rows | None:
    """The rows that the body of a loop, and loops in it, read of a tape; None if it reads none, or in another way."""
    whole = [(Sum(), dimension) for dimension in range(len(build.shape_of(tape.type)))]
    found = list(_reads(tape, loop, whole))
    if not found or any(read is None for read in found):
        return None
    first = found[0]
    dimension = next((d for d, at in enumerate(first.place) if not _is_outside(at, loop)), None)
    if dimension is None:
        return None
    changes = [direction(value, loop) for value in first.place[dimension].values]
    if None in changes or abs(change := sum(changes)) != 1:
        return None
    for read in found:
        in_front, row = read.place[:dimension], read.place[dimension]
        if in_front != first.place[:dimension] or row.values != first.place[dimension].values:
            return None
        if any(size != 1 for size in read.sizes[: dimension + 1]) or _rank(read.op) > len(read.sizes) - dimension:
            return None
    return Rows(found, dimension, Sum(first.place[dimension].values), change)


def _reads(value: ir.Value, loop: ir.Operation, view: list[tuple[Sum, int | None]]) -> Iterator[Read | None]:
    """The reads of a tape in a loop; None for one that is none.

    `value` shows the tape, or a part of it: for each dimension of the tape from where on, and which dimension of the
    value it is.
    """
    for use in value.uses:
        op = use.owner.operation
        if is_inside(op, loop):
            yield _read(op, view)
        elif op.name == "tensor.extract_slice" and is_sliced_further(op):
            yield from _reads_of_slice(op, loop, view)


def _reads_of_slice(op: ir.Operation, loop: ir.Operation, view: list[tuple[Sum, int | None]]) -> Iterator[Read | None]:
    offsets, _, strides = build.slice_parts(op, 1)
    if any(stride != 1 for stride in strides):
        inside = list(_reads(op.results[0], loop, view))
        yield from [None] * bool(inside)
        return
    kept = build.kept_dimensions(op)
    of_slice = {dimension: number for number, dimension in enumerate(kept)}
    seen = [
        (begin, None) if dimension is None else (begin + offsets[dimension], of_slice.get(dimension))
        for begin, dimension in view
    ]
    yield from _reads(op.results[0], loop, seen)


def _read(op: ir.Operation, view: list[tuple[Sum, int | None]]) -> Read | None:
    if op.name not in READS or op.name == "tensor.dim":
        return None
    if op.name == "tensor.extract":
        offsets = list(op.operands)[1:]
        sizes = [1] * len(offsets)
    else:
        offsets, sizes, strides = build.slice_parts(op, 1)
        if any(stride != 1 for stride in strides):
            return None
    place = [begin if dimension is None else begin + offsets[dimension] for begin, dimension in view]
    return Read(op, place, [1 if dimension is None else sizes[dimension] for _, dimension in view])


def _is_outside(at: Sum, loop: ir.Operation) -> bool:
    return all(is_outside(value, loop) for value in at.values)


def _rank(op: ir.Operation) -> int:
    """The dimensions of what is read."""
    return 0 if op.name == "tensor.extract" else len(build.shape_of(op.results[0].type))


def _always_runs(op: ir.Operation, loop: ir.Operation) -> bool:
    """Whether each iteration of a loop runs an operation in it: only loops with iterations are in between."""
    while (owner := op.block.owner.operation) != loop:
        if owner.name != "scf.for":
            return False
        lower, upper = (build.constant_of(bound) for bound in list(owner.operands)[:2])
        if lower is None or upper is None or lower >= upper:
            return False
        op = owner
    return True


def is_read_only(row: ir.Value) -> bool:
    """Whether nothing changes a row, or passes it on to where a row of ordinary memory may come from, too."""
    for use in row.uses:
        op, number = use.owner.operation, use.operand_number
        if op.name in _VIEWS:
            if not is_read_only(op.results[0]):
                return False
        elif op.name.startswith("linalg."):
            if number >= inputs(op):
                return False
        elif op.name in WRITES:
            if number != 0:
                return False
        elif op.name in ("arith.select", "lagrad.either") or not op.name.startswith(_READERS):
            return False
    return True
