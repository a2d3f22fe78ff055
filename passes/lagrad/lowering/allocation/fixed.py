"""Places of buffers of fixed sizes: in one room of the stack, or in one block of the heap, decided here.

What is small enough lies in the room, in the order of the program. All others of a function share one block, which is
taken once and tested once, and is as large as what is in use at the same time needs. Larger buffers choose first: a
small one fits between them, not the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...mlir import ir
from .buffer_bytes import MOST
from .taken import LINE, Buffer, give_back, number, take, take_stack


@dataclass
class _Memory:
    """Memory in which buffers have places, and how much of it that takes."""

    bytes: int = 0
    places: list[tuple[int, int, Buffer]] = field(default_factory=list)  # where each begins and ends, in bytes

    def add(self, buffer: Buffer, most: int = MOST) -> bool:
        """Gives a buffer the first place where it meets none that is in use when it is; False where that ends behind
        `most`."""
        bytes, at = -(-buffer.bytes // LINE) * LINE, 0
        for begin, end, other in self.places:
            if not (other.is_done_before(buffer) or buffer.is_done_before(other)):
                if at + bytes <= begin:
                    break
                at = max(at, end)
        if at + bytes > most:
            return False
        self.places.append((at, at + bytes, buffer))
        self.places.sort(key=lambda place: place[:2])
        self.bytes = max(self.bytes, at + bytes)
        return True


def place_fixed(buffers: list[Buffer], most: int) -> int:
    """Gives buffers of a function's first block places; how many bytes of the stack these take, `most` at most."""
    stack, heap = _Memory(), _Memory()
    left = [buffer for buffer in buffers if not stack.add(buffer, most)]
    for buffer in sorted(left, key=lambda buffer: -buffer.bytes):
        heap.add(buffer)
    if stack.places:
        first = _first(stack)
        with ir.InsertionPoint(first), first.location:
            room = take_stack(number(stack.bytes))
        _move(stack.places, room)
    if heap.places:
        first, last = _first(heap), max((buffer for *_, buffer in heap.places), key=lambda buffer: buffer.end)
        with ir.InsertionPoint(first), first.location:
            block = take("aligned_alloc", number(LINE), number(min(heap.bytes, MOST)))
        with ir.InsertionPoint.after(last.free), last.free.location:
            give_back("free", block)
        _move(heap.places, block)
    return stack.bytes


def _first(memory: _Memory) -> ir.Operation:
    return min((buffer for *_, buffer in memory.places), key=lambda buffer: buffer.begin).alloc


def _move(places: Iterable[tuple[int, int, Buffer]], memory: ir.Value) -> None:
    for begin, _, buffer in places:
        with ir.InsertionPoint(buffer.alloc), buffer.alloc.location:
            bytes = number(min(buffer.bytes, MOST))
            place = take("lagrad.place", memory, number(begin), bytes)
            buffer.move_to(place, bytes)
        with ir.InsertionPoint(buffer.free), buffer.free.location:
            give_back("lagrad.leave", place)
        buffer.free.erase()
