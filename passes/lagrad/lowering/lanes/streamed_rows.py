"""The rows of large tapes leave their scratchpads past the caches."""

from __future__ import annotations

from ... import build
from ...errors import Report
from ...mlir import ir
from ...tape.moves import SCRATCHPAD, STREAMED
from ..facts.independence import Independent
from ..facts.places import place
from ..facts.views import VIEWS, is_scratch, root_of
from ..walk import walk
from .past_caches import fence, goes_along, is_large, may_be_large, write_past_caches

_SIZES = (4, 8)  # bytes of the elements that processors write so


def stream_rows(function: ir.Operation, least: int, report: Report) -> None:
    """Writes rows with non-temporal stores, where the tape that they go to has `least` bytes."""
    fences: dict[ir.Operation, list[ir.Value]] = {}
    for store in [op for op in walk(function) if op.name == "memref.store" and STREAMED in op.attributes]:
        tape, loop = root_of(store.operands[1]), store.parent
        if not _is_tape(tape) or not may_be_large(tape, least):
            continue
        if not _is_copy(loop, store) or place(store).indices is None or not goes_along(loop, store):
            continue
        with loop.location, ir.InsertionPoint.after(tape.owner.operation):
            large = is_large(tape, least)
        fences.setdefault(_after(loop, tape), []).append(large)
        write_past_caches(loop, store, large, Independent())  # of elements that are loaded from another allocation
        report.remark(loop.location, "writes the rows of a tape past the caches if that is large")
    for behind, larges in fences.items():
        fence(behind, larges)


def _is_copy(loop: ir.Operation, store: ir.Operation) -> bool:
    """Whether all that a loop does is to load an element and store it: it may have got more to do, as a trace has."""
    body = [view.operation for view in loop.regions[0].blocks[0].operations]
    others = [op for op in body if not op.name.startswith("arith.") and op.name not in VIEWS]
    return [op.name for op in others] == ["memref.load", "memref.store", "scf.yield"] and others[1] == store


def _is_tape(buffer: ir.Value) -> bool:
    if not is_scratch(buffer) or SCRATCHPAD in buffer.owner.operation.attributes:
        return False
    return build.bytes_of(ir.MemRefType(buffer.type).element_type) in _SIZES


def _after(loop: ir.Operation, tape: ir.Value) -> ir.Operation:
    """The operation behind the loop that fills a tape, of which `loop` is a part."""
    while loop.block != tape.owner.operation.block:
        loop = loop.parent
    operations = [view.operation for view in loop.block.operations]
    return operations[operations.index(loop) + 1]
