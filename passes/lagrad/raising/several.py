"""Loops that only write a tensor, at several places in each iteration: an element and its mirror image, say.

Each write gets a vector of its own, which all iterations fill; behind the loop the vectors go to their places, one
after the other. That is right if what a later iteration writes first is nowhere what an earlier one has written last.
"""

from __future__ import annotations

from .. import build
from ..build import is_tensor
from ..forms import trip_count
from ..forms.generic import clone_into
from ..mlir import ir
from .carried import WRITES, accesses, place_of
from .loop import raise_loop
from .not_raised import NotRaised
from .steady import Indices, Steady

Place = list[Steady]


def raise_several(loop: ir.Operation) -> bool:
    """Puts operations over all iterations in the place of such a loop; whether that can be."""
    indices = Indices(loop)
    try:
        writes = _writes(loop, indices)
    except NotRaised:
        return False
    if not writes:
        return False
    with ir.InsertionPoint(loop), loop.location:
        room = ir.Operation.create("scf.execute_region", results=[r.type for r in loop.results], regions=1)
    block = room.regions[0].blocks.append()
    try:
        with ir.InsertionPoint(block), loop.location:
            vectors = _with_vectors(loop, writes, indices)
        raise_loop(vectors)
        *made, last = list(block.operations)
        for op in made:
            op.operation.move_before(room)
        for old, new in zip(loop.results, last.operation.operands, strict=True):
            old.replace_all_uses_with(new)
    except NotRaised:
        return False
    finally:
        room.erase()
    loop.erase()
    return True


def _writes(loop: ir.Operation, indices: Indices) -> dict[int, dict[ir.Operation, Place]]:
    """For each tensor that a loop carries and only writes, at several places: the writes of an iteration, in order."""
    if trip_count.is_unsigned(loop):
        raise NotRaised("bounds that compare unsigned")
    block = loop.regions[0].blocks[0]
    found = {}
    yields = list(block.operations)[-1].operation.operands
    for k, (argument, yielded) in enumerate(zip(list(block.arguments)[1:], yields)):
        if not is_tensor(argument.type) or argument == yielded:
            continue
        reads, writes = accesses(argument, yielded, block)
        versions = [argument, *(op.results[0] for op in writes)]
        is_alone = all(len(list(version.uses)) == 1 for version in versions)
        if not reads and is_alone and len(writes) > 1 and all(map(_is_element, writes)):
            places = {op: [indices.of(n) for n in place_of(op).offsets] for op in writes}
            _check(list(places.values()), indices)
            found[k] = places
    return found


def _is_element(write: ir.Operation) -> bool:
    return write.name in WRITES and not build.shape_of(write.operands[0].type)


def _check(places: list[Place], indices: Indices) -> None:
    """Raises NotRaised unless the writes of all iterations may come one after the other."""
    for number, place in enumerate(places):
        if sorted(index.step for index in place) != [0] * (len(place) - 1) + [1]:
            raise NotRaised("a place that is not one further in each iteration")
        for later in places[number + 1 :]:
            if not _is_first(place, later, indices):
                raise NotRaised("a later iteration may write first what an earlier one writes last")


def _is_first(first: Place, last: Place, indices: Indices) -> bool:
    """Whether no iteration writes at `first` what one before it writes at `last`."""
    moved: dict[int, Steady] = {}  # 0, 1: the iteration in which `first`, or `last`, could be where the other one is
    for one, other in zip(first, last):
        ahead = Steady(0, one.constant, one.terms).plus(Steady(0, other.constant, other.terms), -1)
        match one.step, other.step:
            case 0, 0 if ahead.number():
                return True
            case 1, 1:
                return _is_never_negative(ahead, indices)
            case 1, 0:
                moved[0] = ahead.times(-1)
            case 0, 1:
                moved[1] = ahead
    return len(moved) == 2 and _is_never_negative(moved[1].plus(moved[0], -1), indices)


def _is_never_negative(index: Steady, indices: Indices) -> bool:
    least = indices.least(index)
    return least is not None and least >= 0


def _with_vectors(loop: ir.Operation, writes: dict[int, dict[ir.Operation, Place]], indices: Indices) -> ir.Operation:
    """Emits the loop with vectors in the place of those tensors, and what puts them there; ends the block."""
    bounds, inits = list(loop.operands)[:3], list(loop.operands)[3:]
    body = loop.regions[0].blocks[0]
    induction, *arguments = body.arguments
    (*ops, last) = [view.operation for view in body.operations]
    count = trip_count.emitted(bounds, False, indices.are_ordered())
    size = count if isinstance(count, int) else build.DYNAMIC
    slots = [op for places in writes.values() for op in places]
    empties = [build.empty(build.tensor_type([size], build.element(op.results[0].type)), [count]) for op in slots]
    others = [k for k in range(len(inits)) if k not in writes]
    starts = [*(inits[k] for k in others), *empties]
    made = ir.Operation.create("scf.for", results=[v.type for v in starts], operands=[*bounds, *starts], regions=1)
    types = [induction.type, *(v.type for v in starts)]
    block = made.regions[0].blocks.append(*types, arg_locs=[loop.location] * len(types))
    own, *carried = block.arguments
    known = {induction: own} | dict(zip([arguments[k] for k in others], carried))
    filled = dict(zip(slots, carried[len(others) :]))
    with ir.InsertionPoint(block):
        row = trip_count.iteration(own, bounds)
        for op in ops:
            if op in filled:
                value = known.get(op.operands[0], op.operands[0])
                value = build.extract(value, []) if is_tensor(value.type) else value
                filled[op] = build.insert(value, filled[op], [row])
            else:
                clone_into(op, known)
        ends = [known.get(last.operands[k], last.operands[k]) for k in others]
        build.emit("scf.yield", [], [*ends, *filled.values()])
    results = dict(zip([*others, *slots], made.results))
    finals = []
    for k, tensor in enumerate(inits):
        for op, place in writes.get(k, {}).items():
            offsets = [index.start() for index in place]
            sizes = [count if index.step else 1 for index in place]
            tensor = build.insert_slice(results[op], tensor, offsets, sizes, [1] * len(place))
        finals.append(tensor if k in writes else results[k])
    build.emit("scf.yield", [], finals)
    return made
