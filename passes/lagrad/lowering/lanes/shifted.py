"""Sums into elements that move along with the iterations, as adjoints of stencils are: `a[i] += x; a[i + 1] += y`.

Lanes that take turns would add to each element by itself. Here they add to all of them at once: what one element gets
from several lanes is gathered in registers, each update as a vector that is shifted by the distance of its element from
the first one. The few elements that a vector of the first update does not reach are added to one by one. Every
element gets the terms that it has, in the order of the iterations, to the last bit: where a lane has none, a zero is
added that changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...build import constant, emit, emit1, index, like
from ...mlir import ir
from ..facts.places import linear
from ..facts.updates import Update
from .runs import direction, has_lanes, picked, reduced

_NOTHING = {"arith.addf": -0.0, "arith.subf": 0.0}  # the term that keeps every value, a negative zero too


@dataclass(frozen=True)
class Shifted:
    """Updates whose elements move by one with each iteration: `way` is 1 or -1, `offsets` how far each is from the
    first element in memory. They are in the order in which an element meets them."""

    updates: list[Update]
    offsets: list[int]
    way: int

    @property
    def spread(self) -> int:
        return max(self.offsets)


def shifted(updates: list[Update], trip: ir.Value | None, moving: set[ir.Value], width: int) -> Shifted | None:
    """The updates of a turn as that, if they are; `trip` is the counter, if it grows by one."""
    buffers, *indices = zip(*(update.load.operands for update in updates))
    ways = {direction(buffers[0], own, trip, moving) for own in zip(*indices)}
    if len(set(buffers)) != 1 or len(ways) != 1 or None in ways or not has_lanes(updates[0].load.results[0].type):
        return None
    *outer, last = [[linear(i) for i in own] for own in indices]
    if any(i != own[0] for own in outer for i in own) or any(i.terms != last[0].terms for i in last):
        return None
    (way,), least = ways, min(i.number for i in last)
    offsets = [i.number - least for i in last]
    if max(offsets) >= width:
        return None
    order = sorted(range(len(updates)), key=lambda n: -way * offsets[n])
    return Shifted([updates[n] for n in order], [offsets[n] for n in order], way)


def add(found: Shifted, lanes) -> None:
    """Writes the updates for all lanes (`Lanes`)."""
    width, way, spread = lanes.width, found.way, found.spread
    buffer, *indices = found.updates[found.offsets.index(0)].load.operands
    first = [lanes.list(v)[0 if way == 1 else width - 1] for v in indices]
    base = 0 if way == 1 else spread  # where the vector is; it is an element of the loop's in each lane

    def at(position: int) -> list[ir.Value]:
        *outer, inner = first
        moved = emit1("arith.addi", inner.type, inner, index(position)) if position else inner
        return [lanes.one(buffer), *outer, moved]

    def lane(position: int, offset: int) -> int:
        """The lane whose update at an offset is about the element at a position; outside of the lanes if none is."""
        return position - offset if way == 1 else width - 1 + offset - position

    of, whole = found.updates[0].load.results[0].type, lanes.vector_type(found.updates[0].load.results[0].type)
    for position in range(width, width + spread) if way == 1 else range(spread):
        value = emit1("memref.load", of, *at(position))
        for update, offset in zip(found.updates, found.offsets):
            if 0 <= (own := lane(position, offset)) < width:
                value = _added(update, value, lambda term, _: lanes.list(term)[own])
        emit("memref.store", [], [value, *at(position)])
    value = emit1("vector.load", whole, *at(base))
    for update, offset in zip(found.updates, found.offsets):
        own = [min(lane(base + n, offset), width) if lane(base + n, offset) >= 0 else width for n in range(width)]

        def moved(term: ir.Value, nothing: float) -> ir.Value:
            if own == list(range(width)):
                return lanes.vector(term)
            return picked(lanes.vector(term), emit1("vector.broadcast", whole, constant(of, nothing)), own)

        value = _added(update, value, moved)
    emit("vector.store", [], [value, *at(base)])


def may_add_up(update: Update, moving: set[ir.Value]) -> bool:
    """Whether an element gets the sums of all lanes, in any order."""
    if any(v in moving for v in update.load.operands) or not has_lanes(update.load.results[0].type):
        return False
    flags = [str(op.attributes["fastmath"]) if "fastmath" in op.attributes else "" for op in update.sums]
    return all("reassoc" in each or "fast>" in each for each in flags)


def add_up(update: Update, lanes) -> None:
    """Writes an update of one element for all lanes (`Lanes`): what these have is added up first."""
    at = [lanes.one(v) for v in update.load.operands]
    old = emit1("memref.load", update.load.results[0].type, *at)
    flags = ir.Attribute.parse("#arith.fastmath<reassoc>")

    def sum_of(term: ir.Value, _) -> ir.Value:
        return reduced("add", lanes.vector(term), fastmath=flags)

    emit("memref.store", [], [_added(update, old, sum_of), *at])


def _added(update: Update, value: ir.Value, term: Callable[[ir.Value, float], ir.Value]) -> ir.Value:
    """The sums of an update from a value on; `term` gives one of them, and takes what stands for none."""
    last = update.load.results[0]
    for op in update.sums:
        operands = [value if v == last else term(v, _NOTHING[op.name]) for v in op.operands]
        value, last = like(op, operands, [value.type]).results[0], op.results[0]
    return value
