"""Values made earlier, with all that they are made of."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ...mlir import ir
from ..facts.in_place import accesses, inside, is_known_before, is_over, overwritten_operand
from ..walk import walk

# An assertion may be what makes a division, or a position, right; a function may not come back.
STOPS = ("cf.assert", "func.call")
_PURE = ("arith.", "math.", "complex.", "tensor.", "linalg.", "scf.if", "scf.yield")


def raise_value(value: ir.Value, op: ir.Operation, stops: Iterable[ir.Operation]) -> bool:
    """Has a value known before an operation: what makes it moves there if need be.

    False, and nothing moves, where a part of that follows from the operation, may have an effect, overwrites what is
    read in between, or would pass one of `stops`, which are all the `STOPS` of the program.
    """
    if is_known_before(op, value):
        return True
    at = None if isinstance(value.owner, ir.Block) else inside(op, value.owner.operation.block)
    found: set[ir.Operation] = set()
    if at is None or not _collect(value, at, found):
        return False
    makers = sorted(found, key=functools.cmp_to_key(lambda a, b: -1 if a.is_before_in_block(b) else 1))
    if any(s.block == at.block and not s.is_before_in_block(at) and s.is_before_in_block(makers[-1]) for s in stops):
        return False
    if not all(_leaves_in_peace(maker, at, found) for maker in makers):
        return False
    for maker in makers:
        maker.move_before(at)
    return True


def _collect(value: ir.Value, at: ir.Operation, found: set[ir.Operation]) -> bool:
    """Adds the operations that a value needs and that do not come before `at`; False where they cannot move there."""
    if is_known_before(at, value):
        return True
    made = None if isinstance(value.owner, ir.Block) else value.owner.operation
    if made is None or made.block != at.block or made == at:
        return False
    if made in found:
        return True
    inner = list(walk(made))
    if not all(child.name.startswith(_PURE) for child in (made, *inner)):
        return False
    found.add(made)
    needed = [v for child in (made, *inner) for v in child.operands if not _is_inside(v, made)]
    return all(_collect(v, at, found) for v in needed)


def _is_inside(value: ir.Value, op: ir.Operation) -> bool:
    block = value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
    around = block.owner.operation
    return inside(around, op.block) is not None and inside(around, op.block) == op


def _leaves_in_peace(op: ir.Operation, at: ir.Operation, moving: set[ir.Operation]) -> bool:
    """Does an operation, before `at`, overwrite nothing that others read in between?"""
    numbers = {overwritten_operand(op, k) for k in range(len(op.results))} - {None}
    users = [user for n in numbers for user, _ in accesses(op.operands[n])]
    around = [(user, inside(user, at.block)) for user in users if user != op]
    return all(is_over(user, at) or here is not None and here in moving for user, here in around)
