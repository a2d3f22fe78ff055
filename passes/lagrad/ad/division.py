"""Which parts of straight code are pieces, so that what is kept for adjoints takes no more than some room.

Let [a, b) be some operations of a block, of a function or of a loop or branch in it. If what their adjoints read takes
too much, they are divided:

    [a, c) is a piece      it runs again for its adjoint, when [c, b) and all that it keeps is done with
    [a, c) is none         it keeps what its adjoints read, while [c, b) has its own
    a is a loop, a branch  it keeps snapshots, or is divided inside (`cuts`)

In the room for [c, b) there is also what it reads of [a, c). What is in a piece is divided in turn, as it has all of
the room but for the cotangents and gradients that go in and out. That is the recursion of A. Griewank's revolve for
steps that are unequal and for values that any later one may read (O. Beaumont, L. Eyraud-Dubois, J. Herrmann, A. Joly,
A. Shilova, "Optimal checkpointing for heterogeneous chains", 2019). Each c is tried, of the places in [a, b) where few
bytes are alive, some per range; between two of these it begins anew.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

from ..analysis.recording.cost import recompute
from ..analysis.recording.cut import is_repeatable
from ..analysis.recording.slices import Key
from ..analysis.recording.tbr import root
from ..build import has_derivative
from ..mlir import ir
from .account import bytes_of_key
from .calls.outlined_parts import Part
from .calls.outlined_pieces import is_free
from .kept_bytes import KeptBytes

PLACES = 12  # at which a range is divided
INFINITE = 1 << 62  # bytes of what has no size that is known


@dataclass(frozen=True)
class Division:
    """The pieces of some operations, and the loops in them that keep snapshots; what is computed again for that.

    `inside` are the pieces of what loops and branches hold, by the operation and the number of its region, inner ones
    first.
    """

    cost: float = 0.0
    parts: tuple[Part, ...] = ()
    marks: tuple[tuple[ir.Operation, int], ...] = ()
    inside: tuple[tuple[ir.Operation, int, tuple[Part, ...]], ...] = ()

    def then(self, rest: Division) -> Division:
        sums = self.parts + rest.parts, self.marks + rest.marks, self.inside + rest.inside
        return Division(self.cost + rest.cost, *sums)

    def as_piece(self, part: Part, cost: float) -> Division:
        return replace(self, cost=self.cost + cost, parts=(part,))

    def within(self, op: ir.Operation, region: int, times: int = 1) -> Division:
        """What this division of a region of an operation, which runs so many times, is to the block of that."""
        own = ((op, region, self.parts),) if self.parts else ()
        return Division(self.cost * times, (), self.marks, self.inside + own)

    @property
    def is_cut(self) -> bool:
        return bool(self.parts or self.inside)


NOTHING = Division()


class Divisions:
    """Those of a block, the last operation of which is in no piece.

    `loops(op, room)` is how a loop or a branch keeps no more, and what it leaves behind for its adjoint then; None
    where that cannot be.
    """

    def __init__(
        self, kept: KeptBytes, block: ir.Block, loops: Callable[[ir.Operation, int], tuple[Division, int] | None]
    ):
        self.kept, self.program, self.slicer = kept, kept.program, kept.plan.slicer
        self.ops = self.program.ops(block)
        self.number = {op: n for n, op in enumerate(self.ops)}
        self.loops = lru_cache(None)(lambda n, room: loops(self.ops[n], room))
        self.most = lru_cache(None)(lambda begin, end: kept.most_in(self.ops[begin:end]))
        self.behind = lru_cache(None)(self._behind)
        self.places = lru_cache(None)(self._places)
        self._within: dict = {}
        self._least: dict = {}
        self.last = {v: n for n, op in enumerate(self.ops) for v in self.program.inputs(op)}  # where it is used last
        self._effects = [0, *accumulate(not is_repeatable(self.program, op) for op in self.ops)]

    # -- the search ------------------------------------------------------------------------------

    def within(self, room: int) -> Division | None:
        """What costs least of all that keeps no more bytes."""
        return self._divided(0, len(self.ops), room)

    def least(self) -> int:
        """The least room in which there is something."""
        return self._least_of(0, len(self.ops))

    def _divided(self, begin: int, end: int, room: int) -> Division | None:
        if self.most(begin, end) <= room:
            return NOTHING
        if end - begin == 1:
            loops = self.loops(begin, room)
            return loops and loops[0]
        places = self.places(begin, end)
        return self._best(places, 0, len(places) - 1, room)

    def _best(self, places: tuple[int, ...], first: int, last: int, room: int) -> Division | None:
        begin, end = places[first], places[last]
        if room < 0:
            return None
        if self.most(begin, end) <= room:
            return NOTHING
        if last == first + 1:
            return self._divided(begin, end, room)
        key = places, first, last, room
        if key not in self._within:
            best = None
            for k in range(first + 1, last):
                inside = lambda left: self._best(places, first, k, left)
                for head, taken in self._heads(begin, places[k], end, room, inside):
                    if best is None or head.cost < best.cost:
                        rest = self._best(places, k, last, room - taken)
                        if rest is not None and (best is None or head.cost + rest.cost < best.cost):
                            best = head.then(rest)
            self._within[key] = best
        return self._within[key]

    def _heads(self, begin: int, middle: int, end: int, room: int, inside: Callable[[int], Division | None]):
        """What the first part of a range may be, and what it keeps while the rest has its adjoint."""
        if self.most(begin, middle) <= room:
            yield NOTHING, self._kept(begin, middle, end)
        if middle - begin == 1:
            # In less room it may leave less behind, for what the rest needs at least.
            least, passed = self._least_of_one(begin), self._passed(begin, middle, end)
            beside = room - passed - self._least_of(middle, end)
            for tried in sorted({room, min(room, least), min(room, max(least, beside))}):
                if (loops := self.loops(begin, tried)) is not None:
                    yield loops[0], loops[1] + passed
        if self._may_run_again(begin, middle) and (divided := inside(room - self._crossed(begin, middle))) is not None:
            _, cost = self.behind(begin, middle)
            part = Part(begin, middle, divided.parts, self.most(begin, middle))
            yield divided.as_piece(part, cost), self._passed(begin, middle, end)

    def _least_of(self, begin: int, end: int) -> int:
        if end - begin == 1:
            return self._least_of_one(begin)
        places = self.places(begin, end)
        return self._least_between(places, 0, len(places) - 1)

    def _least_between(self, places: tuple[int, ...], first: int, last: int) -> int:
        begin, end = places[first], places[last]
        if last == first + 1:
            return self._least_of(begin, end)
        key = places, first, last
        if key not in self._least:
            found = [self.most(begin, end)]
            for k in range(first + 1, last):
                middle, rest = places[k], self._least_between(places, k, last)
                head, passed = self._least_between(places, first, k), self._passed(begin, middle, end)
                found.append(max(self.most(begin, middle), rest + self._kept(begin, middle, end)))
                is_cut = middle - begin == 1 and head < self.most(begin, middle)
                if is_cut and (loops := self.loops(begin, head)) is not None:
                    found.append(max(head, rest + passed + loops[1]))
                if self._may_run_again(begin, middle):
                    found.append(max(head + self._crossed(begin, middle), rest + passed))
            self._least[key] = min(found)
        return self._least[key]

    def _least_of_one(self, n: int) -> int:
        """The least room for one operation, with snapshots of the loops in it."""
        most = self.most(n, n + 1)
        if self.loops(n, most - 1) is None:
            return most
        return bisect_left(range(most), True, key=lambda room: self.loops(n, room) is not None)

    def _may_run_again(self, begin: int, end: int) -> bool:
        """Whether a range has no effect; that it would have it twice is what its plan refuses."""
        return self._effects[begin] == self._effects[end]

    # -- what is kept ----------------------------------------------------------------------------

    def _kept(self, begin: int, middle: int, end: int) -> int:
        """What [begin, middle), which is no piece, keeps while [middle, end) has its adjoint."""
        ops = self.ops[begin:middle]
        values = self._made(begin, middle, (v for op in ops for v in self.kept.read(op)))
        return self._bytes(values | self._values(begin, middle, end)) + sum(map(self.kept.leaves, ops))

    def _passed(self, begin: int, middle: int, end: int) -> int:
        """What the adjoint of [middle, end) takes of what [begin, middle) makes."""
        return self._bytes(self._values(begin, middle, end))

    def _crossed(self, begin: int, end: int) -> int:
        """The cotangents that the adjoint of a piece takes, and the gradients that it gives."""
        is_active = self.kept.plan.activity.is_active
        ops = self.ops[begin:end]
        inside = {r for op in ops for r in op.results}
        taken = {v for op in ops for v in self.program.inputs(op)} - inside
        given = {v for v in inside if self.last.get(v, begin) >= end}
        return self._bytes(v for v in taken | given if is_active(v) and has_derivative(v.type))

    def _values(self, begin: int, middle: int, end: int) -> set[ir.Value]:
        return self._made(begin, middle, self.behind(middle, end)[0])

    def _made(self, begin: int, end: int, values: Iterable[ir.Value]) -> set[ir.Value]:
        return {v for v in values if begin <= self.number.get(v.owner.operation, -1) < end}

    @staticmethod
    def _bytes(values: Iterable[ir.Value]) -> int:
        sizes = [bytes_of_key(value).known for value in values]
        return INFINITE if None in sizes else sum(sizes)

    def _behind(self, begin: int, end: int) -> tuple[frozenset[ir.Value], float]:
        """What is made before a range and read by its adjoint when it runs again, in memory; what that run costs."""
        slicer, seen, taken = self.slicer, set(), set()
        again: dict[ir.Operation, None] = {}
        work: list[Key] = [key for op in self.ops[begin:end] for key in self.kept.plan.reads.get(op, ())]
        while work:
            key = work.pop()
            op = slicer.maker(key)
            if key in seen or op not in self.number or isinstance(key, ir.Value) and is_free(key):
                continue  # it is there, or costs nothing
            seen.add(key)
            if self.number[op] >= begin:
                again[op] = None
                work += slicer.behind(op, [key])
            elif not isinstance((made := root(key)).owner, ir.Block) and not is_free(made):
                taken.add(made)
        return frozenset(taken), float(sum(recompute(self.program, op) for op in again))

    # -- places ----------------------------------------------------------------------------------

    def _places(self, begin: int, end: int) -> tuple[int, ...]:
        """Some places in a range with its ends, so that about as much is kept from each one to the next."""
        last: dict[ir.Value, int] = {}
        for n in range(begin, end):
            for value in self._used(self.ops[n]):
                last[value] = n
        alive, ends, crossing = 0, [0] * (end + 1), {}
        weights = [self.kept.bytes_of(self.kept.read(op)) + self.kept.leaves(op) + 1 for op in self.ops[begin:end]]
        sums = list(accumulate(weights))
        for n in range(begin, end - 1):
            for value in self.ops[n].results:
                if last.get(value, n) > n and not is_free(value):
                    size = self._bytes([value])
                    alive, ends[last[value]] = alive + size, ends[last[value]] + size
            crossing[n + 1] = alive - ends[n]
            alive -= ends[n]
        chosen: dict[int, int] = {}
        for place, bytes in crossing.items():
            bucket = sums[place - 1 - begin] * PLACES // sums[-1]
            if bucket not in chosen or bytes <= crossing[chosen[bucket]]:
                chosen[bucket] = place
        return (begin, *sorted({*chosen.values(), *self._around_effects(begin, end)}), end)

    def _around_effects(self, begin: int, end: int) -> Iterable[int]:
        """Before and behind loops and branches in no piece, so that these are divided inside."""
        alone = [n for n in range(begin, end) if self.ops[n].regions and not self._may_run_again(n, n + 1)]
        return (place for n in alone for place in (n, n + 1) if begin < place < end)

    def _used(self, op: ir.Operation) -> Iterable[ir.Value]:
        read = self.kept.plan.reads.get(op, ())
        return [*self.program.inputs(op), *(key for key in read if isinstance(key, ir.Value))]
