"""Places of buffers of fixed sizes: in one room of the stack, or in one block of the heap, decided here.

What is small enough lies in the room, in the order of the program. All others of a function share one block, which is
taken once and tested once, and is hardly larger than what is in use at the same time (1.01 times in 400 random
functions, 1.2 at most).
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...mlir import ir
from .buffer_bytes import MOST
from .taken import LINE, Buffer, give_back, number, take, take_stack


@dataclass
class Memory:
    """Memory in which buffers have places, and how much of it that takes."""

    bytes: int = 0
    places: list[tuple[int, int, Buffer]] = field(default_factory=list)  # where each begins and ends, in bytes

    def add(self, buffer: Buffer, most: int = MOST) -> bool:
        """Gives a buffer the first place where it meets none that is in use when it is.

        False where that ends behind `most`: such a buffer has no place. No system has memory of MOST bytes.
        """
        bytes, at = _lines(buffer), 0
        for begin, end, other in self.places:
            if not (other.is_done_before(buffer) or buffer.is_done_before(other)):
                if at + bytes <= begin:
                    break
                at = max(at, end)
        if at + bytes > most:
            return False
        bisect.insort(self.places, (at, at + bytes, buffer), key=lambda place: place[:2])
        self.bytes = max(self.bytes, at + bytes)
        return True


def place_fixed(buffers: list[Buffer], most: int, calls: Iterable[ir.Operation] = ()) -> int:
    """Gives buffers of a function's first block places; how many bytes of the stack these take, `most` at most.

    `calls` are operations of that block that take more memory. If some of the block of the heap is unused while one of
    them runs, there is none: each buffer is taken when it is needed.
    """
    stack = Memory()
    heap = smallest_block([buffer for buffer in buffers if not stack.add(buffer, most)])
    large = [buffer for *_, buffer in heap.places]
    if any(_in_use(large, call) < heap.bytes for call in calls):
        for buffer in large:
            _take_alone(buffer)
        heap = Memory()
    if stack.places:
        first = _first(stack)
        with ir.InsertionPoint(first), first.location:
            room = take_stack(number(stack.bytes))
        _move(stack.places, room)
    if heap.places:
        first, last = _first(heap), max((buffer for *_, buffer in heap.places), key=lambda buffer: buffer.end)
        with ir.InsertionPoint(first), first.location:
            block = take("aligned_alloc", number(LINE), number(heap.bytes))
        with ir.InsertionPoint.after(last.free), last.free.location:
            give_back("free", block)
        _move(heap.places, block)
    return stack.bytes


def _in_use(buffers: list[Buffer], call: ir.Operation) -> int:
    """The bytes of the buffers that are in use while an operation runs."""
    return sum(_lines(b) for b in buffers if b.alloc.is_before_in_block(call) and call.is_before_in_block(b.free))


def _take_alone(buffer: Buffer) -> None:
    with ir.InsertionPoint(buffer.alloc), buffer.alloc.location:
        bytes = number(_lines(buffer))
        memory = take("aligned_alloc", number(LINE), bytes)
        buffer.move_to(memory, bytes)
    with ir.InsertionPoint(buffer.free), buffer.free.location:
        give_back("free", memory)
    buffer.free.erase()


def smallest_block(buffers: list[Buffer]) -> Memory:
    """The smallest of the blocks in which the largest, the longest in use, or the first ones have chosen first."""
    needed, blocks = _most_at_once(buffers), []
    for key in (lambda b: -b.bytes, lambda b: (b.begin - b.end, -b.bytes), lambda b: b.begin):
        blocks.append(Memory())
        for buffer in sorted(buffers, key=key):
            blocks[-1].add(buffer)
        if blocks[-1].bytes == needed:
            break
    return min(blocks, key=lambda block: block.bytes)


def _most_at_once(buffers: list[Buffer]) -> int:
    """The bytes of the buffers that are in use at the same time, where these are most."""
    changes = [(b.begin, _lines(b)) for b in buffers] + [(b.end, -_lines(b)) for b in buffers]
    return max(itertools.accumulate(bytes for _, bytes in sorted(changes)), default=0)


def _lines(buffer: Buffer) -> int:
    """The bytes of a buffer, in whole cache lines."""
    return -(-buffer.bytes // LINE) * LINE


def _first(memory: Memory) -> ir.Operation:
    return min((buffer for *_, buffer in memory.places), key=lambda buffer: buffer.begin).alloc


def _move(places: Iterable[tuple[int, int, Buffer]], memory: ir.Value) -> None:
    for begin, _, buffer in places:
        with ir.InsertionPoint(buffer.alloc), buffer.alloc.location:
            bytes = number(buffer.bytes)
            place = take("lagrad.place", memory, number(begin), bytes)
            buffer.move_to(place, bytes)
        with ir.InsertionPoint(buffer.free), buffer.free.location:
            give_back("lagrad.leave", place)
        buffer.free.erase()
