"""`lagrad-separate-branches`: branches pass a tensor on as one result, not as one in this branch and another in that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ... import build
from ...build import DYNAMIC
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import inside, last, overwritten_operand
from ..facts.passed_on import BRANCHES, passed_on
from ..facts.sizes import Sizes
from ..walk import walk
from .copies import copy, place_of


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

    So it is with a tensor that only one branch passes on, or puts into another one, if what it goes to is not seen to have its
    size whichever branch runs: nothing but a copy is made there.
    """

    name = "lagrad-separate-branches"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        sizes = Sizes()
        for insert in [child for child in walk(op) if child.name == "tensor.insert_slice"]:
            _put_copy(insert, sizes)
        branches = [child for child in walk(op) if child.name in BRANCHES]
        # Inner ones first: what they copy is no tensor from before the outer ones.
        for branch in reversed(branches):
            for number in [n for n, result in enumerate(branch.results) if build.is_tensor(result.type)]:
                for terminator, origin in _of_other_sizes(branch, number, sizes):
                    _copy(origin, terminator, number, _moved)
        for branch in branches:
            if sum(build.is_tensor(result.type) for result in branch.results) > 1:
                _separate(branch)


def _put_copy(insert: ir.Operation, sizes: Sizes) -> None:
    """Puts a copy into a slice if the tensor is made where the slice may have another size, or not be there."""
    source = insert.operands[0]
    made_in = source.owner if isinstance(source.owner, ir.Block) else source.owner.operation.block
    if made_in == insert.block or _is_seen_to_fit(insert, sizes):
        return
    with insert.location, ir.InsertionPoint(insert):
        insert.operands[0] = _moved(source, place_of(insert, insert.operands[1], source.type))


def _moved(source: ir.Value, into: ir.Value) -> ir.Value:
    """A copy that upstream does not take for one: it would compute what is copied where the copy is made."""
    identity = ir.AffineMap.get_identity(source.type.rank)
    return build.generic([source], [into], [identity, identity], ["parallel"] * source.type.rank, lambda args: [args[0]])[0]


def _is_seen_to_fit(insert: ir.Operation, sizes: Sizes) -> bool:
    source, (_, parts, _) = insert.operands[0], build.slice_parts(insert, 2)
    of_part = [sizes.standing_for(n if isinstance(n, int) else sizes.index(n), insert.block) for n in parts]
    of_source = [sizes.standing_for(sizes.of(source, k), insert.block) for k in range(source.type.rank)]
    return [n for n in of_part if n != 1] == [n for n in of_source if n != 1]


def _of_other_sizes(branch: ir.Operation, number: int, sizes: Sizes) -> list[tuple[ir.Operation, ir.Value]]:
    """What a side of a branch passes on from before it, if the result is not seen to have its size whichever side runs."""
    ends = [last(region.blocks[0]) for region in branch.regions]
    first, *others = [end.operands[number] for end in ends]
    if DYNAMIC in build.shape_of(first.type) and all(sizes.same(first, other, branch.block) for other in others):
        return []
    return [
        (end, origin)
        for end in ends
        for origin in _origins(end.operands[number], branch)
        if DYNAMIC in build.shape_of(origin.type) and not _has_static_size(origin, first.type, branch.block, sizes)
    ]


def _has_static_size(tensor: ir.Value, type: ir.Type, block: ir.Block, sizes: Sizes) -> bool:
    of_tensor = [sizes.standing_for(sizes.of(tensor, k), block) for k in range(tensor.type.rank)]
    return DYNAMIC not in build.shape_of(type) and of_tensor == build.shape_of(type)


def _separate(branch: ir.Operation) -> None:
    home: dict[ir.Value, int] = {}
    for region in branch.regions:
        terminator = last(region.blocks[0])
        for number, value in enumerate(list(terminator.operands)):
            if build.is_tensor(value.type):
                for origin in _origins(value, branch):
                    if home.setdefault(origin, number) != number:
                        _copy(origin, terminator, number)


def _copy(origin: ir.Value, terminator: ir.Operation, number: int, copied: Callable[[ir.Value, ir.Value], ir.Value] = copy) -> None:
    block = terminator.block
    with terminator.location, ir.InsertionPoint.at_block_begin(block):
        made = copied(origin, build.empty(origin.type, build.sizes_of(origin)))
    if terminator.operands[number] == origin:
        terminator.operands[number] = made
        return
    for use in list(origin.uses):  # it is worked on in the branch before it is passed on
        user = inside(use.owner.operation, block)
        if user is not None and made.owner.operation.is_before_in_block(user):
            use.owner.operation.operands[use.operand_number] = made


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
