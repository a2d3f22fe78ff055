"""The body of a loop without detours through memory: short loops written out, values read where they are made.

For loops in which buffers that are written share no memory with others (`independence.check_separate`).

A pullback fills a row with zeros and adds to it, element by element. Once the loop that fills it is
written out, each sum takes its value from the store before it, and only the last store is left.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict

from ...build import constant_of, emit, emit1, index, replace_op
from ...forms import trip_count
from ...forms.generic import clone_into
from ...mlir import ir
from ..facts.places import Place, place
from ..facts.views import root_of
from ..walk import walk

_MOST_OPERATIONS = 128  # of a loop that is written out
_ROW = 12  # iterations of a loop that `lagrad-limit-unrolling` leaves to LLVM
_MOST_COPIED = 32  # elements of a buffer that is copied one by one
_BUFFER = {"memref.load": 0, "memref.store": 1}  # which operand it is


def straighten(block: ir.Block, rows: bool = True) -> bool:
    """Writes out the short loops of a block and its inner blocks, and forwards stores to loads; says whether there was
    anything to do.

    Without `rows`, those stay of which LLVM may make vectors.
    """
    done = False
    for view in list(block.operations):
        op = view.operation
        for region in op.regions:
            for inner in region.blocks:
                done |= straighten(inner, rows)
        if op.name == "scf.for" and is_short(op) and (rows or not is_row(op)):
            done |= _write_out(op)
    return _forward(block) or done


def expand_copies(block: ir.Block) -> bool:
    """Writes the copies of small buffers in a block, and inside its operations, as loads and stores; says whether there
    are any."""
    done = False
    for op in [child for view in block.operations for child in (view.operation, *walk(view.operation))]:
        if op.name != "memref.copy":
            continue
        source, target = op.operands
        type = ir.MemRefType(source.type)
        if not type.has_static_shape or math.prod(type.shape) > _MOST_COPIED:
            continue
        with op.location, ir.InsertionPoint(op):
            indices = [[index(k) for k in at] for at in itertools.product(*map(range, type.shape))]
            values = [emit1("memref.load", type.element_type, source, *at) for at in indices]
            for value, at in zip(values, indices):
                emit("memref.store", [], [value, target, *at])
        op.erase()
        done = True
    return done


def is_short(loop: ir.Operation) -> bool:
    """Is a loop written out?"""
    trips = trip_count.known(loop)
    if trips is None or trips > _MOST_OPERATIONS:
        return False
    inside = list(walk(loop))
    return trips * len(inside) <= _MOST_OPERATIONS and not any(len(op.regions) for op in inside)


def is_row(loop: ir.Operation) -> bool:
    """Does LLVM make vectors of a loop, if it is not written out?"""
    return (trip_count.known(loop) or 0) >= _ROW


def is_short_row(loop: ir.Operation) -> bool:
    """Is it such a loop, and may be written out once what is in it is?"""
    return _ROW <= (trip_count.known(loop) or 0) <= _MOST_OPERATIONS


def _write_out(loop: ir.Operation) -> bool:
    begin, step = constant_of(loop.operands[0]), constant_of(loop.operands[2])
    if not isinstance(loop.operands[0].type, ir.IndexType):
        return False
    body = loop.regions[0].blocks[0]
    (*ops, terminator) = [view.operation for view in body.operations]
    carried = list(loop.operands)[3:]
    for trip in range(trip_count.known(loop)):
        with loop.location, ir.InsertionPoint(loop):
            values = dict(zip(body.arguments, [index(begin + trip * step), *carried]))
            for op in ops:
                clone_into(op, values)
            carried = [values.get(value, value) for value in terminator.operands]
    replace_op(loop, *carried)
    return True


def _forward(block: ir.Block) -> bool:
    """Replaces loads of what the block has just stored, and erases stores that nothing reads before the next one; says
    whether there are any.

    Two roots are two buffers.
    """
    ops = [view.operation for view in block.operations]
    roots = [root_of(op.operands[number]) if (number := _BUFFER.get(op.name)) is not None else None for op in ops]
    if not (often := {root for root, count in Counter(filter(None, roots)).items() if count > 1}):
        return False
    done = False
    known: dict[ir.Value, list[tuple[Place, ir.Value]]] = defaultdict(list)  # by root: what memory holds
    pending: dict[ir.Value, list[tuple[Place, ir.Operation]]] = defaultdict(list)  # stores that nothing has read yet
    for op, root in zip(ops, roots):
        if root is not None and root not in often:
            continue
        if op.name == "memref.load":
            at = place(op)
            value = next((value for other, value in known[at.root] if at.is_same(other)), None)
            if value is not None:
                replace_op(op, value)
                done = True
                continue
            pending[at.root] = [(other, store) for other, store in pending[at.root] if at.is_other(other)]
            known[at.root].append((at, op.results[0]))
        elif op.name == "memref.store":
            at = place(op)
            for other, store in pending[at.root]:
                if at.is_same(other):
                    store.erase()
                    done = True
            pending[at.root] = [(other, store) for other, store in pending[at.root] if not at.is_same(other)]
            known[at.root] = [(other, value) for other, value in known[at.root] if at.is_other(other)]
            known[at.root].append((at, op.operands[0]))
            pending[at.root].append((at, op))
        elif (known or pending) and len(op.regions):
            read, written = _touched(op)
            for root in read | written:
                pending.pop(root, None)
            for root in written:
                known.pop(root, None)
    return done


def _touched(op: ir.Operation) -> tuple[set[ir.Value], set[ir.Value]]:
    """The roots of what is read and written inside an operation."""
    touched: dict[str, set[ir.Value]] = {name: set() for name in _BUFFER}
    for child in walk(op):
        if (number := _BUFFER.get(child.name)) is not None:
            touched[child.name].add(root_of(child.operands[number]))
    return touched["memref.load"], touched["memref.store"]
