"""`lagrad-index-scratchpad`: within a layer, the rows of a tape are in a scratchpad."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..errors import Report
from ..lowering.walk import walk
from ..mlir import ir
from ..passes import Pass
from .layers import LAYER
from .rows import Read, at_iteration, direction, is_outside, reads_in, row_of
from .tapes import WRITES

SPACE = 1  # the memory space of scratchpads


@dataclass(frozen=True)
class IndexScratchpad(Pass):
    """Let the loops of a layer write and read a scratchpad, and move its rows once a layer.

    In a loop over layers of 64 iterations, made by `lagrad-layer-tape`,
    ```mlir
    scf.for %i = %first to %end step %c1 iter_args(%t = %u) -> tensor<?xf64> {
      %1 = tensor.insert %x into %t[%i] : tensor<?xf64>
      scf.yield %1 : tensor<?xf64>
    }
    ```
    becomes
    ```mlir
    %pad = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<64xf64>
    %filled = scf.for %i = %first to %end step %c1 iter_args(%t = %pad) -> tensor<64xf64> {
      %at = arith.subi %i, %first : index
      %1 = tensor.insert %x into %t[%at] : tensor<64xf64>
      scf.yield %1 : tensor<64xf64>
    }
    %rows = tensor.extract_slice %filled[0] [%count] [1] : tensor<64xf64> to tensor<?xf64>
    %moved = tensor.insert_slice %rows into %u[%first] [%count] [1] : tensor<?xf64> into tensor<?xf64>
    ```
    and what an adjoint layer reads is copied into its scratchpad in front of it. Rows at the edge that two layers read
    are in both scratchpads. Once tensors are memory, `lagrad-stream-tape` makes the moves explicit.
    """

    name = "lagrad-index-scratchpad"
    creates = ("arith", "scf", "tensor", "bufferization")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            for outer in [child for child in walk(op) if LAYER in child.attributes and child.name == "scf.for"]:
                inner = _inner(outer)
                size = ir.IntegerAttr(outer.attributes[LAYER]).value
                written = [n for n in range(len(inner.results)) if _is_written(inner, n)]
                for number in written:
                    _write_to_scratchpad(inner, number, size)
                read = _tapes_read(inner)
                for tape, reads in read:
                    _read_from_scratchpad(inner, tape, reads, size)
                if written or read:
                    report.remark(outer.location, f"{len(written) + len(read)} tapes are in a scratchpad in each layer")


def _inner(outer: ir.Operation) -> ir.Operation:
    """The loop over the iterations of a layer."""
    return next(view.operation for view in outer.regions[0].blocks[0].operations if view.operation.name == "scf.for")


def _is_written(inner: ir.Operation, number: int) -> bool:
    """Whether a carried value is a tape that iterations only put rows into, each behind the one before."""
    if not _has_known_rows(inner.results[number].type):
        return False
    writes = _writes(inner, number)
    return bool(writes) and all((row := row_of(op)) is not None and direction(row, inner) == 1 for op in writes)


def _writes(inner: ir.Operation, number: int) -> list[ir.Operation]:
    block = inner.regions[0].blocks[0]
    value, found = block.arguments[1 + number], []
    while len(uses := list(value.uses)) == 1:
        op = uses[0].owner.operation
        if op.name == "scf.yield" and op.block == block:
            return found
        if op.name not in WRITES or uses[0].operand_number != 1 or op.block != block:
            return []
        found.append(op)
        value = op.results[0]
    return []


def _write_to_scratchpad(inner: ir.Operation, number: int, size: int) -> None:
    block, tape = inner.regions[0].blocks[0], inner.operands[3 + number]
    writes = _writes(inner, number)
    with inner.location, ir.InsertionPoint(inner):
        firsts = [at_iteration(row_of(op), inner, inner.operands[0]) for op in writes]
        first, count = firsts[0], build.emit1("arith.subi", build.index_type(), inner.operands[1], inner.operands[0])
        pad = _scratchpad(tape, size)
    if any(other != first for other in firsts):
        return  # rows of two places: they stay in the tape
    for op in writes:
        _move_access(op, first, 2)
    argument, result, type = block.arguments[1 + number], inner.results[number], tape.type
    inner.operands[3 + number] = pad
    for value in (argument, *(op.results[0] for op in writes), result):
        value.set_type(pad.type)
    with inner.location, ir.InsertionPoint.after(inner):
        rest = build.sizes_of(pad)[1:]
        rows = build.tensor_type([build.DYNAMIC, *build.shape_of(type)[1:]], build.element(type))
        zeros, ones = [0] * len(rest), [1] * (1 + len(rest))
        users = [(use.owner.operation, use.operand_number) for use in result.uses]
        moved = build.extract_slice(result, rows, [0, *zeros], [count, *rest], ones)
        moved = build.insert_slice(moved, tape, [first, *zeros], [count, *rest], ones)
    for user, operand in users:
        if user.name == "scf.yield":
            user.operands[operand] = moved


def _tapes_read(inner: ir.Operation) -> list[tuple[ir.Value, list[Read]]]:
    """The tensors from before the layers of which the iterations read one row each, all in one direction."""
    outer = inner.block.owner.operation
    roots: dict[ir.Value, None] = {}
    for op in walk(inner):
        if op.name in ("tensor.extract", "tensor.extract_slice") and is_outside(op.operands[0], outer):
            roots[_root(op.operands[0])] = None
    found = []
    for root in roots:
        reads = reads_in(root, inner)
        moves = {read.direction for read in reads or ()}
        goes_one_way = len(moves) == 1 and moves <= {1, -1}
        if _has_known_rows(root.type) and reads and goes_one_way and _is_tape(root) and _one_place(reads, inner):
            found.append((root, reads))
    return found


def _root(value: ir.Value) -> ir.Value:
    while not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.extract_slice":
        value = value.owner.operation.operands[0]
    return value


def _is_tape(root: ir.Value) -> bool:
    """Whether a tensor is what a loop over layers has filled."""
    return not isinstance(root.owner, ir.Block) and LAYER in root.owner.operation.attributes


def _one_place(reads: list[Read], inner: ir.Operation) -> bool:
    """Whether all rows are the same index, but for what slices in front leave out."""
    rows = [row_of(read.op) for read in reads]
    return all(row == rows[0] for row in rows)


def _read_from_scratchpad(inner: ir.Operation, tape: ir.Value, reads: list[Read], size: int) -> None:
    least, most = min(read.offset for read in reads), max(read.offset for read in reads)
    row, type = row_of(reads[0].op), tape.type
    with inner.location, ir.InsertionPoint(inner):
        lower, upper = list(inner.operands)[:2]
        count = build.emit1("arith.subi", build.index_type(), upper, lower)
        if reads[0].direction < 0:
            lower = build.emit1("arith.subi", upper.type, upper, build.index(1))
        first = at_iteration(row, inner, lower)
        pad = _scratchpad(tape, size + most - least)
        there, taken = first, count
        if least:
            there = build.emit1("arith.addi", first.type, first, build.index(least))
        if most > least:
            taken = build.emit1("arith.addi", count.type, count, build.index(most - least))
        rest = build.sizes_of(pad)[1:]
        rows = build.tensor_type([build.DYNAMIC, *build.shape_of(type)[1:]], build.element(type))
        zeros, ones = [0] * len(rest), [1] * (1 + len(rest))
        moved = build.extract_slice(tape, rows, [there, *zeros], [taken, *rest], ones)
        filled = build.insert_slice(moved, pad, [0, *zeros], [taken, *rest], ones)
    for read in reads:
        read.op.operands[0] = filled
        _move_access(read.op, first, 1, read.offset - least)


def _move_access(op: ir.Operation, first: ir.Value, leading: int, further: int = 0) -> None:
    """Lets an operation access the row of the scratchpad for that of the tape: `first` is row 0."""
    place = leading  # of a slice, dynamic offsets are the first operands behind the tensors, too
    with op.location, ir.InsertionPoint(op):
        row = build.emit1("arith.subi", first.type, op.operands[place], first)
        if further:
            row = build.emit1("arith.addi", row.type, row, build.index(further))
    op.operands[place] = row


def _has_known_rows(type: ir.Type) -> bool:
    return build.is_tensor(type) and build.DYNAMIC not in build.shape_of(type)[1:]


def _scratchpad(tape: ir.Value, rows: int) -> ir.Value:
    """Memory for rows of a tape."""
    type = build.tensor_type([rows, *build.shape_of(tape.type)[1:]], build.element(tape.type))
    attributes = {
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0, 0]),
        "memory_space": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), SPACE),
    }
    return ir.Operation.create("bufferization.alloc_tensor", results=[type], attributes=attributes).results[0]
