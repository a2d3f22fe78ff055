"""Sums that a loop hands on: what the next iteration adds to is not written to memory and read again.

The adjoint of what reads neighbours along a loop, as the springs of a chain do, is

    for i: a[i + 1] += x(i); a[i] += y(i)

Each iteration reads what the one before has just written, which takes longer than to compute it. It becomes

    sum = a[0]
    for i: next = a[i + 1] + x(i); a[i] = sum + y(i); sum = next
    a[n] = sum

with the same sums in the same order. Several elements at once, those of short loops inside, are handed on in a buffer
on the stack, of which LLVM makes registers.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass

from ...build import constant_of, emit, emit1, index, replace_op
from ...forms import trip_count
from ...forms.nests import nest
from ...mlir import ir, memref
from ..facts.in_place import is_made_in
from ..facts.independence import Dependent, check_separate
from ..facts.places import Linear
from ..facts.updates import Update, never_meet, update_of
from ..walk import around, enclosing_function, last, walk

_MOST = 8  # elements that are handed on: they are to be registers
_FEW = 16  # iterations that lanes leave as they are
_TEAMS = ("scf.parallel", "scf.forall")  # their iterations would share what is handed on


def loops_to_ask(op: ir.Operation) -> set[ir.Block]:
    """The bodies of loops inside that may hand on something: with two loads of a buffer, and two stores, in a block."""
    loads: dict[ir.Block, list[ir.Operation]] = {}
    stores: Counter[ir.Block] = Counter()
    for child in walk(op):
        if child.name == "memref.load":
            loads.setdefault(child.block, []).append(child)
        elif child.name == "memref.store":
            stores[child.block] += 1
    found = set()
    for block, ops in loads.items():
        if stores[block] > 1 and len({load.operands[0] for load in ops}) < len(ops):
            found.update(each.regions[0].blocks[0] for each in around(ops[0]) if each.name == "scf.for")
    return found


def hand_on(loop: ir.Operation) -> bool:
    """Hands on what an iteration and the next one add to, and says whether there is such a thing.

    It is an `scf.for` that runs a known number of times, and does nothing else to the buffer. Where neighbours lie
    along memory, and the loop is not short, lanes are faster.
    """
    if loop.name != "scf.for" or (trip_count.known(loop) or 0) < 2 or any(each.name in _TEAMS for each in around(loop)):
        return False
    updates: dict[tuple[ir.Block, ir.Value], list[Update]] = {}
    for load in [child for child in walk(loop) if child.name == "memref.load"]:
        if (update := update_of(load)) is not None and _is_simple(update):
            updates.setdefault((load.block, update.place.root), []).append(update)
    found = [(root, _pairs(each, loop)) for (_, root), each in updates.items()]
    found = [(root, pairs) for root, pairs in found if pairs and _does_nothing_else(pairs, root)]
    for _, pairs in found:
        for pair in pairs:
            pair.write()
    return bool(found)


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


def _pairs(updates: list[Update], loop: ir.Operation) -> list[_Pair]:
    """The updates of one buffer in one block as pairs that do not meet each other's elements; else none."""
    pairs, left = [], list(updates)
    while left:
        first = left.pop(0)
        for other in left:
            if (pair := _pair(first, other, loop) or _pair(other, first, loop)) is not None:
                pairs.append(pair)
                left.remove(other)
                break
        else:
            return []
    apart = (never_meet(x, y) for one, other in itertools.combinations(pairs, 2) for x in _of(one) for y in _of(other))
    return pairs if all(apart) else []


def _of(pair: _Pair):
    return pair.ahead.place, pair.behind.place


def _pair(ahead: Update, behind: Update, loop: ir.Operation) -> _Pair | None:
    """The two as a pair, if the loop's next iteration is behind where this one is ahead."""
    indices = list(zip(ahead.place.indices, behind.place.indices, strict=True))
    moved = [(x, y) for x, y in indices if x != y]
    others, counter = [y for x, y in indices if x == y], _counter(loop)
    if len(moved) != 1 or moved[0][0].terms != moved[0][1].terms or any(counter in each.terms for each in others):
        return None
    ((further, nearer),) = moved
    lower, _, step = trip_count.numbers(list(loop.operands)[:3], False)
    if lower is None or step is None or trip_count.is_unsigned(loop):
        return None
    is_along_memory = indices[-1][0] != indices[-1][1]
    if is_along_memory and trip_count.known(loop) >= _FEW:
        return None
    pair = _Pair(ahead, behind, loop)
    is_next = further.number - nearer.number == nearer.terms.get(counter, 0) * step
    return pair if is_next and _each_is_another(pair, others) and _is_known(pair) else None


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


def _counter(loop: ir.Operation) -> ir.Value:
    return loop.regions[0].blocks[0].arguments[0]


def _emitted(sum: Linear, known: dict[ir.Value, ir.Value]) -> ir.Value:
    """An index as a value, with other values in the place of those that are known."""
    value = index(sum.number)
    for term, factor in sum.terms.items():
        product = emit1("arith.muli", value.type, known.get(term, term), index(factor))
        value = emit1("arith.addi", value.type, value, product)
    return value
