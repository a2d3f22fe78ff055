"""`lagrad-keep-results`: what must not be overwritten is copied to where the result goes."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis.call_graph import is_public
from ...mlir import ir, linalg
from ...passes import Pass
from ..facts.in_place import accesses, inside, is_known_before, last, late_accesses, overwritten_operand, viewed
from ..facts.passed_on import BRANCHES
from ..walk import walk


Side = tuple[ir.Operation, int]  # the end of a branch's region, and what it yields there


@dataclass(frozen=True)
class KeepResults(Pass):
    """Copy what must not be overwritten: an argument, or what is read or returned later.

    ```mlir
    %b = tensor.insert %v into %a[%i]
    bufferization.materialize_in_destination %b in %first
    bufferization.materialize_in_destination %a in %second
    ```
    The insertion goes into a `linalg.copy` of `%a`. Bufferization would copy too; but
    `eliminate-empty-tensors` has this copy made in `%first`, and does not compute `%a` there, where it
    would be gone before it is stored. A branch that is stored copies what it passes on of them, and what a call gives,
    rather than passing it on to be copied behind: the other sides are computed where the result goes, which holds nothing
    else then.
    """

    name = "lagrad-keep-results"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        for user in list(walk(op)):
            for number in dict.fromkeys(overwritten_operand(user, k) for k in range(len(user.results))):
                if number is not None and build.is_tensor(user.operands[number].type) and _is_needed(user, number):
                    _work_on_copy(user, number)
        copied: set[Side] = set()
        for user in reversed(list(walk(op))):  # inner ones first
            if user.name in BRANCHES:
                for result in user.results:
                    if build.is_tensor(result.type) and _is_stored(result):
                        copied |= _copied(user, ir.OpResult(result).result_number, copied)
        for end, number in sorted(copied, key=lambda side: side[1]):
            _yield_copy(end, number)


def _is_needed(user: ir.Operation, number: int) -> bool:
    """Must the tensor that an operation would overwrite stay as it is?"""
    origin = viewed(user.operands[number])
    if isinstance(origin.owner, ir.Block):
        is_given = origin.owner.owner.operation.name == "func.func"
        return is_given and origin.owner == user.block and is_public(user.parent)
    if origin.owner.operation.block != user.block or origin.owner.operation.name == "tensor.empty":
        return False
    return bool(late_accesses(user, number))


def _work_on_copy(user: ir.Operation, number: int) -> None:
    value = user.operands[number]
    with user.location, ir.InsertionPoint(user):
        user.operands[number] = linalg.copy(value, outs=[build.empty(value.type, build.sizes_of(value))])


def _is_stored(result: ir.Value) -> bool:
    """Does a result go where the caller wants it, whatever else is done with it?"""
    users = [(use.owner.operation, use.operand_number) for use in result.uses]
    return any(
        _is_stored(user.parent.results[number])
        if user.name == "scf.yield" and user.parent.name in BRANCHES
        else user.name == "bufferization.materialize_in_destination" and number == 0
        for user, number in users
    )


def _copied(branch: ir.Operation, number: int, before: set[Side]) -> set[Side]:
    """The sides of a branch that copy result `number`; `before` are those of other branches that do."""
    ends = [last(region.blocks[0]) for region in branch.regions]
    values = [end.operands[number] for end in ends]
    in_place = [_starts_empty(value, before) for value in values]
    kept = [_is_needed_after(viewed(v), branch) or any(in_place) and not own for v, own in zip(values, in_place)]
    return {(end, number) for end, is_kept in zip(ends, kept) if is_kept}


def _yield_copy(end: ir.Operation, number: int) -> None:
    value = end.operands[number]
    with end.location, ir.InsertionPoint(end):
        end.operands[number] = linalg.copy(value, outs=[build.empty(value.type, build.sizes_of(value))])


def _starts_empty(value: ir.Value, copied: set[Side]) -> bool:
    """Is a value computed from an empty tensor on, which may be where the result goes? What a call gives is elsewhere."""
    value = viewed(value)
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        if op.name == "tensor.empty":
            return True
        number = ir.OpResult(value).result_number
        if op.name in BRANCHES:
            ends = [last(region.blocks[0]) for region in op.regions]
            return all((end, number) in copied or _starts_empty(end.operands[number], copied) for end in ends)
        number = overwritten_operand(op, number)
        if number is None:
            return False
        value = viewed(op.operands[number])
    return False


def _is_needed_after(value: ir.Value, branch: ir.Operation) -> bool:
    """Is it an argument of the caller's, or made before a branch and used in it or after it?"""
    if isinstance(value.owner, ir.Block) and value.owner.owner.operation.name == "func.func":
        return is_public(value.owner.owner.operation)
    if not is_known_before(branch, value):
        return False
    users = [(user, inside(user, branch.block)) for user, _ in accesses(value)]
    return any(
        at is None or branch.is_before_in_block(at) or at == branch and user.name != "scf.yield" for user, at in users
    )
