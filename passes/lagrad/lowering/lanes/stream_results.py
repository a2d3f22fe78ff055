"""`lagrad-stream-results`: large results go to memory past the caches."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import constant_of, defining_op
from ...mlir import ir
from ...passes import Pass, option
from ..facts.in_place import inside
from ..facts.independence import Dependent, independence
from ..facts.places import Linear, linear, place
from ..facts.views import VIEWS, root_of
from ..walk import around
from .past_caches import fence, goes_along, is_large, may_be_large, write_past_caches

_NESTS = ("scf.for", "scf.parallel", "scf.if")


@dataclass(frozen=True)
class StreamResults(Pass):
    """Write large results with non-temporal stores, where each element is written once and nothing is read back.

    An ordinary store first brings the cache line from memory that it changes a part of, and what it writes takes the
    place of what will be read again. A loop over neighbours that stores to an argument of the function becomes three:

    ```
    for i up to an aligned address: out[i] = f(i)      // all of the iterations if `out` has fewer than `bytes`
    for i in steps of 8: out[i .. i + 7] = f(i .. i + 7), past the caches
    for what is left: out[i] = f(i)
    ```

    Of several results that one loop writes the first is written so, as the others need not be aligned where it is.
    Several loops may write to one result where each begins where another one ends, or where only one of them runs.
    Below `bytes` a reader that follows would still find the result in a cache, which is worth more (`python -m
    benchmarks.thresholds.streams`).
    """

    name = "lagrad-stream-results"
    aim = "streams"
    creates = ("arith", "memref", "scf", "vector", "llvm")
    anchor = "func.func"
    bytes: int = option(1 << 22, "The least size of a result.", least=0)

    def run(self, op, report) -> None:
        if not op.regions[0].blocks:
            return
        larges: list[ir.Value] = []
        loops: list[ir.Operation] = []
        for result, stores in _results(op):
            if not may_be_large(result, self.bytes):
                continue
            large = None
            for store in _written_once(stores):
                loop = store.parent
                if loop in loops or not goes_along(loop, store):
                    continue
                try:
                    found = independence(loop)
                except Dependent:
                    continue
                if found.scratch or found.updates:
                    continue
                if large is None:
                    with loop.location, ir.InsertionPoint.at_block_begin(op.regions[0].blocks[0]):
                        large = is_large(result, self.bytes)
                write_past_caches(loop, store, large, found)
                loops.append(loop)
                report.remark(loop.location, "writes its result past the caches if that is large")
            if large is not None:
                larges.append(large)
        if larges:
            (*_, end) = op.regions[0].blocks[0].operations
            fence(end.operation, larges)


# -- which loops ------------------------------------------------------------------------------


def _results(function: ir.Operation) -> list[tuple[ir.Value, list[ir.Operation]]]:
    """The arguments that are written and that nothing reads, each with the stores to it."""
    found = []
    for argument in function.regions[0].blocks[0].arguments:
        if isinstance(argument.type, ir.MemRefType) and str(argument.type.element_type) in ("f64", "f32"):
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
    branches = [op for op in around(one) if op.name == "scf.if"]
    common = next((op for op in around(other) if op in branches), None)
    sides = () if common is None else [region.blocks[0] for region in common.regions if region.blocks]
    return any(inside(one, side) is not None and inside(other, side) is None for side in sides)


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
    """Where a loop writes: what all iterations have in common, and the last index at both ends.

    These are the ones of the first iteration and of the one after the last.
    """
    at, counter = place(store), loop.regions[0].blocks[0].arguments[0]
    if (
        at.indices is None
        or any(counter in index_.terms for index_ in at.indices[:-1])
        or at.indices[-1].terms.get(counter) != 1
    ):
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
        behind = list((defining_op(value) or value.owner.owner.operation).operands)  # a counter is made of bounds
        waiting += [v for v in behind if v not in known]
        known.update(behind)
    nest = store.parent
    while nest.name in _NESTS:
        if nest.name != "scf.if" and any(counter not in known for counter in nest.regions[0].blocks[0].arguments):
            return False
        nest = nest.parent
    return nest.name == "func.func"


def _is_computed(store: ir.Operation) -> bool:
    """Is it more than a copy of as much, or one number? Those become calls of the C library, which knows the caches
    itself."""
    value = store.operands[0]
    if constant_of(value) is not None:
        return False
    if defining_op(value, "memref.load") is None:
        return True
    read, written = place(value.owner.operation), place(store)
    known = {v for index_ in read.indices or () for v in index_.terms}
    return any(v not in known for index_ in written.indices for v in index_.terms)
