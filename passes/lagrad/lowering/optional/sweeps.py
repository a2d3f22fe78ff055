"""Operations that go once over the rows of arrays: what they touch in each row, and that row's share of them.

A sweep is a `linalg.generic` of two dimensions on buffers, cheap to compute, whose results have the one that counts
rows; or an `scf.for` from zero on, with operations on views in it. What it writes is of its row: sums that all rows add
to should have the first cache for themselves. Two sweeps can share their iterations if neither touches, in another row,
what the other one writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ... import build
from ...build import constant_of
from ...forms.generic import Generic, clone_into
from ...forms.parts import part_of
from ...mlir import ir
from ..columns.groups import Touch, is_plain, touches_of
from ..facts.sum_of_products import all_places
from ..facts.views import VIEWS, lies_in_rows

_CHEAP = ("arith.mulf", "arith.addf", "arith.subf", "arith.negf", "linalg.yield")
_FREE = VIEWS | {"memref.dim"}


@dataclass(frozen=True)
class Rows:
    """A `linalg.generic`, and which of its two dimensions counts rows."""

    op: ir.Operation
    row: int

    @cached_property
    def maps(self) -> list[tuple[int, ...]]:
        return all_places(self.op)

    @cached_property
    def touches(self) -> list[Touch]:
        return touches_of(self.op, self.row)

    def count(self) -> ir.Value:
        """The number of rows."""
        return next(build.size_of(v, 0) for v, places in zip(self.op.operands, self.maps) if places[:1] == (self.row,))

    def emit(self, row: ir.Value) -> None:
        """The operation on one row."""
        Generic(self.op).restricted({self.row: row})


@dataclass(frozen=True)
class Loop:
    """An `scf.for` over rows."""

    op: ir.Operation

    @cached_property
    def touches(self) -> list[Touch]:
        trip = self.op.regions[0].blocks[0].arguments[0]
        return [touch for view in self.op.regions[0].blocks[0].operations for touch in touches_of(view.operation, trip)]

    def count(self) -> ir.Value:
        return self.op.operands[1]

    def emit(self, row: ir.Value) -> None:
        body = self.op.regions[0].blocks[0]
        known = {body.arguments[0]: row}
        (*ops, _) = [view.operation for view in body.operations]
        for op in ops:
            clone_into(op, known)


Sweep = Rows | Loop


def sweep(op: ir.Operation) -> Sweep | None:
    """The sweep that an operation is, if it is one."""
    if op.name == "linalg.generic":
        row = _rows(op) if is_plain(op) else None
        return None if row is None else Rows(op, row)
    if op.name != "scf.for" or op.results or [constant_of(op.operands[n]) for n in (0, 2)] != [0, 1]:
        return None
    if not isinstance(op.operands[1].type, ir.IndexType):
        return None
    (*ops, _) = [view.operation for view in op.regions[0].blocks[0].operations]
    found = Loop(op)
    return found if all(map(_is_known, ops)) and all(touch.moves for touch in found.touches if touch.written) else None


def _rows(op: ir.Operation) -> int | None:
    """The dimension of a `linalg.generic` that counts the rows of all matrices, and that no sum is over."""
    maps = all_places(op)
    matrices = [(v, places) for v, places in zip(op.operands, maps) if len(places) == 2]
    if op.attributes["indexing_maps"][0].value.n_dims != 2 or not matrices:
        return None
    if any(view.operation.name not in _CHEAP for view in op.regions[0].blocks[0].operations):
        return None  # a function of the columns alone should not be computed for each row
    row = matrices[0][1][0]
    in_order = all(places[0] == row and lies_in_rows(v) for v, places in matrices)
    is_kept = all(row in places for places in maps[op.attributes["operandSegmentSizes"][0] :])
    return row if in_order and is_kept and "parallel" in str(op.attributes["iterator_types"][row]) else None


def _is_known(op: ir.Operation) -> bool:
    if op.name == "linalg.generic":
        return is_plain(op)
    if op.name in (*_FREE, "memref.load", "memref.store"):
        return True
    return op.name.split(".")[0] in ("arith", "math") and not op.regions


def part_of_row(matrix: ir.Value, row: ir.Value, start: ir.Value | int, size: ir.Value) -> ir.Value:
    known = constant_of(size)
    return part_of(matrix, [row, start], [1, size if known is None else int(known)], {0})
