"""An adjoint loop that computes states again from the nearest of k snapshots, in place of the start of the loop.

    stack = [start]
    for done in 0 .. n iter_args(stack)
      row = n - 1 - done
      here, state = the last snapshot
      while there is a place, and the schedule says a state `mid` < row
        advance from here to mid, and keep the state
      advance to row
      adjoint of iteration row, from the state
      take the last snapshot off, if it was that of row

No two snapshots are of one iteration, and the places of those behind `row` are free: what the schedule decides depends
on the last snapshot, on `row`, and on the free places only, so the loop over adjoints needs no list of actions.
"""

from __future__ import annotations

from ... import build
from ...dialect import SNAPSHOTS, WHICH
from ...mlir import ir
from ..counts.counting import counting
from ..emission import for_loop
from ..scope import Scope, clone
from .first_sweep import online_stack
from .nest import Nest, iteration
from .schedules import NEXT, Stretch, op
from .stack import Stack


def emit(nest: Nest) -> None:
    """Puts the loop with snapshots in the place of a nest."""
    count = counting(nest.trips)
    left = online_stack(nest, count) if count else None
    old = nest.loop
    with old.location, ir.InsertionPoint(old):
        carried = list(old.operands)[3:]
        one = build.index(1)
        if left is None:
            places = build.emit1("arith.minsi", one.type, build.index(nest.snapshots), nest.trips)
            places = build.emit1("arith.maxsi", one.type, places, one)
            stack = Stack.with_first(nest.starts, places, nest.directory)
        else:
            stack, places = left, build.index(nest.snapshots)
        loop = for_loop(list(old.operands)[:3], [*carried, *stack.values])
        for name in old.attributes:
            if name not in (SNAPSHOTS, *WHICH):
                loop.attributes[name] = old.attributes[name]
        _fill(nest, loop, stack, places)
        for file in stack.mapped:
            file.remove()
    for before, after in zip(old.results, loop.results):
        before.replace_all_uses_with(after)
    old.erase()


def _fill(nest: Nest, loop: ir.Operation, first: Stack, places: ir.Value) -> None:
    """Writes the body."""
    body, block = nest.loop.regions[0].blocks[0], loop.regions[0].blocks[0]
    count = len(body.arguments)
    *operations, last = [view.operation for view in body.operations]
    with ir.InsertionPoint(block):
        done, *_ = block.arguments
        scope = Scope().bind(body.arguments, list(block.arguments)[:count])
        row = iteration(nest, done)
        stack, state = descend(nest, first.of(list(block.arguments)[count:]), places, row)
        scope.bind(nest.states, state)
        for op in operations:
            if op not in nest.rewinds:
                clone(op, scope)
        build.emit("scf.yield", [], [*(scope.found(v) for v in last.operands), *stack.popped(row).values])


def descend(nest: Nest, stack: Stack, places: ir.Value, row: ir.Value) -> tuple[Stack, list[ir.Value]]:
    """Emits the way from the last snapshot to the state before iteration `row`, with snapshots as the schedule says."""
    starts = [stack.position(), *stack.values, *stack.state(nest.starts)]
    types = [v.type for v in starts]
    split = 1 + len(stack.values)
    end = build.emit1("arith.addi", row.type, row, build.index(1))

    def next_snapshot(here: ir.Value, top: ir.Value) -> tuple[ir.Value, ir.Value]:
        free = build.emit1("arith.subi", row.type, places, top)
        return _next(nest, here, end, free, places), free

    loop = ir.Operation.create("scf.while", results=types, operands=starts, regions=2)
    with ir.InsertionPoint(block := _block(loop, 0, types)):
        here, top, *_ = block.arguments
        mid, free = next_snapshot(here, top)
        goes_on = build.compare_integers("sgt", free, build.index(1))
        near = here if nest.apart == 1 else op("addi", here, nest.apart - 1)  # one block is not divided
        for behind in (near, mid):
            goes_on = build.emit1("arith.andi", goes_on.type, goes_on, build.compare_integers("slt", behind, row))
        build.emit("scf.condition", [], [goes_on, *block.arguments])
    with ir.InsertionPoint(block := _block(loop, 1, types)):
        here, *rest = block.arguments
        # Not passed on: a loop whose two regions are given the same updates what it carries in place.
        mid, _ = next_snapshot(here, rest[0])
        state = _advance(nest, here, mid, rest[split - 1 :])
        pushed = stack.of(rest[: split - 1]).push(mid, state)
        build.emit("scf.yield", [], [mid, *pushed.values, *state])
    here, *rest = loop.results
    return stack.of(rest[: split - 1]), _advance(nest, here, row, rest[split - 1 :])


def _next(nest: Nest, here: ir.Value, end: ir.Value, free: ir.Value, places: ir.Value) -> ir.Value:
    """Before which iteration the next snapshot is. If they are to be apart, the schedule is for blocks."""
    choose = NEXT[nest.schedule]
    if nest.apart == 1:
        return choose(Stretch(here, end, free, nest.trips, places))
    length, trips = op("ceildivui", op("subi", end, here), nest.apart), op("ceildivui", nest.trips, nest.apart)
    first = op("divui", here, nest.apart)
    return op("muli", choose(Stretch(first, op("addi", first, length), free, trips, places)), nest.apart)


def _advance(nest: Nest, here: ir.Value, there: ir.Value, state: list[ir.Value]) -> list[ir.Value]:
    """Emits the primal from one iteration up to another one."""
    loop = for_loop([here, there, build.index(1)], state)
    block = loop.regions[0].blocks[0]
    with ir.InsertionPoint(block):
        number, *before = block.arguments
        build.emit("scf.yield", [], nest.advance(number, before))
    return list(loop.results)


def _block(loop: ir.Operation, region: int, types: list[ir.Type]) -> ir.Block:
    return loop.regions[region].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
