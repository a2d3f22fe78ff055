"""`lagrad-carry-updates`: what the next iteration adds to is handed on, not written to memory and read again."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from ...build import constant_of, emit, emit1, index, replace_op
from ...forms import trip_count
from ...forms.nests import nest
from ...mlir import ir, memref
from ...passes import Pass
from ..facts.in_place import is_made_in
from ..facts.independence import Dependent, check_separate, independence
from ..facts.places import Linear
from ..facts.updates import Update, never_meet, update_of
from ..walk import around, enclosing_function, last, walk

_MOST = 8  # elements that are handed on: they are to be registers
_FEW = 16  # iterations that `lagrad-vectorize-map` leaves as they are


@dataclass(frozen=True)
class CarryUpdates(Pass):
    """Hand an element on where a loop adds to it in one iteration and in the next.

    The adjoint of what reads neighbours along a loop, as the springs of a chain do, is

    ```
    for i: a[i + 1] += x(i); a[i] += y(i)
    ```
    Each iteration reads what the one before has just written, which takes longer than to compute it. It becomes

    ```
    sum = a[0]
    for i: next = a[i + 1] + x(i); a[i] = sum + y(i); sum = next
    a[n] = sum
    ```
    with the same sums in the same order. Several elements at once, those of short loops inside, are handed on in a
    buffer on the stack, of which LLVM makes registers. The loop runs a known number of times, and does nothing else to
    the buffer. Where neighbours lie along memory, and the loop is not short, `lagrad-vectorize-map` has a faster way.
    So it has where iterations of a loop around are independent: those of a batch of chains.
    """

    name = "lagrad-carry-updates"
    creates = ("arith", "memref", "scf")

    def run(self, op, report) -> None:
        updates: dict[tuple[ir.Block, ir.Value], list[Update]] = {}
        for load in [child for child in walk(op) if child.name == "memref.load"]:
            if (update := update_of(load)) is not None and _is_simple(update):
                updates.setdefault((load.block, update.place.root), []).append(update)
        for (_, root), found in updates.items():
            pairs = _pairs(found)
            if pairs and _does_nothing_else(pairs, root) and not _runs_in_lanes(pairs[0].loop):
                report.remark(pairs[0].loop.location, "hands on what the next iteration adds to")
                for pair in pairs:
                    pair.write()


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two updates of one iteration; the next iteration is `behind` where this one is `ahead`."""

    ahead: Update
    behind: Update
    loop: ir.Operation

    def inner(self) -> list[ir.Operation]:
        """The loops between the two and the loop, outermost first."""
        return list(itertools.takewhile(lambda each: each != self.loop, around(self.behind.load)))[::-1]

    def write(self) -> None:
        inner = self.inner()
        sizes = [trip_count.known(each) for each in inner]
        counters = [_counter(each) for each in inner]
        root, of = self.behind.load.operands[0], self.behind.load.results[0].type
        with self.loop.location, ir.InsertionPoint.at_block_begin(enclosing_function(self.loop).regions[0].blocks[0]):
            carried = memref.alloca(ir.MemRefType.get(sizes, of), [], [])

        def at(iteration: int, places: list[ir.Value]) -> list[ir.Value]:
            lower, _, step = trip_count.numbers(list(self.loop.operands)[:3], False)
            known = {_counter(self.loop): index(lower + iteration * step), **dict(zip(counters, places))}
            return [_emitted(each, known) for each in self.behind.place.indices]

        def begin(places: list[ir.Value], _) -> None:
            emit("memref.store", [], [emit1("memref.load", of, root, *at(0, places)), carried, *places])

        def end(places: list[ir.Value], _) -> None:
            value = emit1("memref.load", of, carried, *places)
            emit("memref.store", [], [value, root, *at(trip_count.known(self.loop), places)])

        with self.loop.location, ir.InsertionPoint(self.loop):
            nest(sizes, begin)
        with self.loop.location, ir.InsertionPoint.after(self.loop):
            nest(sizes, end)
        with self.behind.load.location, ir.InsertionPoint(self.behind.load):
            replace_op(self.behind.load, emit1("memref.load", of, carried, *counters))
        # All stores are at the end: LLVM makes vectors of loads, and then of stores.
        end_of_iteration = last(self.behind.store.block)
        self.behind.store.move_before(end_of_iteration)
        with self.loop.location, ir.InsertionPoint(end_of_iteration):
            emit("memref.store", [], [self.ahead.store.operands[0], carried, *counters])
        self.ahead.store.erase()


def _is_simple(update: Update) -> bool:
    """Is it about an element of a buffer, not of a view?"""
    return update.place.indices is not None and update.load.operands[0] == update.place.root


def _pairs(updates: list[Update]) -> list[_Pair]:
    """The updates of one buffer in one block as pairs that do not meet each other's elements; else none."""
    pairs, left = [], list(updates)
    while left:
        first = left.pop(0)
        for other in left:
            if (pair := _pair(first, other) or _pair(other, first)) is not None:
                pairs.append(pair)
                left.remove(other)
                break
        else:
            return []
    apart = (never_meet(x, y) for one, other in itertools.combinations(pairs, 2) for x in _of(one) for y in _of(other))
    return pairs if all(apart) and all(pair.loop == pairs[0].loop for pair in pairs) else []


def _of(pair: _Pair):
    return pair.ahead.place, pair.behind.place


def _pair(ahead: Update, behind: Update) -> _Pair | None:
    """The two as a pair, if the next iteration of a loop around them is behind where this one is ahead."""
    indices = list(zip(ahead.place.indices, behind.place.indices, strict=True))
    moved = [(x, y) for x, y in indices if x != y]
    if len(moved) != 1 or moved[0][0].terms != moved[0][1].terms:
        return None
    ((further, nearer),) = moved
    around_both = [each for each in around(behind.load) if each.name == "scf.for" and _counter(each) in nearer.terms]
    if len(around_both) != 1:
        return None
    loop, counter = around_both[0], _counter(around_both[0])
    lower, _, step = trip_count.numbers(list(loop.operands)[:3], trip_count.is_unsigned(loop))
    count = trip_count.known(loop)
    if lower is None or step is None or count is None or count < 2 or trip_count.is_unsigned(loop):
        return None
    is_along_memory = indices[-1][0] != indices[-1][1]
    if further.number - nearer.number != nearer.terms[counter] * step or is_along_memory and count >= _FEW:
        return None
    pair = _Pair(ahead, behind, loop)
    others = [y for x, y in indices if x == y]
    if any(counter in each.terms for each in others):
        return None
    return pair if _each_is_another(pair, others) and _is_known(pair) else None


def _each_is_another(pair: _Pair, indices: list[Linear]) -> bool:
    """Are the loops between short, and is each of their iterations about another element, the same in all of the loop?

    Each of their counters is one of the `indices`, but for a number, and in no other of them.
    """
    inner = pair.inner()
    sizes = [trip_count.known(each) if each.name == "scf.for" else None for each in inner]
    if None in sizes or 0 in sizes or math.prod(sizes) > _MOST:
        return False
    counters = [_counter(each) for each in inner]
    from_zero = all([constant_of(v) for v in list(each.operands)[:3:2]] == [0, 1] for each in inner)
    own = [[each for each in indices if counter in each.terms] for counter in counters]
    return from_zero and all(len(found) == 1 and list(found[0].terms) == [c] for found, c in zip(own, counters))


def _is_known(pair: _Pair) -> bool:
    """Are the indices made of counters, and of what there is before the loop?"""
    counters = [_counter(each) for each in (pair.loop, *pair.inner())]
    values = [value for each in pair.behind.place.indices for value in each.terms]
    return all(value in counters or not is_made_in(value, pair.loop) for value in values)


def _does_nothing_else(pairs: list[_Pair], root: ir.Value) -> bool:
    """Do all accesses of the buffer in the loop belong to the pairs, and is it no part of other buffers there?"""
    try:
        accesses = check_separate(pairs[0].loop)
    except Dependent:
        return False
    ours = [op for pair in pairs for each in (pair.ahead, pair.behind) for op in (each.load, each.store)]
    return all(access.op in ours for access in accesses if access.root == root)


def _runs_in_lanes(loop: ir.Operation) -> bool:
    """Can a loop around it run several iterations at once? They would share what is handed on."""
    return any(each.name in ("scf.parallel", "scf.forall") or _is_independent(each) for each in around(loop))


def _is_independent(loop: ir.Operation) -> bool:
    if loop.name != "scf.for":
        return False
    try:
        independence(loop)
    except Dependent:
        return False
    return True


def _counter(loop: ir.Operation) -> ir.Value:
    return loop.regions[0].blocks[0].arguments[0]


def _emitted(sum: Linear, known: dict[ir.Value, ir.Value]) -> ir.Value:
    """An index as a value, with other values in the place of those that are known."""
    value = index(sum.number)
    for term, factor in sum.terms.items():
        product = emit1("arith.muli", value.type, known.get(term, term), index(factor))
        value = emit1("arith.addi", value.type, value, product)
    return value
