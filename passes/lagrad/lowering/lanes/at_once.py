"""A loop whose iterations are independent, rewritten for several iterations at once."""

from __future__ import annotations

from ...build import attributes_of, constant_of, emit, emit1, index
from ...mlir import ir
from ..facts.independence import Independent
from .lanes import Lanes


def run_at_once(
    loop: ir.Operation,
    width: int,
    moving: set[ir.Value],
    found: Independent,
    transpose: bool = True,
    agree: bool = True,
) -> ir.Operation:
    """Writes the loop for `width` iterations at once in front, and gives it; the old one does what is left.

    `moving` are the values that are not the same in all iterations. What is next to each other in memory for one of
    them is read and written in one if it may `transpose`. Where several branches have one condition, there is code of
    its own for lanes that `agree` on it.
    """
    begin, end = list(loop.operands)[:2]
    step = constant_of(loop.operands[2])
    trip = loop.regions[0].blocks[0].arguments[0]
    with loop.location, ir.InsertionPoint(loop):
        room = emit1("arith.subi", begin.type, end, begin)
        at_once = index(width * step)
        room = emit1("arith.maxsi", begin.type, room, index(0))
        # As many as there are with all lanes full. A last iteration may need less than a step.
        padded = room if step == 1 else emit1("arith.addi", begin.type, room, index(step - 1))
        rounds = emit1("arith.divui", begin.type, padded, at_once)
        middle = emit1("arith.addi", begin.type, begin, emit1("arith.muli", begin.type, rounds, at_once))
        new = ir.Operation.create(
            loop.name, operands=[begin, middle, at_once], attributes=attributes_of(loop), regions=1
        )
    body = new.regions[0].blocks.append(trip.type, arg_locs=[loop.location])
    counter = trip if step == 1 else None
    with loop.location:
        lanes = Lanes(width, counter, moving, found.turns, new, transpose, agree, loop, rounds)
    with loop.location, ir.InsertionPoint(body):
        first = body.arguments[0]
        lanes.lists[trip] = [first] + [emit1("arith.addi", first.type, first, index(n * step)) for n in range(1, width)]
        lanes.block(loop.regions[0].blocks[0], None)
        if loop.name == "scf.for":
            emit("scf.yield", [], [])
        else:
            emit("scf.reduce", [], [])
    with loop.location, ir.InsertionPoint(loop):
        lanes.again.free()
    loop.operands[0] = middle
    return new
