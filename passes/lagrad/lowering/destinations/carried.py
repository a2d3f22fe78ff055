"""A loop that carries a tensor in another form than before."""

from __future__ import annotations

from collections.abc import Callable

from ...mlir import ir
from ..facts.in_place import last


def carry(
    loop: ir.Operation,
    number: int,
    start: ir.Value,
    passed: ir.Value,
    as_before: Callable[[ir.Value], ir.Value],
    but: ir.Operation | None = None,
) -> None:
    """Lets an `scf.for` carry at place `number` what begins as `start` and goes on as `passed`, of the same type.

    `as_before` makes of it, at the insertion point, what the body and all behind the loop have read so far; `but` reads
    it as it is.
    """
    body = loop.regions[0].blocks[0]
    loop.operands[3 + number] = start
    places = ((body.arguments[1 + number], ir.InsertionPoint.at_block_begin(body)),)
    places += ((loop.results[number], ir.InsertionPoint.after(loop)),)
    for carried, place in places:
        uses = [(use.owner.operation, use.operand_number) for use in carried.uses]
        uses = [(user, n) for user, n in uses if but is None or user != but]
        carried.set_type(start.type)
        with loop.location, place:
            old = as_before(carried)
        for user, n in uses:
            user.operands[n] = old
    last(body).operands[number] = passed
