"""Sums into memory that iterations share: `a[k] += x`, where data or nothing say what `k` is.

    %old = memref.load %a[%k]
    %new = arith.addf %old, %x
    memref.store %new, %a[%k]

Iterations that add to one element depend on each other by nothing but the order of the sum. Where the lanes of a
vector do this one after the other, and no other update of the loop can be about that element, each element
gets its terms in the order of the iterations, to the last bit.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from ...mlir import ir
from ..walk import around
from .in_place import is_made_in
from .places import READS, Linear, Place, place


@dataclass(frozen=True, eq=False)
class Update:
    """A load, the sums that follow it, and the store that ends it."""

    load: ir.Operation
    sums: tuple[ir.Operation, ...]
    store: ir.Operation
    place: Place


def update_of(load: ir.Operation) -> Update | None:
    """The update that an operation begins, if it is one of READS and nothing else uses what it reads."""
    if load.name not in READS or load.name == "vector.maskedload":
        return None
    sums, end = sums_from(load.results[0])
    if not sums or end is None or end.operand_number:
        return None
    store, at = end.owner.operation, place(load)
    is_end = store.name in ("memref.store", "vector.store") and place(store).is_same(at)
    return Update(load, tuple(sums), store, at) if is_end else None


def sums_from(value: ir.Value) -> tuple[list[ir.Operation], ir.OpOperand | None]:
    """The sums, one of another, that a value is part of and that nothing else in its block uses; and who uses the last
    one, None where that is not one operation of the block."""
    sums, block = [], value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
    while True:
        uses = list(value.uses)
        if len(uses) != 1 or (user := uses[0].owner.operation).block != block:
            return sums, None
        if user.name != "arith.addf" and not (user.name == "arith.subf" and uses[0].operand_number == 0):
            return sums, uses[0]
        sums.append(user)
        value = user.results[0]


def keep_their_order(updates: list[Update], loop: ir.Operation) -> bool:
    """Does each element get its terms iteration by iteration, if lanes take turns at each update?"""
    if any(u.place.indices is None or not _runs_through(u, loop) for u in updates):
        return False
    return all(never_meet(x.place, y.place) for n, x in enumerate(updates) for y in updates[:n])


def end_one_by_one(updates: list[Update], loop: ir.Operation) -> bool:
    """Does each iteration end an update before it begins the next one, all of them in the block of the loop?

    They are in the order of their loads. Between the two ends of another one an update would get lost.
    """
    if any(update.store.parent != loop for update in updates):
        return False
    ops = [view.operation for view in loop.regions[0].blocks[0].operations]
    ends = [ops.index(op) for update in updates for op in (update.load, update.store)]
    return ends == sorted(ends)


def never_meet(x: Place, y: Place) -> bool:
    """Is there a dimension in which both are constant, and not the same?"""
    return any(not i.terms and not j.terms and i.number != j.number for i, j in zip(x.indices, y.indices, strict=True))


def _runs_through(update: Update, loop: ir.Operation) -> bool:
    """Is every inner loop around an update one over different elements, the same ones in all iterations of `loop`?"""
    counters = [loop.regions[0].blocks[0].arguments[0] for loop in _loops_between(update.load, loop)]
    for n, counter in enumerate(counters):
        known = counters[n:]  # those of the loops around it too, all of which run in step
        if not any(counter in i.terms and _is_known(i, known, loop) for i in update.place.indices):
            return False
    return True


def _loops_between(op: ir.Operation, loop: ir.Operation) -> list[ir.Operation]:
    """The `scf.for` around an operation, from the innermost one to that in `loop`."""
    return [each for each in itertools.takewhile(lambda each: each != loop, around(op)) if each.name == "scf.for"]


def _is_known(index: Linear, counters: list[ir.Value], loop: ir.Operation) -> bool:
    """Is an index made of these counters and of what is the same in all iterations of the loop?"""
    return all(value in counters or not is_made_in(value, loop) for value in index.terms)
