"""`lagrad-fuse-sweeps`: what goes once over the rows of large arrays goes over them together."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...build import compare_integers, defining_op, emit1, index, index_type
from ...errors import Report
from ...mlir import ir, scf
from ...passes import Pass, option
from ..columns.groups import Group, grouped, touches_of
from ..facts.fills import fill_of
from ..facts.memory import are_apart
from ..lanes.past_caches import is_large, may_be_large
from ..walk import blocks
from .sweeps import Sweep, part_of_row, sweep


@dataclass(frozen=True)
class FuseSweeps(Pass):
    """Run neighbouring operations on large arrays row by row, all of them on a row before the next one.

    ```mlir
    a_bar[i, j] = x[i] * y_bar[j]           // what a product leaves for its matrix
    x_bar[i] += a[i, j] * y_bar[j]          // and for its vector
    ```
    would first write all of one matrix, and then read another one. As

    ```
    for i
      a_bar[i, :] = x[i] * y_bar
      x_bar[i] += dot(a[i, :], y_bar)
    ```
    memory is written and read at the same time. The operations are `linalg.generic`s of two dimensions and loops over
    slices, no two of which touch another row of what one of them writes; one sums over rows, or two write the same
    array. Of rows that are filled with a number, and then overwritten in part, that part is not filled: each element is
    written once, and may go to memory past the caches (`lagrad-stream-results`). This pays where the result has `bytes`
    or more, which is asked when the program runs.

    Runs with `inspect=true`: the gradient of a triangular product by columns takes 2.3 times as long without it at
    4096, and nothing else that was measured does.
    """

    name = "lagrad-fuse-sweeps"
    aim = "streams"
    creates = ("arith", "linalg", "memref", "scf")
    bytes: int = option(1 << 22, "The least size of a result.", least=0)

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            for block in blocks(op):
                for group in grouped(block, _Group, sweep):
                    if group.is_worth(self.bytes):
                        first, count = group.members[0].op, len(group.members)
                        report.remark(first.location, f"{count} sweeps over rows are one if the result is large")
                        _replace(group, self.bytes)


class _Group(Group):
    """Sweeps that may share their iterations."""

    @property
    def results(self) -> list[ir.Value]:
        """The arrays that rows are written of."""
        touches = [touch for own in self.members for touch in own.touches]
        return list({touch.root: None for touch in touches if touch.written and touch.is_row})

    def is_worth(self, least: int) -> bool:
        written = [_rows_of(own) for own in self.members]
        meet = any(not one.isdisjoint(other) for n, one in enumerate(written) for other in written[:n])
        return (
            len(written) > 1 and (meet or set() in written) and any(may_be_large(root, least) for root in self.results)
        )


def _rows_of(own: Sweep) -> set[ir.Value]:
    return {touch.root for touch in own.touches if touch.written and touch.is_row}


# -- the loop over rows -----------------------------------------------------------------------


def _replace(group: _Group, least: int) -> None:
    """One loop in the place of a group, where its sweeps have equally many rows and a result is large."""
    first = group.members[0].op
    for op in group.between:
        op.move_before(first)
    with ir.InsertionPoint(first), first.location:
        counts = [own.count() for own in group.members]
        roots = [root for root in group.results if may_be_large(root, least)]
        asked = None
        for root in roots:
            large = is_large(root, least)
            asked = large if asked is None else emit1("arith.ori", large.type, asked, large)
        for count in counts[1:]:
            asked = emit1("arith.andi", asked.type, asked, compare_integers("eq", count, counts[0]))
        branch = scf.IfOp(asked, has_else=True)
    with ir.InsertionPoint(branch.then_block), first.location:
        loop = scf.ForOp(index(0), counts[0], index(1))
        with ir.InsertionPoint(loop.body):
            for own in group.members:
                own.emit(loop.induction_variable)
            scf.yield_([])
        scf.yield_([])
    with ir.InsertionPoint(branch.else_block), first.location:
        end = scf.yield_([]).operation
    for own in group.members:
        own.op.move_before(end)
    _fill_the_rest(loop)


# -- rows that are filled first ---------------------------------------------------------------


def _fill_the_rest(loop: ir.Operation) -> None:
    """Of a row that is filled, and of which a part is overwritten, fill only the rest."""
    body = [view.operation for view in loop.regions[0].blocks[0].operations]
    for n, op in enumerate(body):
        if op.name != "linalg.generic" or (fill := fill_of(op, op.operands[len(op.operands) - 1])) is None or fill.dims:
            continue
        row = _part(op.operands[len(op.operands) - 1])
        write = next((other for other in body[n + 1 :] if row and _touches(other, row.matrix)), None)
        part = _overwritten(write, row) if write is not None else None
        if part is not None:
            with op.location, ir.InsertionPoint(write):
                start, size = map(_value, (part.start, part.size))
                end = emit1("arith.addi", index_type(), start, size)
                after = emit1("arith.subi", index_type(), _value(row.size), end)
                for place, length in ((0, start), (end, after)):
                    again = op.clone(ip=ir.InsertionPoint.current).operation
                    with ir.InsertionPoint(again):
                        again.operands[len(again.operands) - 1] = part_of_row(row.matrix, row.row, place, length)
            op.erase()


@dataclass(frozen=True)
class _Part:
    """Neighbours in a row of a matrix."""

    matrix: ir.Value
    row: ir.Value
    start: ir.Value | int
    size: ir.Value | int


def _part(buffer: ir.Value) -> _Part | None:
    """The part of a row that a buffer is."""
    if (view := defining_op(buffer, "memref.subview")) is None:
        return None
    offsets, sizes, strides = build.slice_parts(view, 1)
    if (
        len(offsets) != 2
        or sizes[0] != 1
        or strides != [1, 1]
        or isinstance(offsets[0], int)
        or ir.MemRefType(buffer.type).rank != 1
    ):
        return None
    return _Part(view.operands[0], offsets[0], offsets[1], sizes[1])


def _overwritten(op: ir.Operation, row: _Part) -> _Part | None:
    """The part of a row that an operation overwrites, if it does nothing else to the array."""
    if op.name != "linalg.generic" or len(op.regions[0].blocks) != 1 or op.attributes["operandSegmentSizes"][1] != 1:
        return None
    number = len(op.operands) - 1
    part, map = _part(op.operands[number]), op.attributes["indexing_maps"][number].value
    reads = any(True for _ in op.regions[0].blocks[0].arguments[number].uses)
    only = sum(not are_apart(touch.root, row.matrix) for touch in touches_of(op, -1)) == 1
    if part is None or reads or not only or map != ir.AffineMap.get_identity(1):
        return None
    return part if part.matrix == row.matrix and part.row == row.row and row.start == 0 else None


def _touches(op: ir.Operation, matrix: ir.Value) -> bool:
    return any(not are_apart(touch.root, matrix) for touch in touches_of(op, -1))


def _value(number: ir.Value | int) -> ir.Value:
    return index(number) if isinstance(number, int) else number
