"""`lagrad-index-scratchpad`: within a layer, the rows of a tape are in a scratchpad."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, prod

from .. import build
from ..ad.emission import TAPE
from ..dialect import IN_LAYER, LAYER, LAYER_BYTES
from ..errors import Report
from ..lowering.walk import walk
from ..mlir import ir
from ..passes import Pass
from .reads import Rows, is_read_only, rows_read
from .rows import at_iteration, direction, is_outside, row_of
from .tapes import writes_of

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
    are in both scratchpads. A row that the adjoint changes is copied from there first. Tapes for whose rows there is no
    room left in `lagrad.layer_bytes` stay in memory. Once tensors are memory, `lagrad-stream-tape` makes the moves
    explicit.
    """

    name = "lagrad-index-scratchpad"
    creates = ("arith", "scf", "tensor", "bufferization")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            for outer in [child for child in walk(op) if LAYER in child.attributes]:
                if (inner := _inner(outer)) is None:
                    report.remark(outer.location, "no loop over the iterations of a layer is left here")
                    continue
                number = _fill(outer, inner)
                if number:
                    report.remark(outer.location, f"{number} tapes are in a scratchpad in each layer")


def _fill(outer: ir.Operation, inner: ir.Operation) -> int:
    """Puts tapes into scratchpads, those with the largest rows first, as long as there is room; gives how many."""
    size, count = ir.IntegerAttr(outer.attributes[LAYER]).value, 0
    room = ir.IntegerAttr(outer.attributes[LAYER_BYTES]).value if LAYER_BYTES in outer.attributes else inf
    written = [n for n in range(len(inner.results)) if _is_written(inner, n)]
    fills = [(size * _bytes(inner.results[n].type, 1), _write_to_scratchpad, (inner, n, size)) for n in written]
    for tape, rows in _tapes_read(inner):
        least, most = rows.offsets
        bytes = (size + most - least) * _bytes(tape.type, rows.dimension + 1)
        fills.append((bytes, _read_from_scratchpad, (inner, tape, rows, size)))
    for bytes, fill, arguments in sorted(fills, key=lambda each: -each[0]):
        if bytes <= room:
            fill(*arguments)
            room, count = room - bytes, count + 1
    return count


def _bytes(type: ir.Type, dimension: int) -> int:
    """Of a row of a tape, which has the dimensions from `dimension` on."""
    return build.bytes_of(type) * prod(build.shape_of(type)[dimension:])


def _inner(outer: ir.Operation) -> ir.Operation | None:
    """The loop over the iterations of a layer; None if they have become one, which needs no loop."""
    inside = [view.operation for view in outer.regions[0].blocks[0].operations]
    return next((op for op in inside if IN_LAYER in op.attributes), None)


def _is_written(inner: ir.Operation, number: int) -> bool:
    """Whether a carried value is a tape that iterations only put rows into, each behind the one before."""
    if not _has_known_rows(inner.results[number].type):
        return False
    writes = writes_of(inner, number)
    by_rows = all((row := row_of(op)) is not None and direction(row, inner) == 1 for op in writes)
    return bool(writes) and by_rows and not any(_is_from_layers(op.operands[0]) for op in writes)


def _is_from_layers(row: ir.Value) -> bool:
    """Whether a loop over layers has filled a row, or each row of that: then parts of it were in a scratchpad."""
    if not build.is_tensor(row.type) or isinstance(row.owner, ir.Block) or row.owner.operation.name != "scf.for":
        return False
    loop, number = row.owner.operation, ir.OpResult(row).result_number
    return LAYER in loop.attributes or any(_is_from_layers(op.operands[0]) for op in writes_of(loop, number))


def _write_to_scratchpad(inner: ir.Operation, number: int, size: int) -> None:
    block, tape = inner.regions[0].blocks[0], inner.operands[3 + number]
    writes = writes_of(inner, number)
    with inner.location, ir.InsertionPoint(inner):
        firsts = [at_iteration(row_of(op), inner, inner.operands[0]) for op in writes]
        first, count = firsts[0], build.emit1("arith.subi", build.index_type(), inner.operands[1], inner.operands[0])
        pad = _scratchpad(tape, [size, *build.shape_of(tape.type)[1:]])
    if any(other != first for other in firsts):
        return  # rows of two places: they stay in the tape
    for op in writes:
        _move_access(op, first)
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
        user.operands[operand] = moved


def _tapes_read(inner: ir.Operation) -> list[tuple[ir.Value, Rows]]:
    """The tapes from before the layers of which the iterations read a row after the other."""
    outer = inner.block.owner.operation
    roots: dict[ir.Value, None] = {}
    for op in walk(inner):
        if op.name in ("tensor.extract", "tensor.extract_slice") and is_outside(op.operands[0], outer):
            roots[_root(op.operands[0])] = None
    found = []
    for root in (root for root in roots if _is_tape(root)):
        rows = rows_read(root, inner)
        if rows is None or build.DYNAMIC in build.shape_of(root.type)[rows.dimension + 1 :]:
            continue
        # Indices in front of a row that is perhaps not read may be none of the tape.
        if (rows.dimension == 0 or rows.is_certain(inner)) and not _is_for_inner_layers(root, inner):
            found.append((root, rows))
    return found


def _is_for_inner_layers(root: ir.Value, inner: ir.Operation) -> bool:
    """Whether layers of a loop inside have the rows of a tape, which are smaller there."""
    within = [_inner(op) for op in walk(inner) if LAYER in op.attributes]
    return any(rows_read(root, loop) is not None for loop in within if loop is not None)


def _root(value: ir.Value) -> ir.Value:
    while not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.extract_slice":
        value = value.owner.operation.operands[0]
    return value


def _is_tape(root: ir.Value) -> bool:
    """Whether a tensor is what a loop with tapes, or one over layers, has filled."""
    if isinstance(root.owner, ir.Block):
        return False
    return LAYER in root.owner.operation.attributes or TAPE in root.owner.operation.attributes


def _read_from_scratchpad(inner: ir.Operation, tape: ir.Value, rows: Rows, size: int) -> None:
    least, most = rows.offsets
    rest = build.shape_of(tape.type)[rows.dimension + 1 :]
    zeros, ones = [0] * len(rest), [1] * (1 + len(rest))
    with inner.location, ir.InsertionPoint(inner):
        lower, upper = list(inner.operands)[:2]
        taken = _plus(build.emit1("arith.subi", upper.type, upper, lower), most - least)
        if rows.direction < 0:
            lower = build.emit1("arith.subi", upper.type, upper, build.index(1))
        first = rows.row.at_iteration(inner, lower).emit()
        in_front = [at.emit() for at in rows.reads[0].place[: rows.dimension]]
        there, begin = _plus(first, least), 0
        if not rows.is_certain(inner):
            there, begin, taken = _clamped(there, taken, build.emit1("tensor.dim", upper.type, tape, build.index(0)))
        pad = _scratchpad(tape, [size + most - least, *rest])
        part = build.tensor_type([build.DYNAMIC, *rest], build.element(tape.type))
        sizes = [*[1] * len(in_front), taken, *rest]
        moved = build.extract_slice(tape, part, [*in_front, there, *zeros], sizes, [*[1] * len(in_front), *ones])
        filled = build.insert_slice(moved, pad, [begin, *zeros], [taken, *rest], ones)
    for read in rows.reads:
        with read.op.location, ir.InsertionPoint(read.op):
            here = build.emit1("arith.subi", first.type, rows.row.emit(), first)
            row, *more = read.place[rows.dimension :]
            at = [_plus(here, row.number - least), *(each.emit() for each in more)]
            if read.op.name == "tensor.extract":
                new = build.extract(filled, [n if isinstance(n, ir.Value) else build.index(n) for n in at])
            else:
                sizes = [1, *read.sizes[rows.dimension + 1 :]]
                new = build.extract_slice(filled, read.op.results[0].type, at, sizes, ones)
                if not is_read_only(read.op.results[0]):
                    new = _in_memory(new)
        read.op.results[0].replace_all_uses_with(new)
        read.op.erase()


def _in_memory(row: ir.Value) -> ir.Value:
    """A copy of a row of a scratchpad, in memory: what may be in either cannot be compiled."""
    return _allocated(ir.RankedTensorType(row.type), 0, row)


def _clamped(first: ir.Value, count: ir.Value, rows: ir.Value) -> tuple[ir.Value, ir.Value, ir.Value]:
    """Of some rows those that a tape of so many `rows` has: the first of them, its place among all, and how many."""
    zero, type = build.index(0), rows.type
    end = build.emit1("arith.minsi", type, build.emit1("arith.addi", type, first, count), rows)
    there = build.emit1("arith.minsi", type, build.emit1("arith.maxsi", type, first, zero), rows)
    taken = build.emit1("arith.maxsi", type, build.emit1("arith.subi", type, end, there), zero)
    place = build.emit1("arith.maxsi", type, build.emit1("arith.subi", type, there, first), zero)
    return there, build.emit1("arith.minsi", type, place, count), taken


def _plus(index: ir.Value, number: int) -> ir.Value:
    return build.emit1("arith.addi", index.type, index, build.index(number)) if number else index


def _move_access(op: ir.Operation, first: ir.Value) -> None:
    """Lets an insertion put the row of the scratchpad for that of the tape: `first` is row 0."""
    place = 2  # of a slice, dynamic offsets are the first operands behind the tensors, too
    with op.location, ir.InsertionPoint(op):
        row = build.emit1("arith.subi", first.type, op.operands[place], first)
    op.operands[place] = row


def _has_known_rows(type: ir.Type) -> bool:
    return build.is_tensor(type) and build.DYNAMIC not in build.shape_of(type)[1:]


def _scratchpad(tape: ir.Value, shape: list[int]) -> ir.Value:
    """Memory for rows of a tape."""
    return _allocated(build.tensor_type(shape, build.element(tape.type)), SPACE)


def _allocated(type: ir.RankedTensorType, space: int, *copied: ir.Value) -> ir.Value:
    """A tensor in a memory space, which begins as another one if that is given."""
    attributes = {
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, len(copied), 0]),
        "memory_space": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), space),
    }
    made = ir.Operation.create(
        "bufferization.alloc_tensor", results=[type], operands=list(copied), attributes=attributes
    )
    return made.results[0]
