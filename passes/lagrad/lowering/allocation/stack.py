"""Buffers on the stack, where the function has room for them there when it runs, and all on cache lines.

Buffers of fixed sizes have their places first (`fixed`). The others are placed in the order of the program, each above
those that are on the stack then or below all of them. There is one room for all buffers whose sizes are known where the
first of them begins, and another one from where new sizes are found.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ... import build
from ...analysis.call_graph import is_public, symbol
from ...mlir import arith, ir, memref
from ..facts.in_place import is_known_before
from ..facts.in_use import AT_ONCE, LOOPS, frees, leaves, runs_at_once
from ..facts.views import SCRATCH
from ..interface.emit_c_interface import check_name
from ..walk import around
from .buffer_bytes import bytes_needed, can_hold, fixed_bytes
from .fixed import place_fixed
from .taken import LINE, Buffer, give_back, number, take, take_stack, taken_in

SMALL = 1024  # bytes: what is always on the stack
# What is called for buffers whose sizes are found when a function runs, and for those of fixed sizes.
_CALLED = {
    False: ("aligned_alloc", "free", SCRATCH, "lagrad.release"),
    True: ("aligned_alloc", "free", "lagrad.place", "lagrad.leave"),
}
_FUNCTIONS = Path(__file__).with_suffix(".mlir")


def keep_small(function: ir.Operation, allocs: list[ir.Operation]) -> list[ir.Operation]:
    """Puts buffers of a small fixed size, of all that a function takes, on the stack from its beginning on; gives those
    that stay.

    The stack grows with each `memref.alloca` that runs until the function returns: one in a loop of a million
    iterations overflows it. So buffers stay that an iteration passes on, and all that the function returns. Before
    buffers are freed, those of iterations that run at once are one: threads get their own with their iterations.
    """
    entry, left = function.regions[0].blocks[0], []
    for alloc in allocs:
        if not can_hold(alloc) or (bytes := fixed_bytes(alloc.results[0].type)) is None or bytes > SMALL:
            left.append(alloc)
            continue
        found = frees(alloc)
        if runs_at_once(alloc) if found else any(leaves(alloc.results[0], scope) for scope in _scopes(alloc)):
            left.append(alloc)
            continue
        with alloc.location, ir.InsertionPoint.at_block_begin(entry):
            buffer = memref.alloca(alloc.results[0].type, [], [])
        for free in found:
            free.erase()
        build.replace_op(alloc, buffer)
    return left


def _scopes(op: ir.Operation) -> Iterator[ir.Operation]:
    """The loops that an operation is in, and its function."""
    return (each for each in around(op) if each.name in LOOPS | AT_ONCE | {"func.func"})


def place_on_stack(module: ir.Operation, most: int, calls: dict[ir.Block, list[ir.Operation]]) -> None:
    """Takes buffers of functions' first blocks from the stack, where what a call has there stays below `most` bytes.

    `calls` are, by these blocks, the operations in them that take memory elsewhere.
    """
    views = [view.operation for view in module.regions[0].blocks[0].operations]
    functions = [op for op in views if op.name == "func.func" and op.regions[0].blocks]
    entries = [function.regions[0].blocks[0] for function in functions]
    found = [(entry, buffers) for entry in entries if (buffers := taken_in(entry))]
    are_fixed = {buffer.bytes is not None for _, buffers in found for buffer in buffers}
    wanted = {name for is_fixed in are_fixed for name in _CALLED[is_fixed]}
    if found:
        _add_functions(module, wanted)
    for entry, buffers in found:
        fixed = [buffer for buffer in buffers if buffer.bytes is not None]
        used = place_fixed(fixed, most, calls.get(entry, ()))
        if others := [buffer for buffer in buffers if buffer.bytes is None]:
            with ir.InsertionPoint(others[0].alloc), others[0].alloc.location:
                left = build.index(most - used)
            for room in _rooms(others):
                left = _place(room, left)


def _rooms(buffers: list[Buffer]) -> Iterator[list[Buffer]]:
    """Neighbours whose sizes are known where the first of them is taken, once what computes these has moved there."""
    room: list[Buffer] = []
    for buffer in buffers:
        needed = _computed_after(room[0].alloc, buffer.alloc) if room else []
        if needed is None:
            yield room
            room, needed = [], []
        for op in needed:
            op.move_before(room[0].alloc)
        room.append(buffer)
    yield room


def _computed_after(place: ir.Operation, alloc: ir.Operation) -> list[ir.Operation] | None:
    """What computes the sizes of a buffer after an operation, in order; None if not all of it may move before that."""
    found: list[ir.Operation] = []
    waiting = [(size, False) for size in alloc.operands]
    while waiting:
        value, is_ready = waiting.pop()
        op = build.defining_op(value)
        if is_known_before(place, value) or op is not None and op in found:
            continue
        if op is None or op.block != place.block or not (op.name.startswith("arith.") or op.name == "memref.dim"):
            return None
        if is_ready:
            found.append(op)
        else:
            waiting += [(value, True), *((operand, False) for operand in op.operands)]
    return found


def _add_functions(module: ir.Operation, wanted: set[str]) -> None:
    """Puts what is called into a module. Functions of the program that have names of the C library's get others."""
    functions, known = ir.Module.parse(_FUNCTIONS.read_text(encoding="utf-8")), ir.SymbolTable(module)
    for view in functions.body.operations:
        if (name := symbol(view.operation)) not in wanted:
            continue
        other = known[name].operation if name in known else None
        if other is not None and other.name == "func.func" and other.regions[0].blocks:
            if is_public(other):
                check_name(name, other.location)
            fresh = next(free for n in itertools.count() if (free := f"{name}_{n}") not in known)
            ir.SymbolTable.replace_all_symbol_uses(name, fresh, module)
            ir.SymbolTable.set_symbol_name(other, fresh)
            known = ir.SymbolTable(module)
        if name not in known:
            view.operation.clone(ip=ir.InsertionPoint(module.regions[0].blocks[0]))


def _place(room: list[Buffer], left: ir.Value) -> ir.Value:
    """Gives buffers memory, of the stack where they fit into what is `left` of it; what is left then."""
    with ir.InsertionPoint(room[0].alloc), room[0].alloc.location:
        needed = [_lines_of(buffer.alloc) for buffer in room]
        none = build.index(0)
        starts, ends = _Extremes(arith.minui, left), _Extremes(arith.maxui, none)
        begins, fits = [], []
        for n, (buffer, bytes) in enumerate(zip(room, needed)):
            in_use = [k for k, other in enumerate(room[:n]) if not other.is_done_before(buffer)]
            is_below = arith.cmpi(arith.CmpIPredicate.ule, bytes, starts.among(in_use))
            begins.append(arith.select(is_below, none, ends.among(in_use)))
            end = arith.addi(begins[-1], bytes)
            fits.append(arith.cmpi(arith.CmpIPredicate.ule, end, left))
            starts.of.append(arith.select(fits[-1], begins[-1], left))
            ends.of.append(arith.select(fits[-1], end, none))
        size = ends.among(range(len(room)))
        stack = take_stack(number(size))
        left = arith.subi(left, size)
    for buffer, begin, bytes, fit in zip(room, begins, needed, fits):
        with ir.InsertionPoint(buffer.alloc), buffer.alloc.location:
            memory = take(SCRATCH, stack, number(begin), number(bytes), fit)
            buffer.move_to(memory, number(bytes))
        with ir.InsertionPoint(buffer.free), buffer.free.location:
            give_back("lagrad.release", memory, fit)
        buffer.free.erase()
    return left


@dataclass
class _Extremes:
    """Where on the stack buffers begin, or where they end."""

    choose: Callable[[ir.Value, ir.Value], ir.Value]
    of_none: ir.Value
    of: list[ir.Value] = field(default_factory=list)
    _known: dict[tuple[int, ...], ir.Value] = field(default_factory=dict)

    def among(self, buffers: Sequence[int]) -> ir.Value:
        """The lowest or the highest of some; one buffer more than before is compared with what that was."""
        key = tuple(buffers)
        if key not in self._known:
            self._known[key] = self.choose(self.among(key[:-1]), self.of[key[-1]]) if key else self.of_none
        return self._known[key]


def _lines_of(alloc: ir.Operation) -> ir.Value:
    """The bytes of a buffer, in whole cache lines."""
    bytes = bytes_needed(ir.MemRefType(alloc.results[0].type), list(alloc.operands))
    return arith.muli(arith.divui(arith.addi(bytes, build.index(LINE - 1)), build.index(LINE)), build.index(LINE))
