"""`lagrad-stream-results`: large results go to memory past the caches."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...build import DYNAMIC, bytes_of, compare_integers, constant_of, emit, emit1, index, index_type
from ...errors import Failure
from ...mlir import ir
from ...passes import Pass, option
from ..facts.independence import Dependent, Independent, independence, is_inside
from ..facts.places import Linear, linear, place
from ..facts.views import VIEWS, root_of
from ..walk import walk
from .at_once import run_at_once
from .lanes import has_lanes, is_run
from .varying import varying

_WIDTH = 8  # elements that are written together
_SEQUENTIAL = 7  # LLVM's number of `seq_cst`
_NESTS = ("scf.for", "scf.parallel", "scf.if")


@dataclass(frozen=True)
class StreamResults(Pass):
    """Write large results with non-temporal stores, where each element is written once and nothing is read back.

    An ordinary store first brings the cache line from memory that it changes a part of, and what it writes takes the
    place of what will be read again. A loop over neighbours that stores to an argument of the function becomes three:

    ```
    for i up to an aligned address: out[i] = f(i)      // all of the trips if `out` has fewer than `bytes`
    for i in steps of 8: out[i .. i + 7] = f(i .. i + 7), past the caches
    for what is left: out[i] = f(i)
    ```

    Of several results that one loop writes the first is written so, as the others need not be aligned where it is.
    Several loops may write to one result where each begins where another one ends, or where only one of them runs.
    Below `bytes` a reader that follows would still find the result in a cache, which is worth more (`python -m
    benchmarks.thresholds.streams`).
    """

    name = "lagrad-stream-results"
    creates = ("arith", "memref", "scf", "vector", "llvm")
    anchor = "func.func"
    bytes: int = option(1 << 22, "The least size of a result.")

    def __post_init__(self) -> None:
        if self.bytes < 0:
            raise Failure(f"option 'bytes' of '{self.name}' is not negative")

    def run(self, op, report) -> None:
        if not op.regions[0].blocks:
            return
        larges: list[ir.Value] = []
        loops: list[ir.Operation] = []
        for result, stores in _results(op):
            if not _may_be_large(result, self.bytes):
                continue
            large = None
            for store in _written_once(stores):
                loop = store.parent
                if loop in loops or not _is_simple(loop, store):
                    continue
                try:
                    found = independence(loop)
                except Dependent:
                    continue
                if found.scratch or found.updates:
                    continue
                if large is None:
                    with loop.location, ir.InsertionPoint.at_block_begin(op.regions[0].blocks[0]):
                        large = _is_large(result, self.bytes)
                _stream(loop, store, large, found)
                loops.append(loop)
                report.remark(loop.location, "writes its result past the caches if that is large")
            if large is not None:
                larges.append(large)
        if larges:
            _order(op, larges)


# -- which loops ------------------------------------------------------------------------------


def _results(function: ir.Operation) -> list[tuple[ir.Value, list[ir.Operation]]]:
    """The arguments that are written and that nothing reads, each with the stores to it."""
    found = []
    for argument in function.regions[0].blocks[0].arguments:
        if isinstance(argument.type, ir.MemRefType) and str(ir.MemRefType(argument.type).element_type) in ("f64", "f32"):
            users = _users(argument)
            if users and all(u.name == "memref.store" and root_of(u.operands[1]) == argument for u in users):
                found.append((argument, users))
    return found


def _users(buffer: ir.Value) -> list[ir.Operation]:
    """What reads or writes a buffer or its views."""
    users = []
    for use in buffer.uses:
        op = use.owner.operation
        if op.name in VIEWS:
            users += _users(op.results[0])
        elif op.name not in ("memref.dim", "memref.extract_strided_metadata"):
            users.append(op)
    return users


def _may_be_large(result: ir.Value, least: int) -> bool:
    type = ir.MemRefType(result.type)
    return DYNAMIC in type.shape or math.prod(type.shape) * bytes_of(type.element_type) >= least


def _written_once(stores: list[ir.Operation]) -> list[ir.Operation]:
    """The stores to elements that no other one writes to, and each of them once."""
    found = []
    for store in stores:
        others = [other for other in stores if other != store and not _exclude(store, other)]
        together = _in_a_row([store, *others])
        if (together or not others) and _writes_once(store) and (together or _is_computed(store)):
            found.append(store)
    return found


def _exclude(one: ir.Operation, other: ir.Operation) -> bool:
    """Whether two operations are in different branches, of which one runs."""
    arms = {}
    while one.name != "func.func":
        if (above := one.parent).name == "scf.if":
            arms[above] = one.block
        one = above
    while other.name != "func.func":
        if (above := other.parent) in arms:
            return other.block != arms[above]
        other = above
    return False


def _in_a_row(stores: list[ir.Operation]) -> bool:
    """Whether loops, at least two and next to each other, go through one row, each from where another one ends."""
    loops = [store.parent for store in stores]
    if len(loops) < 2 or any(loop.name != "scf.for" or loop.block != loops[0].block for loop in loops):
        return False
    ranges = [_range(loop, store) for loop, store in zip(loops, stores)]
    if None in ranges or any(row != ranges[0][0] for row, _, _ in ranges):
        return False
    firsts = [n for n, (_, start, _) in enumerate(ranges) if not any(end == start for _, _, end in ranges)]
    if len(firsts) != 1:
        return False
    (at,), left = firsts, set(range(len(ranges))) - {*firsts}
    while left:
        after = [n for n in left if ranges[n][1] == ranges[at][2]]
        if len(after) != 1:
            return False
        (at,) = after
        left.remove(at)
    return True


def _range(loop: ir.Operation, store: ir.Operation) -> tuple[list[Linear], Linear, Linear] | None:
    """Where a loop writes: what all trips have in common, and the last index of the first trip and of the one after the last."""
    at, counter = place(store), loop.regions[0].blocks[0].arguments[0]
    if at.indices is None or any(counter in index_.terms for index_ in at.indices[:-1]) or at.indices[-1].terms.get(counter) != 1:
        return None
    start, end = (at.indices[-1] - linear(counter) + linear(value) for value in list(loop.operands)[:2])
    return list(at.indices[:-1]), start, end


def _writes_once(store: ir.Operation) -> bool:
    """Does no element get written twice, as far as can be told from the counters that the place is made of?"""
    at = place(store)
    if at.indices is None:
        return False
    known = {value for index_ in at.indices for value in index_.terms}
    waiting = list(known)
    while waiting:
        value = waiting.pop()
        owner = value.owner
        if not isinstance(owner, ir.Block):
            behind = list(owner.operation.operands)
        else:
            behind = list(owner.owner.operation.operands) if owner.owner.operation.name in ("scf.for", "scf.parallel") else []
        waiting += [v for v in behind if v not in known]
        known.update(behind)
    nest = store.parent
    while nest.name in _NESTS:
        if nest.name != "scf.if" and any(counter not in known for counter in nest.regions[0].blocks[0].arguments):
            return False
        nest = nest.parent
    return nest.name == "func.func"


def _is_simple(loop: ir.Operation, store: ir.Operation) -> bool:
    """Is it an innermost loop over neighbours, which reads what is the same in all trips, or neighbours too?"""
    if loop.name != "scf.for" or loop.results:
        return False
    counter = loop.regions[0].blocks[0].arguments[0]
    if not isinstance(counter.type, ir.IndexType):
        return False
    if any(is_inside(value, loop) and value != counter for at in place(store).indices for value in at.terms):
        return False
    moving = varying(loop, [])
    for op in walk(loop):
        if len(op.regions) or not all(has_lanes(v.type) for v in op.results):
            return False
        if op.name in ("memref.load", "memref.store"):
            buffer, *indices = list(op.operands)[0 if op.name == "memref.load" else 1 :]
            same = op != store and buffer not in moving and not any(v in moving for v in indices)
            if not same and not is_run(buffer, indices, _by_one(loop), moving):
                return False
    return True


def _is_computed(store: ir.Operation) -> bool:
    """Is it more than a copy of as much, or one number? Those become calls of the C library, which knows the caches itself."""
    value = store.operands[0]
    if constant_of(value) is not None:
        return False
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "memref.load":
        return True
    read, written = place(value.owner.operation), place(store)
    known = {v for index_ in read.indices or () for v in index_.terms}
    return any(v not in known for index_ in written.indices for v in index_.terms)


def _by_one(loop: ir.Operation) -> ir.Value | None:
    return loop.regions[0].blocks[0].arguments[0] if constant_of(loop.operands[2]) == 1 else None


# -- the new loops ----------------------------------------------------------------------------


def _is_large(result: ir.Value, least: int) -> ir.Value:
    """Whether a result has `least` bytes, at run time."""
    type = ir.MemRefType(result.type)
    size = index(bytes_of(type.element_type))
    for n in range(type.rank):
        size = emit1("arith.muli", index_type(), size, emit1("memref.dim", index_type(), result, index(n)))
    return compare_integers("sge", size, index(least))


def _stream(loop: ir.Operation, store: ir.Operation, large: ir.Value, found: Independent) -> None:
    begin, end = list(loop.operands)[:2]
    size = bytes_of(store.operands[0].type)
    with loop.location, ir.InsertionPoint(loop):
        type = begin.type
        trips = emit1("arith.maxsi", type, emit1("arith.subi", type, end, begin), index(0))
        to_line = emit1("arith.subi", type, index(0), _address(loop, store))
        to_line = emit1("arith.andi", type, to_line, index(_WIDTH * size - 1))
        # An array that does not even begin at a multiple of its elements' size never comes to a line.
        comes = compare_integers("eq", emit1("arith.andi", type, to_line, index(size - 1)), index(0))
        comes = emit1("arith.andi", comes.type, comes, large)
        ahead = emit1("arith.minsi", type, emit1("arith.divui", type, to_line, index(size)), trips)
        ahead = emit1("arith.select", type, comes, ahead, trips)
        aligned = emit1("arith.addi", type, begin, ahead)
        first = loop.clone()
    first.operation.operands[1] = aligned
    loop.operands[0] = aligned
    at_once = run_at_once(loop, _WIDTH, varying(loop, []), found)
    [written] = [op for op in walk(at_once) if op.name == "vector.store" and op.operands[1] == store.operands[1]]
    written.attributes["nontemporal"] = ir.BoolAttr.get(True)
    written.attributes["alignment"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _WIDTH * size)


def _address(loop: ir.Operation, store: ir.Operation) -> ir.Value:
    """Where the first trip writes, in bytes."""
    at = place(store)
    begin, counter = loop.operands[0], loop.regions[0].blocks[0].arguments[0]
    rank = len(at.indices)
    scalar = ir.MemRefType.get([], ir.MemRefType(at.root.type).element_type)
    _, offset, *numbers = emit("memref.extract_strided_metadata", [scalar] + [index_type()] * (1 + 2 * rank), [at.root])
    for place_, stride in zip(at.indices, numbers[rank:]):
        of_dimension = index(place_.number)
        for value, factor in place_.terms.items():
            term = emit1("arith.muli", index_type(), begin if value == counter else value, index(factor))
            of_dimension = emit1("arith.addi", index_type(), of_dimension, term)
        offset = emit1("arith.addi", index_type(), offset, emit1("arith.muli", index_type(), of_dimension, stride))
    size = index(bytes_of(scalar.element_type))
    pointer = emit1("memref.extract_aligned_pointer_as_index", index_type(), at.root)
    return emit1("arith.addi", index_type(), pointer, emit1("arith.muli", index_type(), offset, size))


def _order(function: ir.Operation, larges: list[ir.Value]) -> None:
    """Has the stores done before the function ends: they are not in order with later ones, as another thread sees them."""
    (*_, end) = function.regions[0].blocks[0].operations
    with end.operation.location, ir.InsertionPoint(end):
        any_large = larges[0]
        for large in larges[1:]:
            any_large = emit1("arith.ori", any_large.type, any_large, large)
        made = ir.Operation.create("scf.if", operands=[any_large], regions=2)
    with end.operation.location, ir.InsertionPoint(made.regions[0].blocks.append()):
        emit("llvm.fence", [], [], ordering=ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _SEQUENTIAL))
        emit("scf.yield", [], [])
