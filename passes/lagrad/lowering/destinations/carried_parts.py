"""Carried tensors that every iteration begins by putting into a larger one: the loop carries the larger one."""

from __future__ import annotations

from ... import build
from ...mlir import ir
from ..facts.in_place import accesses, is_fill, is_known_before, last, only_reads
from .carried import carry
from .copies import place_of


def carry_whole(loop: ir.Operation, number: int) -> None:
    """Lets a loop carry the tensor into which each of its iterations inserts the carried one, if there is one."""
    if (insert := _placing(loop, number)) is None:
        return
    end, part, latest = last(loop.regions[0].blocks[0]), loop.results[number].type, _put_together(insert)
    with loop.location, ir.InsertionPoint(loop):
        start = _put(insert, loop.operands[3 + number], _copied(_fresh(insert)))
    with loop.location, ir.InsertionPoint(end):
        passed = _put(insert, end.operands[number], latest)
    carry(loop, number, start, passed, lambda carried: place_of(insert, carried, part), but=insert)
    build.replace_op(insert, insert.operands[0])


def _placing(loop: ir.Operation, number: int) -> ir.Operation | None:
    """What puts a carried tensor into an empty or filled one, to the same place in every iteration."""
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
    if build.defining_op(value, "tensor.empty") is None:
        return []
    return [value.owner.operation, *made]


def _is_only_read(tensor: ir.Value) -> bool:
    """If an iteration worked on what it put together, it would have to do so on a copy of what it carries."""
    return all(only_reads(user, number) for user, number in accesses(tensor))


def _taken(op: ir.Operation) -> list[ir.Value]:
    """What a `tensor.empty` or a fill depends on, but for its destination."""
    match op.name:
        case "tensor.empty":
            return list(op.operands)
        case "linalg.fill":
            return list(op.operands)[:-1]
    return list(last(op.regions[0].blocks[0]).operands)


def _put_together(insert: ir.Operation) -> ir.Value:
    """The tensor that an iteration reads: with a number around what is put into it, or with the other parts."""
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
