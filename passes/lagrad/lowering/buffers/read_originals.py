"""Copies that are only read, while their originals stay as they are: the originals are read."""

from __future__ import annotations

from ...mlir import ir
from ..facts.in_place import inside, is_known_before
from ..facts.memory import are_apart
from ..facts.views import VIEWS, inputs, is_scratch, is_view, reads
from ..walk import walk

_WITHOUT_EFFECT = {"memref.load", "memref.dim", "memref.alloc", "memref.alloca", "memref.dealloc", *VIEWS}


def read_originals(op: ir.Operation) -> None:
    """Reads originals where copies are read; what is copied a second time is copied there at once, and read there."""
    for copy in [child for child in walk(op) if child.name in ("memref.copy", "linalg.copy")]:
        source, target = copy.operands
        if not is_scratch(target) or not (readers := _readers(copy, target)):
            continue
        if not _changes(source, copy, readers):
            _read_instead(target, source, copy)
            copy.erase()
        elif record := _record(copy, target, readers):
            for needed in to_be_moved(record.operands[1], copy):
                needed.move_before(copy)
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
        if not are_apart(copy.operands[0], place) or to_be_moved(place, copy) is None:
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
            is_silent = child.name in VIEWS or child.name in ("memref.alloc", "memref.dim")
            if not is_silent and not all(are_apart(v, place) for v in touched):
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
    return not all(are_apart(buffer, source) for buffer in written)
