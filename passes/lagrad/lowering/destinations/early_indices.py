"""Integers, as positions and sizes, computed right behind what they are computed from.

    %new = linalg.generic ... ins(%old) outs(%empty)
    %row = arith.divui %i, %c2 : index
    %tape' = tensor.insert_slice %old into %tape[%row, 0] [1, 4] [1, 1]

becomes a program in which `%row` comes first: then the insertion can come before `%new`, which takes the place of
`%old`.

A branch that yields a tensor and its size,

    %t, %n = scf.if %c -> (tensor<?xf64>, index) { ... yield %a, %c2 } else { ... yield %b, %m }
    %tape' = tensor.insert_slice %t into %tape[%i, 0] [1, %n] [1, 1]

leaves the size to an `arith.select` in front of it. `lagrad-place-results` has `%a` computed in a slice of the tape,
which it takes within the branch, whether the size of the slice is known there or not.
"""

from __future__ import annotations

from ... import build
from ...mlir import arith, ir
from ..facts.in_place import last
from ..walk import walk

_TRAPPING = ("div", "rem")


def raise_indices(op: ir.Operation) -> None:
    """Computes the integers inside an operation as early as can be, of branches with tensors in front of these."""
    for branch in reversed([child for child in walk(op) if child.name == "scf.if"]):  # inner ones first
        if any(build.is_tensor(result.type) for result in branch.results):
            _select_integers(branch)
    for index in [child for child in walk(op) if _is_index(child)]:
        _raise(index)


def _is_index(op: ir.Operation) -> bool:
    """Computes integers from integers, or a size from a tensor, and cannot fail."""
    if op.name == "tensor.dim":
        return True
    if not op.name.startswith("arith.") or not all(_is_integer(v) for v in (*op.operands, *op.results)):
        return False
    return not any(word in op.name for word in _TRAPPING) or (build.constant_of(op.operands[1]) or 0) > 0


def _is_integer(value: ir.Value) -> bool:
    return isinstance(value.type, (ir.IndexType, ir.IntegerType))


def _raise(op: ir.Operation) -> None:
    made = [v.owner.operation for v in op.operands if not isinstance(v.owner, ir.Block)]
    here = [other for other in made if other.block == op.block]
    if not here:
        if (first := op.block.operations[0].operation) != op:
            op.move_before(first)
        return
    latest = here[0]
    for other in here[1:]:
        latest = other if latest.is_before_in_block(other) else latest
    op.move_after(latest)


def _select_integers(branch: ir.Operation) -> None:
    """Takes what a branch yields out of it, where it is an integer that can be computed before."""
    sides = [last(region.blocks[0]) for region in branch.regions]
    for number, result in enumerate(branch.results):
        if not _is_integer(result):
            continue
        values = [side.operands[number] for side in sides]
        needed = [_computed_in(side.block, value) for side, value in zip(sides, values)]
        if None in needed:
            continue
        for op in dict.fromkeys([*needed[0], *needed[1]]):
            op.move_before(branch)
        with branch.location, ir.InsertionPoint(branch):
            result.replace_all_uses_with(arith.select(branch.operands[0], *values))


def _computed_in(block: ir.Block, value: ir.Value) -> list[ir.Operation] | None:
    """The operations of a block, in order, that an integer is made of; None if others take part."""
    if isinstance(value.owner, ir.Block) or value.owner.operation.block != block:
        return []
    op = value.owner.operation
    if not _is_index(op):
        return None
    found: list[ir.Operation] = []
    for operand in op.operands:
        if (before := _computed_in(block, operand)) is None:
            return None
        found += before
    return [*dict.fromkeys(found), op]
