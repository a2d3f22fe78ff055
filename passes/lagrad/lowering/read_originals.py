"""`lagrad-read-originals`: a copy that is only read, while its original stays as it is, is not made."""

from __future__ import annotations

from dataclasses import dataclass

from ..build import DYNAMIC, constant_of
from ..mlir import ir
from ..passes import Pass
from .buffers import VIEWS, inputs, is_scratch, is_view, reads, root
from .in_place import inside, is_known_before
from .walk import walk

_WITHOUT_EFFECT = {"memref.load", "memref.dim", "memref.alloc", "memref.alloca", "memref.dealloc", *VIEWS}


@dataclass(frozen=True)
class ReadOriginals(Pass):
    """Read a buffer itself instead of a copy of it.

    ```mlir
    %row = memref.subview %a[%i - 1, 0] [1, 4] [1, 1]
    memref.copy %row, %old
    linalg.generic ins(%old) outs(%next)    // %next is the row %i of %a
    ```
    Bufferization copies what is read of a buffer that is written to at the same time. Where the two
    parts have no element in common, `%row` can be read. What is copied a second time, onto a tape, is copied
    there at once and read there.
    """

    name = "lagrad-read-originals"

    def run(self, op, report) -> None:
        for copy in [child for child in walk(op) if child.name in ("memref.copy", "linalg.copy")]:
            source, target = copy.operands
            if not is_scratch(target) or not (readers := _readers(copy, target)):
                continue
            if not _changes(source, copy, readers):
                _read_instead(target, source, copy)
                copy.erase()
            elif record := _record(copy, target, readers):
                for op in to_be_moved(record.operands[1], copy):
                    op.move_before(copy)
                copy.operands[1] = record.operands[1]
                _read_instead(target, record.operands[1], record)
                record.erase()


def _read_instead(buffer: ir.Value, other: ir.Value, copy: ir.Operation) -> None:
    for use in list(buffer.uses):
        if use.owner.operation != copy:
            use.owner.operation.operands[use.operand_number] = other


def _record(copy: ir.Operation, buffer: ir.Value, readers: list[ir.Operation]) -> ir.Operation | None:
    """What copies the copy to where it stays until all have read it, and could do so at once."""
    for record in readers:
        if record.name != "memref.copy" or record.block != copy.block or record.operands[0] != buffer:
            continue
        place, late = record.operands[1], [reader for reader in readers if record.is_before_in_block(reader)]
        if not apart(copy.operands[0], place) or to_be_moved(place, copy) is None:
            continue  # a part moved within one buffer needs the copy
        if uses_between(place, copy, record) or late and _changes(place, record, late):
            continue
        return record
    return None


def to_be_moved(value: ir.Value, before: ir.Operation) -> list[ir.Operation] | None:
    """The operations, in order, that must move for an operation to use a value; None if they cannot."""
    if is_known_before(before, value):
        return []
    if isinstance(value.owner, ir.Block) or not (is_view(value) or value.owner.operation.name.startswith("arith.")):
        return None
    found: list[ir.Operation] = []
    for operand in value.owner.operation.operands:
        needed = to_be_moved(operand, before)
        if needed is None:
            return None
        found += [op for op in needed if op not in found]
    return [*found, value.owner.operation]


def uses_between(place: ir.Value, first: ir.Operation, last: ir.Operation) -> bool:
    """Does anything between two operations of a block read or write a buffer?"""
    for op in between(first, last):
        for child in (op, *walk(op)):
            touched = [v for v in child.operands if isinstance(v.type, ir.MemRefType)]
            if child.name not in VIEWS and child.name not in ("memref.alloc", "memref.dim") and not all(apart(v, place) for v in touched):
                return True
    return False


def between(first: ir.Operation, last: ir.Operation) -> list[ir.Operation]:
    ops = [view.operation for view in first.block.operations]
    return [op for op in ops if first.is_before_in_block(op) and op.is_before_in_block(last)]


def _readers(copy: ir.Operation, buffer: ir.Value) -> list[ir.Operation]:
    """The operations that use a buffer, if all of them read what `copy` has put there; else none."""
    readers = []
    for use in buffer.uses:
        user = use.owner.operation
        if user == copy:
            continue
        here = inside(user, copy.block)
        if here is None or not copy.is_before_in_block(here) or not reads(user, use.operand_number):
            return []
        readers.append(here)
    return readers


def _changes(source: ir.Value, copy: ir.Operation, readers: list[ir.Operation]) -> bool:
    """Is anything of `source` overwritten before the last of the readers has read it?"""
    last = readers[0]
    for reader in readers:
        if last.is_before_in_block(reader):
            last = reader
    return any(may_write(child, source) for op in (*between(copy, last), last) for child in (op, *walk(op)))


def may_write(op: ir.Operation, source: ir.Value) -> bool:
    buffers = [v for v in op.operands if isinstance(v.type, ir.MemRefType)]
    if op.name in _WITHOUT_EFFECT or not buffers:
        return False
    if op.name.startswith("linalg."):
        written = buffers[inputs(op) - (len(op.operands) - len(buffers)) :]
    elif op.name in ("memref.store", "memref.copy"):
        written = buffers[-1:]
    else:
        written = buffers
    return not all(apart(buffer, source) for buffer in written)


def apart(x: ir.Value, y: ir.Value) -> bool:
    """Have two buffers no element in common, for all that can be seen?"""
    roots = root(x), root(y)
    if roots[0] != roots[1]:
        return all(map(_is_allocated_or_given, roots))
    return _is_view_of(x, roots[0]) and _is_view_of(y, roots[0]) and _are_disjoint(x.owner.operation, y.owner.operation)


def _is_allocated_or_given(root: ir.Value) -> bool:
    """Memory of its own, or a function's argument: bufferization takes these for different buffers too."""
    if isinstance(root.owner, ir.Block):
        return root.owner.owner.operation.name == "func.func"
    return root.owner.operation.name in ("memref.alloc", "memref.alloca", "memref.get_global")


def _is_view_of(buffer: ir.Value, root: ir.Value) -> bool:
    if isinstance(buffer.owner, ir.Block) or buffer.owner.operation.name != "memref.subview":
        return False
    return buffer.owner.operation.operands[0] == root


def _are_disjoint(x: ir.Operation, y: ir.Operation) -> bool:
    """Do two slices of one buffer lie apart in one of its dimensions?"""
    for (start, size), (other, other_size) in zip(_ranges(x), _ranges(y), strict=True):
        if size is None or other_size is None or not _same(start[0], other[0]):
            continue
        if start[1] + size <= other[1] or other[1] + other_size <= start[1]:
            return True
    return False


def _same(x: ir.Value | None, y: ir.Value | None) -> bool:
    """Values only compare with values."""
    return x is y if x is None or y is None else x == y


def _ranges(subview: ir.Operation):
    """For each dimension the start of a slice, as a value and a number to be added, and its extent if known."""
    offsets = list(subview.operands)[1:]
    starts = []
    for number in subview.attributes["static_offsets"]:
        starts.append(_linear(offsets.pop(0)) if number == DYNAMIC else (None, number))
    sizes, strides = subview.attributes["static_sizes"], subview.attributes["static_strides"]
    extents = [
        None if DYNAMIC in (size, stride) else (size - 1) * stride + 1 for size, stride in zip(sizes, strides)
    ]
    return list(zip(starts, extents, strict=True))


def _linear(value: ir.Value) -> tuple[ir.Value | None, int]:
    """An index as some value plus a number."""
    number = 0
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        if op.name == "arith.constant":
            return None, number + constant_of(value)
        if op.name not in ("arith.addi", "arith.subi") or (term := constant_of(op.operands[1])) is None:
            break
        number += term if op.name == "arith.addi" else -term
        value = op.operands[0]
    return value, number
