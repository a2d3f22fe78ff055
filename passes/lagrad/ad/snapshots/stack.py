"""A stack of snapshots: one tensor for each part of the state, with a row for each snapshot."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ... import build
from ...mlir import ir
from . import files


@dataclass(frozen=True)
class Stack:
    """The snapshots 0 to `top`, each taken before the iteration that `positions` says.

    Snapshot t is in row t, or in row `order[t]`, where one that is not the last may be given up.
    """

    top: ir.Value
    positions: ir.Value
    rows: tuple[ir.Value, ...]
    order: ir.Value | None = None
    mapped: tuple[files.Mapping, ...] = ()  # of the rows that are in files

    @staticmethod
    def with_first(state: list[ir.Value], places: ir.Value, directory: str) -> "Stack":
        """A stack with room for `places` snapshots, one of which is there: that of the state before iteration 0.

        Large parts of states are in a file of a directory, if there is one.
        """
        rows, mapped = [], []
        for part in state:
            in_file = files.empty_rows(part, places, directory) if directory else None
            rows.append(empty_rows(part, places) if in_file is None else in_file.rows)
            mapped += [] if in_file is None else [in_file]
        return Stack(build.index(0), empty_indices(places), tuple(rows), None, tuple(mapped)).put(build.index(0), state)

    @property
    def values(self) -> list[ir.Value]:
        """What a loop carries of it."""
        return [self.top, self.positions, *([] if self.order is None else [self.order]), *self.rows]

    def of(self, values: list[ir.Value]) -> "Stack":
        """The stack that a loop carries, from its values in there."""
        top, positions, *rows = values
        order = None if self.order is None else rows.pop(0)
        return replace(self, top=top, positions=positions, rows=tuple(rows), order=order)

    def position(self) -> ir.Value:
        return build.extract(self.positions, [self.top])

    def row(self) -> ir.Value:
        """Where the last snapshot is."""
        return self.top if self.order is None else build.extract(self.order, [self.top])

    def state(self, like: list[ir.Value]) -> list[ir.Value]:
        """The last snapshot; `like` is a state, for its types and sizes."""
        row = self.row()
        return [read_row(rows, row, part) for rows, part in zip(self.rows, like)]

    def push(self, position: ir.Value, state: list[ir.Value]) -> "Stack":
        above = build.emit1("arith.addi", self.top.type, self.top, build.index(1))
        return replace(self, top=above).put(position, state)

    def popped(self, after: ir.Value) -> "Stack":
        """Without the last snapshot, if that was taken before iteration `after`."""
        is_done = build.compare_integers("eq", self.position(), after)
        below = build.emit1("arith.subi", self.top.type, self.top, build.index(1))
        return replace(self, top=build.emit1("arith.select", below.type, is_done, below, self.top))

    def put(self, position: ir.Value, state: list[ir.Value]) -> "Stack":
        """With another last snapshot."""
        row = self.row()
        rows = tuple(write_row(part, into, row) for part, into in zip(state, self.rows))
        return replace(self, positions=build.insert(position, self.positions, [self.top]), rows=rows)


def empty_indices(count: ir.Value) -> ir.Value:
    """A tensor with room for so many indices."""
    return build.empty(build.tensor_type([build.DYNAMIC], build.index_type()), [count])


def empty_rows(part: ir.Value, count: ir.Value) -> ir.Value:
    """A tensor with room for so many values like a part of a state."""
    is_tensor = build.is_tensor(part.type)
    shape, sizes = (build.shape_of(part.type), build.sizes_of(part)) if is_tensor else ([], [])
    type = build.tensor_type([build.DYNAMIC, *shape], build.element(part.type), build.encoding_of(part.type))
    return build.empty(type, [count, *sizes])


def write_row(part: ir.Value, into: ir.Value, number: ir.Value) -> ir.Value:
    if not build.is_tensor(part.type):
        return build.insert(part, into, [number])
    return build.insert_slice(part, into, *_row(number, build.sizes_of(part)))


def read_row(rows: ir.Value, number: ir.Value, like: ir.Value) -> ir.Value:
    """A row; `like` has its type and sizes."""
    if not build.is_tensor(like.type):
        return build.extract(rows, [number])
    return build.extract_slice(rows, like.type, *_row(number, build.sizes_of(like)))


def _row(number: ir.Value, sizes: list[ir.Value | int]) -> tuple[list, list, list]:
    """Offsets, sizes and strides of a row."""
    return [number, *[0] * len(sizes)], [1, *sizes], [1] * (len(sizes) + 1)
