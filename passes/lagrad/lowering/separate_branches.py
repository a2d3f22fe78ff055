"""`lagrad-separate-branches`: branches pass a tensor on as one result, not as one in this branch and another in that."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..mlir import ir, linalg
from ..passes import Pass
from .in_place import inside, last, overwritten_operand
from .passed_on import BRANCHES, passed_on
from .walk import walk


@dataclass(frozen=True)
class SeparateBranches(Pass):
    """Copy a tensor from before a branch where it is another result than in another branch.

    ```mlir
    %y = linalg.generic ... outs(%empty)
    %r:2 = scf.if %c -> (tensor<4xf64>, tensor<4xf64>) {
      scf.yield %s, %y
    } else {
      scf.yield %y, %t
    }
    ```
    In the second branch `%y` becomes a `linalg.copy` of it, made before anything else. `eliminate-empty-tensors` would have
    `%y` computed where the second result goes, and `%t` too, while `%y` is still to become the first.
    """

    name = "lagrad-separate-branches"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        for branch in [child for child in walk(op) if child.name in BRANCHES]:
            if sum(build.is_tensor(result.type) for result in branch.results) > 1:
                _separate(branch)


def _separate(branch: ir.Operation) -> None:
    home: dict[ir.Value, int] = {}
    for region in branch.regions:
        terminator = last(region.blocks[0])
        for number, value in enumerate(list(terminator.operands)):
            if build.is_tensor(value.type):
                for origin in _origins(value, branch):
                    if home.setdefault(origin, number) != number:
                        _copy(origin, terminator, number)


def _copy(origin: ir.Value, terminator: ir.Operation, number: int) -> None:
    block = terminator.block
    with terminator.location, ir.InsertionPoint.at_block_begin(block):
        copy = linalg.copy(origin, outs=[build.empty(origin.type, build.sizes_of(origin))])
    if terminator.operands[number] == origin:
        terminator.operands[number] = copy
        return
    made = copy.owner.operation
    for use in list(origin.uses):  # it is worked on in the branch before it is passed on
        user = inside(use.owner.operation, block)
        if user is not None and made.is_before_in_block(user):
            use.owner.operation.operands[use.operand_number] = copy


def _origins(value: ir.Value, branch: ir.Operation) -> set[ir.Value]:
    """The tensors computed before a branch in whose memory a result of it may be."""
    found, seen, work = set(), set(), [value]
    while work:
        here = work.pop()
        if here in seen:
            continue
        seen.add(here)
        owner = here.owner
        if isinstance(owner, ir.Block):
            if _is_within(owner.owner.operation, branch):
                work += passed_on(here) or []
            continue
        op = owner.operation
        if not _is_within(op, branch):
            if op.name not in ("arith.constant", "tensor.empty"):
                found.add(here)
        elif (before := passed_on(here)) is not None:
            work += before
        elif (over := overwritten_operand(op, ir.OpResult(here).result_number)) is not None:
            work.append(op.operands[over])
    return found


def _is_within(op: ir.Operation, branch: ir.Operation) -> bool:
    return any(inside(op, region.blocks[0]) is not None for region in branch.regions)
