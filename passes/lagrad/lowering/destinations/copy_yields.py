"""`lagrad-copy-yields`: loops update the tensors they carry in place."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir, linalg
from ...passes import Pass
from ..facts.in_place import (
    VIEWS,
    accesses,
    carrying_blocks,
    inside,
    is_known_before,
    late_accesses,
    origins,
    overwritten_operand,
)
from ..facts.sizes import Sizes
from ..walk import last, walk
from .copies import copy


@dataclass(frozen=True)
class CopyYields(Pass):
    """Make a loop that yields a fresh tensor write it into the carried one.

    ```mlir
    scf.for ... iter_args(%a = %a0) -> tensor<4xf64> {
      %new = linalg.generic ... outs(%empty)
      scf.yield %new
    }
    ```
    A `linalg.copy outs(%a)` moves `%new` there. Where nothing reads `%a` after `%new` is made,
    `lagrad-place-results` computes it in `%a` itself. Where `%new` is made in the place of `%a`, a copy saves the part
    of `%a` that is still read. Either way the loop needs no allocation an iteration. A carried tensor whose size may
    change from one iteration to the next is left as it is, but where its memory would be that of another one, which
    the next iteration may overwrite: then the loop passes on a copy. So is what a `scf.while` passes on whose two
    regions carry different things.
    """

    name = "lagrad-copy-yields"
    aim = "in-place"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        sizes = Sizes()
        # Inner loops first: an inner loop made to work in place is an in-place link of the outer.
        for loop in reversed([child for child in walk(op) if child.name in ("scf.for", "scf.while")]):
            carrying = carrying_blocks(loop)
            for block, arguments, first in carrying:
                _update_in_place(block, arguments, last(block), first, sizes)
            if not carrying:
                for region in loop.regions:
                    _pass_on_once(last(region.blocks[0]))


def _update_in_place(block: ir.Block, carried: list[ir.Value], yields: ir.Operation, first: int, sizes: Sizes) -> None:
    todo, left = [], []
    for n, argument in enumerate(carried):
        value = yields.operands[first + n]
        if not isinstance(argument.type, ir.RankedTensorType):
            continue
        if not sizes.same(argument, value, block):
            left.append(first + n)
            continue
        chain = _chain(value, argument)
        if chain is None:
            todo.append((n, argument))
        else:
            _save_what_is_read_later(chain)
    while todo:
        # A carried tensor that moves to another place is read before its own is overwritten.
        moving = {yields.operands[first + n] for n, _ in todo}
        n, argument = next((slot for slot in todo if slot[1] not in moving), todo[0])
        todo.remove((n, argument))
        for m, _ in todo:
            if yields.operands[first + m] == argument:
                yields.operands[first + m] = _copy_of(argument, yields)
        if yields.operands[first + n] in carried:
            with yields.location, _end_of_use(argument, yields):
                yields.operands[first + n] = linalg.copy(yields.operands[first + n], outs=[argument])
        else:
            with yields.location, ir.InsertionPoint(yields):
                yields.operands[first + n] = copy(yields.operands[first + n], argument)
    _keep_apart(left, yields)


def _pass_on_once(end: ir.Operation) -> None:
    """Bufferization gives a tensor that a region passes on twice one memory, and lets the next region overwrite it."""
    _keep_apart([n for n, v in enumerate(end.operands) if build.is_tensor(v.type)], end)


def _keep_apart(places: list[int], yields: ir.Operation) -> None:
    """Copies of what ends a block passes on at some places, where that may be memory that it passes on at another place
    too."""
    for place in places:
        own = origins(yields.operands[place])
        if any(n != place and own & origins(v) for n, v in enumerate(yields.operands)):
            yields.operands[place] = _copy_of(yields.operands[place], yields)


def _end_of_use(argument: ir.Value, yields: ir.Operation) -> ir.InsertionPoint:
    """Behind all that uses the contents of an argument of a block, which ends with `yields`."""
    users = [inside(user, yields.block) for user, _ in accesses(argument)]
    users = [user for user in users if user != yields]
    latest = None
    for user in users:
        if latest is None or latest.is_before_in_block(user):
            latest = user
    return ir.InsertionPoint.at_block_begin(yields.block) if latest is None else ir.InsertionPoint.after(latest)


def _copy_of(value: ir.Value, before: ir.Operation) -> ir.Value:
    """A copy made as soon as the value is known, at the latest before an operation."""
    is_result = not isinstance(value.owner, ir.Block)
    with before.location, ir.InsertionPoint.after(value.owner.operation) if is_result else ir.InsertionPoint(before):
        return copy(value, build.empty(value.type, build.sizes_of(value)))


def _chain(value: ir.Value, argument: ir.Value) -> list[tuple[ir.Operation, int]] | None:
    """The steps that turn the carried tensor into `value` where it is, each with the operand it overwrites.

    None if `value` is a tensor of its own.
    """
    steps = []
    while value != argument:
        if isinstance(value.owner, ir.Block):
            return None
        op, number = value.owner.operation, ir.OpResult(value).result_number
        if op.name == "scf.if":
            sides = [_chain(last(region.blocks[0]).operands[number], argument) for region in op.regions]
            return None if None in sides else [*steps, *sides[0], *sides[1]]
        into = overwritten_operand(op, number)
        if into is None:
            return None
        steps.append((op, into))
        value = op.operands[into]
    return steps


def _save_what_is_read_later(chain: list[tuple[ir.Operation, int]]) -> None:
    """Lets what a step of the chain destroys too early be read from a copy."""
    for op, into in chain:
        saved: dict[ir.Value, ir.Value] = {}
        for user, number in late_accesses(op, into):
            value = user.operands[number]
            before = inside(op, build.parent_block(value))
            if user.name in VIEWS and all(is_known_before(before, v) for v in list(user.operands)[1:]):
                # Only the part that is looked at needs to be saved.
                user.move_before(before)
                view = user.results[0]
                kept = _copy_of(view, before)
                sizes = [use.owner.operation for use in view.uses if use.owner.operation.name == "tensor.dim"]
                view.replace_all_uses_except(kept, [kept.owner.operation, *sizes])
                continue
            if value not in saved:
                saved[value] = _copy_of(value, before)
            user.operands[number] = saved[value]
