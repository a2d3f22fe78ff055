"""Loops of which one iteration does something: nests over elements, and their indexing maps.

A loop whose body reads a sparse tensor only where an index of it is the loop's own,

    for %p: %v = extract %x[.., %p + b, ..]; ...

and which leaves all that it carries as it is where what it reads there is zero, is the body of one iteration. What
is left to be shown is that an iteration of zeros changes nothing (`idle_trips`).
"""

from __future__ import annotations

from collections.abc import Callable

from .. import build
from ..analysis.program import walk
from ..mlir import ir
from .access import Access, access
from .hot_reads import Read, hot_reads
from .idle_trips import IdleTrip
from .rewrite import Form, Rewrite
from .terms import Index, as_value, both, index_of, plus, same


def single_trip(rewrite: Rewrite, op: ir.Operation, branch: Callable) -> bool:
    """Writes the one iteration of a loop that does something; False where there is no such iteration."""
    body = op.regions[0].blocks[0]
    iv = body.arguments[0]
    starts = list(op.operands)[3:]
    for group in hot_reads(rewrite, op):
        index, how, sources = group
        if not IdleTrip(rewrite, op, how, sources).changes_nothing():
            continue
        trip = _solved(rewrite, how, index)
        inside = _is_trip(rewrite, op, how, sources, trip)
        solved = [
            v for child in walk(op) for v in child.results if isinstance(v.type, ir.IndexType) and _is_at(v, iv, how)
        ]

        def run() -> list[Form]:
            rewrite.bind(iv, as_value(trip))
            for argument, start in zip(list(body.arguments)[1:], starts):
                rewrite.bind(argument, rewrite.form(start))
            rewrite.given |= {v: as_value(index) for v in solved}  # what told which iteration is not needed
            yields = [rewrite.form(v) for v in rewrite.run(body)]
            for v in solved:
                del rewrite.given[v]
            return yields

        found = run() if inside is True else branch(rewrite, inside, run, lambda: [rewrite.form(v) for v in starts])
        for result, form in zip(op.results, found):
            rewrite.bind(result, form)
        rewrite.gain(op, "one trip of 'scf.for' does something")
        return True
    return False


def _is_at(value: ir.Value, iv: ir.Value, how: Access) -> bool:
    found = access(value, iv)
    return found is not None and found.is_like(how)


def _solved(rewrite: Rewrite, how: Access, index: Index) -> Index:
    """The iteration that reads at an index: sign * (index - base)."""
    base: Index = how.number
    for sign, value in how.values:
        new = index_of(rewrite.dense(value))
        base = new if isinstance(base, int) and base == 0 and sign > 0 else plus(base, new, sign)
    return plus(index, base, -1) if how.sign > 0 else plus(base, index, -1)


def _is_trip(rewrite: Rewrite, op: ir.Operation, how: Access, sources: list[Read], trip: Index) -> ir.Value | bool:
    """Whether the loop has the iteration: for certain where it runs through all of a dimension."""
    low, high, step = (index_of(rewrite.dense(v)) for v in list(op.operands)[:3])
    source, d = sources[0]
    if source in (carried := list(op.regions[0].blocks[0].arguments)):
        source = op.operands[2 + carried.index(source)]
    size = rewrite.sparse(source).sizes[d]
    high = _without_bound(high)
    if isinstance(low, int) and low == 0 and isinstance(step, int) and step == 1 and same(high, size):
        if how.sign > 0 and not how.values and how.number == 0:
            return True
        if how.sign < 0 and _is_last(rewrite, how, size):
            return True
    begins = build.compare_integers("sle", as_value(low), as_value(trip))
    ends = build.compare_integers("slt", as_value(trip), as_value(high))
    inside = both(begins, ends)
    if isinstance(step, int) and step == 1:
        return inside
    far = plus(trip, low, -1)
    left = build.emit1("arith.remsi", build.index_type(), as_value(far), as_value(step))
    return both(inside, build.compare_integers("eq", left, build.index(0)))


def _is_last(rewrite: Rewrite, how: Access, size: Index) -> bool:
    """Whether the base of an index is size - 1."""
    if not how.values:
        return isinstance(size, int) and how.number == size - 1
    if len(how.values) > 1:
        return False
    ((sign, value),) = how.values
    return sign > 0 and how.number == -1 and same(_without_bound(index_of(rewrite.dense(value))), size)


def _without_bound(index: Index) -> Index:
    """x for max(x, 0): they are equal where x is the size of a tensor."""
    if isinstance(index, int) or isinstance(index.owner, ir.Block):
        return index
    op = index.owner.operation
    return index_of(op.operands[0]) if op.name == "arith.maxsi" and build.constant_of(op.operands[1]) == 0 else index
