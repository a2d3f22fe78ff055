"""Whether the iterations of a loop over memory can run in any order, or at once.

They can if no iteration touches what another one writes. For every buffer that is written one of two
things must hold:

* one of its indices says which iteration it is: `a * i + c` with the same `a` in all accesses, and with
  `c` in a range that is smaller than a step of `a * i`;
* the buffer is scratch: nothing outside the loop uses it, and whatever an iteration reads of it the iteration
  itself has written before.

A buffer that iterations only add to (`updates`) is left to lanes that take turns.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass, field

from ...build import constant_of, defining_op
from ...forms.trip_count import is_unsigned
from ...mlir import ir
from ..walk import around, walk
from .in_place import is_made_in
from .memory import are_apart, kind
from .places import READS, WRITES, Linear, Place, is_row, place
from .updates import Update, end_one_by_one, keep_their_order, update_of
from .views import ALLOCATIONS, INSIDE, VIEWS, is_injective, is_same
from .whole_buffers import ALL, Access, accesses_of_whole, is_on_whole, loads_in_body

# What may stand in the body, besides arithmetic.
_STRUCTURE = {
    *("scf.for", "scf.if", "scf.yield", "scf.reduce", "memref.dim", "linalg.yield", "linalg.index"),
    *("affine.apply", "affine.min", "affine.max"),
    *VIEWS,
}
_ARITHMETIC = ("arith", "math", "complex", "index", "ub")
_MOST_PLACES = 64  # elements that are looked up one by one where an index has a range


class Dependent(Exception):
    """The iterations may depend on each other; the text says why, `op` where."""

    def __init__(self, op: ir.Operation, reason: str):
        super().__init__(reason)
        self.op = op


@dataclass
class Independent:
    """What was found of a loop whose iterations are independent."""

    scratch: list[ir.Value] = field(default_factory=list)  # buffers of which each iteration needs its own
    updates: list[Update] = field(default_factory=list)  # sums into buffers that iterations share
    turns: list[list[Update]] = field(default_factory=list)  # the same: what a lane does before the next one's turn


def independence(
    loop: ir.Operation,
    in_order: bool = True,
    vectors: bool = False,
    instead: ir.Operation | None = None,
    accesses: list[Access] | None = None,
) -> Independent:
    """Proof that iterations of an `scf.for`, or an `scf.parallel` of one dimension, are independent; else Dependent.

    Where iterations add to what they share, each element is to get its terms `in_order` when lanes take turns, unless
    the caller has another way. A loop has no `vectors` in it, and no operations on whole buffers, unless the caller
    knows what to do with them. It may stand beside the one that it runs `instead` of. The `accesses` are what
    `check_separate` gave, if that was asked before.
    """
    if loop.results:
        raise Dependent(loop, "an iteration needs what the iteration before it has computed")
    if accesses is None:
        accesses = check_separate(loop, vectors)
    found = Independent()
    for root in _written(accesses):
        own = [access for access in accesses if access.root == root]
        if _says_which_trip(loop, [at for access in own for at in access.ends]):
            continue
        if (turns := _turns(own, loop, in_order)) is not None:
            found.turns += turns
            found.updates += itertools.chain(*turns)
        elif (reason := _why_not_scratch(loop, root, instead)) is not None:
            raise Dependent(own[0].op, reason)
        else:
            found.scratch.append(root)
    return found


def check_separate(
    loop: ir.Operation, vectors: bool = False, places: dict[ir.Operation, Place] | None = None
) -> list[Access]:
    """All that the loop reads and writes; Dependent if it does anything else to memory, or if a buffer that is written
    may be another one that is used, too.

    Who asks of loops in loops keeps the `places` of elements, as long as nothing changes.
    """
    accesses = _accesses(loop, vectors, {} if places is None else places)
    written = _written(accesses)
    first = {access.root: access.op for access in reversed(accesses)}
    kind_of = functools.cache(kind)
    for used, op in first.items():
        if any(used != root and not are_apart(used, root, kind_of) for root in written):
            raise Dependent(op, "this buffer and one that is written may be the same")
    return accesses


def _written(accesses: list[Access]) -> list[ir.Value]:
    """The buffers that are written, in order."""
    return list({access.root: None for access in accesses if access.writes})


def _turns(accesses: list[Access], loop: ir.Operation, in_order: bool) -> list[list[Update]] | None:
    """The updates of a buffer, if there are no other accesses and each element gets its terms in order.

    Where lanes would mix that up at one update after the other, as `a[i] += x` and `a[i + 1] += y` do, a lane has its
    turn at all of them.
    """
    updates = [access.update or update_of(access.op) for access in accesses if access.reads]
    if None in updates or sum(1 if u.load == u.store else 2 for u in updates) != len(accesses):
        return None
    if not in_order or keep_their_order(updates, loop):
        return [[update] for update in updates]
    return [updates] if end_one_by_one(updates, loop) else None


def _accesses(loop: ir.Operation, vectors: bool, places: dict[ir.Operation, Place]) -> list[Access]:
    found = []
    for op in walk(loop):
        name = op.name
        if name in READS or name in WRITES:
            if name.startswith("vector.") and not (vectors and is_row(op)):
                raise Dependent(op, f"it contains '{name}'")
            if (at := places.get(op)) is None:
                at = places[op] = place(op)
            found.append(Access(op, (at,), name in READS, name in WRITES))
        elif vectors and is_on_whole(op):
            found += accesses_of_whole(op)
        elif name not in _STRUCTURE and not _is_arithmetic(op, name, vectors):
            raise Dependent(op, f"it contains '{name}'")
        elif name in ("scf.for", "scf.if") and any(isinstance(v.type, ir.MemRefType) for v in op.results):
            raise Dependent(op, "a loop or branch in it has a buffer as its result")
    return found


def _is_arithmetic(op: ir.Operation, name: str, vectors: bool) -> bool:
    """Does an operation compute, and read and write no memory?"""
    dialect = name.split(".")[0]
    if dialect == "vector" and vectors:
        return len(op.results) > 0 and not any(isinstance(value.type, ir.MemRefType) for value in op.operands)
    return dialect in _ARITHMETIC


def _says_which_trip(loop: ir.Operation, places: list[Place]) -> bool:
    """Is there a dimension whose index differs between any two iterations?"""
    indices = [at.indices for at in places]
    if None in indices:  # all may be in one view, whose elements are others of the buffer each
        view = places[0].view
        if not all(is_same(at.view, view) for at in places) or is_made_in(view, loop) or not is_injective(view):
            return False
        indices = [at.inside for at in places]
    step = constant_of(loop.operands[2])
    if step is None or step < 1:
        return False
    trip = loop.regions[0].blocks[0].arguments[0]
    dimensions = list(zip(*indices))
    for dimension in dimensions:
        factors = {index.terms.get(trip, 0) for index in dimension}
        if len(factors) != 1 or 0 in factors:
            continue
        apart = abs(factors.pop()) * step
        more = [at.count - 1 if dimension is dimensions[-1] else 0 for at in places]  # elements of vectors
        ranges = [_range(index - Linear({trip: 1}, 0) * index.terms[trip]) for index in dimension]
        if all(ranges):
            least, most = min(r[0] for r in ranges), max(r[1] + beyond for r, beyond in zip(ranges, more))
            if most - least < apart:
                return True
        elif max(more) < apart and _have_one_offset(dimension, loop):
            return True
    return False


def _have_one_offset(dimension, loop: ir.Operation) -> bool:
    """Is the index the same in all places, and made of the iteration and of values from before the loop?"""
    trip = loop.regions[0].blocks[0].arguments[0]
    first = dimension[0]
    return all(index == first for index in dimension) and all(
        value == trip or not is_made_in(value, loop) for value in first.terms
    )


def _range(index: Linear) -> tuple[int, int] | None:
    """The least and the largest value of an index made of loop counters with constant bounds."""
    least = most = index.number
    for value, factor in index.terms.items():
        bounds = _constant_bounds(value)
        if bounds is None:
            return None
        ends = sorted((factor * bounds[0], factor * (bounds[1] - 1)))
        least, most = least + ends[0], most + ends[1]
    return least, most


def _constant_bounds(value: ir.Value) -> tuple[int, int] | None:
    """Begin and end of what the counter of an inner loop runs through, if they are constants."""
    if not isinstance(value.owner, ir.Block):
        return None
    loop = value.owner.owner.operation
    if loop.name != "scf.for" or ir.BlockArgument(value).arg_number != 0 or is_unsigned(loop):
        return None
    begin, end = constant_of(loop.operands[0]), constant_of(loop.operands[1])
    return None if begin is None or end is None or begin >= end else (begin, end)


# -- scratch ----------------------------------------------------------------------------------


def _why_not_scratch(loop: ir.Operation, root: ir.Value, instead: ir.Operation | None) -> str | None:
    if defining_op(root, *ALLOCATIONS) is None:
        return "iterations may write what others read or write"
    if not ir.MemRefType(root.type).has_static_shape:
        return "it writes to a buffer of dynamic size that iterations share"
    if not _is_used_inside_only(root, (loop, instead or loop)):
        return "iterations write to a buffer that is used outside of the loop"
    try:
        _follow(loop.regions[0].blocks[0], root, [])
    except Dependent as read:
        return str(read)
    return None


def _is_used_inside_only(buffer: ir.Value, loops: tuple[ir.Operation, ...]) -> bool:
    for use in buffer.uses:
        user = use.owner.operation
        if user.name == "memref.dealloc":
            continue
        if not any(op in loops for op in around(user)):
            return False
        if user.name not in INSIDE and user.name not in READS | WRITES and not is_on_whole(user):
            return False
        if user.name in INSIDE and not _is_used_inside_only(user.results[0], loops):
            return False
    return True


def _follow(block: ir.Block, root: ir.Value, facts: list) -> list:
    """What of `root` has been written after the block, given what has been before.

    Dependent at a read of anything else.

    A fact is a tuple of indices, each a Linear or ALL: an element, or all of a row.
    """
    facts = list(facts)
    shape = list(ir.MemRefType(root.type).shape)
    for view in block.operations:
        op = view.operation
        match op.name:
            case name if name in READS and (at := place(op)).root == root:
                if at.indices is None or not all(_is_written(each, facts, shape) for each in _elements(at)):
                    raise Dependent(op, "an iteration may read what the iteration before it has left in a buffer")
            case name if name in WRITES and (at := place(op)).root == root:
                if at.indices is not None and name != "vector.maskedstore":
                    facts += _elements(at)
            case _ if is_on_whole(op):
                own = [access for access in accesses_of_whole(op) if access.root == root]
                needed = [access.needs() for access in own if access.reads]
                if loads_in_body(op) or any(i is None or not _is_written(i, facts, shape) for i in needed):
                    raise Dependent(op, "an iteration may read what the iteration before it has left in a buffer")
                facts += [fact for access in own if access.writes and (fact := access.leaves()) is not None]
            case "scf.for":
                after = _follow(op.regions[0].blocks[0], root, facts)
                facts += _after_loop(op, after[len(facts) :], root)
            case "scf.if":
                ends = [_follow(region.blocks[0], root, facts) for region in op.regions if region.blocks]
                if len(ends) == 2:
                    new = [fact for fact in ends[0][len(facts) :] if _is_written(fact, ends[1], shape)]
                    facts += [fact for fact in new if not _speaks_of_inside(fact, op)]
    return facts


def _elements(at: Place) -> list[tuple[Linear, ...]]:
    """The indices of the elements at a place."""
    if at.count == 1:
        return [at.indices]
    *outer, last = at.indices
    return [(*outer, last + Linear({}, n)) for n in range(at.count)]


def _after_loop(loop: ir.Operation, facts: list, root: ir.Value) -> list:
    """What of the facts of a loop's body holds after the loop: for all iterations, if there is one."""
    counter = loop.regions[0].blocks[0].arguments[0]
    begin, end, step = (constant_of(v) for v in list(loop.operands)[:3])
    if begin is None or end is None or begin >= end:
        return []
    kept = []
    shape = list(ir.MemRefType(root.type).shape)
    for fact in facts:
        over = tuple(
            ALL if i != ALL and i == Linear({counter: 1}, 0) and (begin, end, step) == (0, size, 1) else i
            for i, size in zip(fact, shape)
        )
        if not _speaks_of_inside(over, loop):
            kept.append(over)
    return kept


def _speaks_of_inside(fact: tuple, op: ir.Operation) -> bool:
    return any(i != ALL and any(is_made_in(value, op) for value in i.terms) for i in fact)


def _is_written(indices: tuple, facts: list, shape: list[int]) -> bool:
    """Is an element, or a row, among the facts? An index that is not known is one of those of its dimension."""
    if any(all(known == ALL or known == i for known, i in zip(fact, indices)) for fact in facts):
        return True
    # Is every element written that the indices may stand for?
    choices = []
    for i, size in zip(indices, shape):
        bounds = None if i == ALL or len(i.terms) != 1 else _constant_bounds(next(iter(i.terms)))
        if i != ALL and not i.terms:
            choices.append([i])
        elif bounds is not None:
            factor = next(iter(i.terms.values()))
            choices.append([Linear({}, factor * n + i.number) for n in range(*bounds)])
        else:
            choices.append([Linear({}, n) for n in range(size)])
    if not 1 < math.prod(map(len, choices)) <= _MOST_PLACES:
        return False
    numbers = {tuple(i.number for i in fact) for fact in facts if all(i != ALL and not i.terms for i in fact)}
    return all(
        tuple(i.number for i in single) in numbers
        or any(all(known == ALL or known == i for known, i in zip(fact, single)) for fact in facts)
        for single in itertools.product(*choices)
    )
