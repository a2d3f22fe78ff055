"""`lagrad-carry-parts`: a loop carries a tensor where every trip wants to have it."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import accesses, is_fill, is_known_before, last, only_reads
from ..walk import walk
from .copies import place_of


@dataclass(frozen=True)
class CarryParts(Pass):
    """Let a loop carry a larger tensor with the carried one in it, if every trip begins to make it.

    ```mlir
    scf.for ... iter_args(%a = %a0) -> tensor<2xf64> {
      %both = tensor.insert_slice %a into %empty[0] [2] [1] : tensor<2xf64> into tensor<4xf64>
      ... reads %both and %a, makes %new ...
      scf.yield %new
    }
    ```
    becomes
    ```mlir
    %start = tensor.insert_slice %a0 into %empty[0] [2] [1]
    scf.for ... iter_args(%both = %start) -> tensor<4xf64> {
      %a = tensor.extract_slice %both[0] [2] [1]
      ... reads %both and %a, makes %new ...
      %next = tensor.insert_slice %new into %both[0] [2] [1]
      scf.yield %next
    }
    ```
    so that what is new is computed where the next trip reads it. A fill around the part, such as the border of a `tensor.pad`,
    is written once. What is put into other parts of an empty tensor may change with the trips. Sizes are static. A tensor that
    the trip goes on to change is put together anew.
    """

    name = "lagrad-carry-parts"
    creates = ("tensor",)

    def run(self, op, report) -> None:
        for loop in reversed([child for child in walk(op) if child.name == "scf.for"]):  # inner loops first
            for number in range(len(loop.results)):
                if (insert := _placing(loop, number)) is not None:
                    _carry_whole(loop, number, insert)


def _placing(loop: ir.Operation, number: int) -> ir.Operation | None:
    """What puts a carried tensor into an empty or filled one, to the same place in every trip."""
    body = loop.regions[0].blocks[0]
    argument = body.arguments[1 + number]
    if not build.is_tensor(argument.type) or build.DYNAMIC in build.shape_of(argument.type):
        return None
    for use in argument.uses:
        insert = use.owner.operation
        if insert.name != "tensor.insert_slice" or use.operand_number != 0 or insert.block != body:
            continue
        needed = [v for op in _fresh(insert) for v in _taken(op)] + list(insert.operands)[2:]
        if _fresh(insert) and all(is_known_before(loop, v) for v in needed) and _is_only_read(_put_together(insert)):
            return insert
    return None


def _fresh(insert: ir.Operation) -> list[ir.Operation]:
    """The operations that make the tensor into which another one is put, if it is empty or filled."""
    made = []
    value = insert.operands[1]
    if not isinstance(value.owner, ir.Block) and is_fill(value.owner.operation):
        made = [value.owner.operation]
        value = made[0].operands[len(made[0].operands) - 1]
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "tensor.empty":
        return []
    return [value.owner.operation, *made]


def _is_only_read(tensor: ir.Value) -> bool:
    """If a trip worked on what it put together, it would have to do so on a copy of what it carries."""
    return all(only_reads(user, number) for user, number in accesses(tensor))


def _taken(op: ir.Operation) -> list[ir.Value]:
    """What a `tensor.empty` or a fill depends on, but for its destination."""
    match op.name:
        case "tensor.empty":
            return list(op.operands)
        case "linalg.fill":
            return list(op.operands)[:-1]
    return list(last(op.regions[0].blocks[0]).operands)


def _carry_whole(loop: ir.Operation, number: int, insert: ir.Operation) -> None:
    body = loop.regions[0].blocks[0]
    end, argument, result, part = last(body), body.arguments[1 + number], loop.results[number], loop.results[number].type
    whole = insert.results[0].type
    latest = _put_together(insert)
    with loop.location, ir.InsertionPoint(loop):
        start = _copied(_fresh(insert))
        loop.operands[3 + number] = _put(insert, loop.operands[3 + number], start)
    with loop.location, ir.InsertionPoint(end):
        end.operands[number] = _put(insert, end.operands[number], latest)
    for carried, behind in ((argument, ir.InsertionPoint.at_block_begin(body)), (result, ir.InsertionPoint.after(loop))):
        uses = [(use.owner.operation, use.operand_number) for use in carried.uses if use.owner.operation != insert]
        carried.set_type(whole)
        with loop.location, behind:
            small = place_of(insert, carried, part)
        for user, n in uses:
            user.operands[n] = small
    insert.results[0].replace_all_uses_with(argument)
    insert.erase()


def _put_together(insert: ir.Operation) -> ir.Value:
    """The tensor that a trip reads: with a number around what is put into it, or with the other parts."""
    return insert.results[0] if len(_fresh(insert)) > 1 else _last_of_chain(insert)


def _last_of_chain(insert: ir.Operation) -> ir.Value:
    """What the tensor becomes by further insertions, each of which is all that is done with the one before."""
    value = insert.results[0]
    while len(uses := list(value.uses)) == 1:
        user = uses[0].owner.operation
        if user.name != "tensor.insert_slice" or uses[0].operand_number != 1 or user.block != insert.block:
            break
        value = user.results[0]
    return value


def _copied(made: list[ir.Operation]) -> ir.Value:
    (empty, *fill) = [op.clone() for op in made]
    for op in fill:
        op.operands[len(op.operands) - 1] = empty.results[0]
    return (fill or [empty])[0].results[0]


def _put(insert: ir.Operation, part: ir.Value, whole: ir.Value) -> ir.Value:
    """Another tensor put to the place of an insertion."""
    names = ("static_offsets", "static_sizes", "static_strides", "operandSegmentSizes")
    attributes = {name: insert.attributes[name] for name in names}
    return build.emit1("tensor.insert_slice", whole.type, part, whole, *list(insert.operands)[2:], **attributes)
