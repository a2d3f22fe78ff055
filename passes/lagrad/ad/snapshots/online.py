"""Snapshots of a loop whose iterations nobody has counted: which one to give up for the state that is there now.

Q. Wang, P. Moin, G. Iaccarino, "Minimal repetition dynamic checkpointing algorithm for unsteady adjoint calculation",
SIAM J. Sci. Comput. 31, 2009, and P. Stumm and A. Walther, "New algorithms for optimal online checkpointing", SIAM J.
Sci. Comput. 32, 2010, keep snapshots by rules that hold for every length. Here the choice is by cost. With snapshots
before p_0 = 0 < p_1 < ... < p_m and l_j iterations from p_j on, the binomial schedule undoes all of them with

    sum over j of least(l_j, k - j)

iterations computed again, as k - j places are free when those behind p_j are undone (`recording/schedule_cost.py`).
So the state before iteration i becomes p_k, and that of p_1 ... p_k goes without which the sum is least for a loop
that ends with i. With i < 16 d^2, d the distance from p_(k - 1), no choice is made: choosing takes O(k) operations, and
the distance costs d^2 / 2 iterations at most. A test compares with the least for every length.
"""

from __future__ import annotations

from dataclasses import replace

from ... import build
from ...mlir import ir
from ..emission import for_loop
from .schedules import least, op
from .stack import Stack, empty_indices


def with_first(state: list[ir.Value], places: ir.Value, directory: str) -> Stack:
    """A stack from which any snapshot can be given up.

    Its positions have two entries more, for a state that is not kept yet and for the end; its order has one more.
    """
    stack = Stack.with_first(state, places, directory)
    positions = build.insert(build.index(0), empty_indices(op("addi", places, 2)), [stack.top])
    rows = op("addi", places, 1)
    loop = for_loop([build.index(0), rows, build.index(1)], [empty_indices(rows)])
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        number, order = loop.regions[0].blocks[0].arguments
        build.emit("scf.yield", [], [build.insert(number, order, [number])])
    return replace(stack, positions=positions, order=loop.results[0])


def offered(stack: Stack, number: ir.Value, state: list[ir.Value], places: ir.Value, apart: int) -> Stack:
    """The stack after the state before iteration `number` was offered to it; it takes one of `apart` at most."""
    count = op("addi", stack.top, 1)
    distance = op("subi", number, stack.position())
    has_room = build.compare_integers("slt", count, places)
    is_far = build.compare_integers("sge", op("muli", op("muli", distance, distance), 16), number)
    is_new = build.compare_integers("sgt", distance, build.index(0))
    is_due = _flag("andi", is_new, _flag("ori", has_room, is_far))
    if apart > 1:
        is_due = _flag("andi", is_due, build.compare_integers("eq", op("remui", number, apart), build.index(0)))
    with ir.InsertionPoint((branch := _branch(is_due, stack.values)).regions[0].blocks[0]):
        build.emit("scf.yield", [], _taken(stack, number, state, places, count).values)
    return stack.of(list(branch.results))


def _taken(stack: Stack, number: ir.Value, state: list[ir.Value], places: ir.Value, count: ir.Value) -> Stack:
    positions = build.insert(number, stack.positions, [count])
    positions = build.insert(op("addi", number, 1), positions, [op("addi", count, 1)])
    is_full = build.compare_integers("eq", count, places)
    choice = _branch(is_full, [count])
    with ir.InsertionPoint(choice.regions[0].blocks[0]):
        build.emit("scf.yield", [], [_given_up(positions, places)])
    gone = choice.results[0]
    stack = _without(replace(stack, positions=positions), gone)
    stack = replace(stack, top=op("minsi", count, op("subi", places, 1)))
    with ir.InsertionPoint((branch := _branch(_is_kept(gone, places), stack.values)).regions[0].blocks[0]):
        build.emit("scf.yield", [], stack.put(number, state).values)
    return stack.of(list(branch.results))


def _is_kept(gone: ir.Value, places: ir.Value) -> ir.Value:
    """Whether it is not the new state itself that is given up."""
    return build.compare_integers("slt", gone, places)


def _given_up(positions: ir.Value, places: ir.Value) -> ir.Value:
    """Which of the snapshots 1 to `places` to do without."""

    def at(number: ir.Value) -> ir.Value:
        return build.extract(positions, [number])

    def between(number: ir.Value, other: ir.Value) -> ir.Value:
        return op("subi", at(other), at(number))

    zero, one, two = (build.index(n) for n in range(3))
    loop = for_loop([two, op("addi", places, 1), one], [zero, least(between(zero, two), places), one])
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        j, others, best, which = loop.regions[0].blocks[0].arguments
        before, long_before, after = op("subi", j, 1), op("subi", j, 2), op("addi", j, 1)
        free = op("subi", op("addi", places, 1), j)  # behind snapshot j, once one before it is gone
        others = op("subi", others, least(between(j, after), free))
        others = op("addi", others, least(between(long_before, before), op("addi", free, 1)))
        cost = op("addi", others, least(between(before, after), free))
        is_less = build.compare_integers("slt", cost, best)
        best = build.emit1("arith.select", best.type, is_less, cost, best)
        build.emit("scf.yield", [], [others, best, build.emit1("arith.select", j.type, is_less, j, which)])
    return loop.results[2]


def _without(stack: Stack, gone: ir.Value) -> Stack:
    """Moves down the snapshots after one; its row is that of the last one then."""
    count = op("addi", stack.top, 1)
    order = build.insert(build.extract(stack.order, [gone]), stack.order, [count])
    loop = for_loop([gone, count, build.index(1)], [stack.positions, order])
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        number, *moved = loop.regions[0].blocks[0].arguments
        above = op("addi", number, 1)
        moved = [build.insert(build.extract(v, [above]), v, [number]) for v in moved]
        build.emit("scf.yield", [], moved)
    return replace(stack, positions=loop.results[0], order=loop.results[1])


def _branch(condition: ir.Value, otherwise: list[ir.Value]) -> ir.Operation:
    """An `scf.if` whose first block is empty, and whose second one gives these values."""
    branch = ir.Operation.create("scf.if", results=[v.type for v in otherwise], operands=[condition], regions=2)
    branch.regions[0].blocks.append()
    with ir.InsertionPoint(branch.regions[1].blocks.append()):
        build.emit("scf.yield", [], otherwise)
    return branch


def _flag(name: str, x: ir.Value, y: ir.Value) -> ir.Value:
    return build.emit1(f"arith.{name}", x.type, x, y)
