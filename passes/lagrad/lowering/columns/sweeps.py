"""Operations that go once over the rows of arrays: what they touch in each row, and that row's share of them.

A sweep is a `linalg.generic` of two dimensions on buffers, cheap to compute, whose results have the one that counts rows;
or an `scf.for` from zero on, with operations on views in it. What it writes is of its row: sums that all rows add to should
have the first cache for themselves. Two sweeps can share their trips if neither touches, in another row, what the other one
writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ... import build
from ...build import DYNAMIC, constant_of, index, index_type
from ...mlir import ir
from ...triangular.nest import clone_into
from ..facts.memory import are_apart
from ..facts.places import Linear, Place, element, place
from ..facts.sum_of_products import places_of
from ..facts.views import VIEWS

_CHEAP = ("arith.mulf", "arith.addf", "arith.subf", "arith.negf", "linalg.yield")
_FREE = VIEWS | {"memref.dim"}


class Touch(NamedTuple):
    """What operations do to a buffer in a trip: in which of its dimensions the index is the trip, and whether they write."""

    root: ir.Value
    rows: frozenset[int]
    written: bool
    is_row: bool  # several elements, or one?
    moves: bool  # is it elsewhere in another trip?

    def commutes(self, other: Touch) -> bool:
        """Whether this, in a trip, and the other, in another one, may change places."""
        if not (self.written or other.written) or are_apart(self.root, other.root):
            return True
        return self.root == other.root and not self.rows.isdisjoint(other.rows)


@dataclass(frozen=True)
class Rows:
    """A `linalg.generic`, and which of its two dimensions counts rows."""

    op: ir.Operation
    row: int

    @cached_property
    def maps(self) -> list[tuple[int, ...]]:
        return [places_of(attribute.value) for attribute in self.op.attributes["indexing_maps"]]

    @cached_property
    def touches(self) -> list[Touch]:
        return touches_of(self.op, self.row)

    def count(self) -> ir.Value:
        """The number of rows."""
        return next(_size(v, 0) for v, places in zip(self.op.operands, self.maps) if places[:1] == (self.row,))

    def emit(self, row: ir.Value) -> None:
        """The operation on one row."""
        column = 1 - self.row
        operands = [_row(v, row) if self.row in places else v for v, places in zip(self.op.operands, self.maps)]
        inner = [ir.AffineMap.get(1, 0, [ir.AffineDimExpr.get(0)] if column in places else []) for places in self.maps]
        new = ir.Operation.create(
            "linalg.generic",
            operands=operands,
            attributes={
                "indexing_maps": ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in inner]),
                "iterator_types": ir.ArrayAttr.get([self.op.attributes["iterator_types"][column]]),
                "operandSegmentSizes": self.op.attributes["operandSegmentSizes"],
            },
            regions=1,
        )
        copy = self.op.clone(ip=ir.InsertionPoint(new)).operation
        copy.regions[0].blocks[0].append_to(new.regions[0])
        copy.erase()


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


def is_plain(op: ir.Operation) -> bool:
    """Whether a `linalg.generic` on buffers touches nothing but its operands, each at its own indices."""
    inner = [view.operation for view in op.regions[0].blocks[0].operations]
    maps = [places_of(attribute.value) for attribute in op.attributes["indexing_maps"]]
    return not op.results and None not in maps and all(o.name.split(".")[0] in ("arith", "math", "linalg") and not o.regions for o in inner)


def touches_of(op: ir.Operation, trip: ir.Value | int) -> list[Touch]:
    """What an operation does to memory; `trip` is the counter of the loop around it, or the number of its own dimension."""
    if op.name in ("memref.load", "memref.store"):
        return [_touch(place(op), trip, op.name == "memref.store", False)]
    if op.name != "linalg.generic":
        return []
    ins, found = op.attributes["operandSegmentSizes"][0], []
    for number, (buffer, attribute) in enumerate(zip(op.operands, op.attributes["indexing_maps"])):
        if isinstance(buffer.type, ir.MemRefType):
            # Dimensions of the operation are no values: their numbers stand for them.
            indices = [Linear({d: 1}, 0) for d in places_of(attribute.value)]
            inner = len(indices) - (trip in places_of(attribute.value) if isinstance(trip, int) else 0)
            found.append(_touch(element(buffer, indices), trip, number >= ins, inner > 0))
    return found


def _touch(at: Place, trip: ir.Value | int, written: bool, is_row: bool) -> Touch:
    rows = frozenset(k for k, i in enumerate(at.indices or ()) if i.number == 0 and i.terms == {trip: 1})
    moves = any(_changes(value, trip) for i in at.indices or () for value in i.terms)
    return Touch(at.root, rows, written, is_row, moves)


def _changes(value: ir.Value | int, trip: ir.Value | int) -> bool:
    """Whether a part of an index, which may be a dimension of the operation, is something else in another trip."""
    if isinstance(value, int) or isinstance(trip, int):
        return isinstance(value, int) and isinstance(trip, int) and value == trip
    return value == trip or not isinstance(value.owner, ir.Block) and value.owner.operation.block == trip.owner


def commute(one: Iterable[Touch], other: Iterable[Touch]) -> bool:
    """Whether all that is done in one trip and in another one may change places."""
    other = list(other)
    return all(a.commutes(b) for a in one for b in other)


def _rows(op: ir.Operation) -> int | None:
    """The dimension of a `linalg.generic` that counts the rows of all matrices, and that no sum is over."""
    maps = [places_of(attribute.value) for attribute in op.attributes["indexing_maps"]]
    matrices = [(v, places) for v, places in zip(op.operands, maps) if len(places) == 2]
    if op.attributes["indexing_maps"][0].value.n_dims != 2 or not matrices:
        return None
    if any(view.operation.name not in _CHEAP for view in op.regions[0].blocks[0].operations):
        return None  # a function of the columns alone should not be computed for each row
    row = matrices[0][1][0]
    in_order = all(places[0] == row and _last_stride(v) == 1 for v, places in matrices)
    is_kept = all(row in places for places in maps[op.attributes["operandSegmentSizes"][0] :])
    return row if in_order and is_kept and "parallel" in str(op.attributes["iterator_types"][row]) else None


def _is_known(op: ir.Operation) -> bool:
    if op.name == "linalg.generic":
        return is_plain(op)
    return op.name in (*_FREE, "memref.load", "memref.store") or op.name.split(".")[0] in ("arith", "math") and not op.regions


def _last_stride(buffer: ir.Value) -> int:
    return ir.MemRefType(buffer.type).get_strides_and_offset()[0][-1]


def _size(buffer: ir.Value, k: int) -> ir.Value:
    size = ir.MemRefType(buffer.type).shape[k]
    return build.emit1("memref.dim", index_type(), buffer, index(k)) if size == DYNAMIC else index(size)


def _row(buffer: ir.Value, row: ir.Value) -> ir.Value:
    """One row of a matrix, or one element of a vector, as a buffer."""
    type = ir.MemRefType(buffer.type)
    inner, rank = list(type.shape)[1:], type.rank
    return part_of_row(buffer, row, 0, _size(buffer, 1) if inner else None) if rank > 1 else _view(buffer, [row], [], [])


def part_of_row(matrix: ir.Value, row: ir.Value, start: ir.Value | int, size: ir.Value) -> ir.Value:
    known = constant_of(size)
    return _view(matrix, [row, start], [DYNAMIC if known is None else int(known)], [size if known is None else int(known)])


def _view(buffer: ir.Value, offsets: list, shape: list[int], sizes: list) -> ir.Value:
    type = ir.MemRefType(buffer.type)
    # Of a row with one element, upstream takes the first dimension for the one that stays.
    stride = type.get_strides_and_offset()[0][0] if shape == [1] else 1
    layout = ir.StridedLayoutAttr.get(DYNAMIC, [stride] * len(shape))
    result = ir.MemRefType.get(shape, type.element_type, layout, type.memory_space)
    return build.subview(buffer, result, offsets, [1, *sizes], [1] * type.rank)
