"""What an operation that overwrites a tensor would destroy: who reads it, through which views, and when."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis import linalg_form
from ...build import parent_block
from ...mlir import ir
from ..walk import around, last, reached

BRANCHES = ("scf.if", "scf.index_switch")
VIEWS = {"tensor.extract_slice", "tensor.collapse_shape", "tensor.expand_shape", "tensor.cast"}

# Operations that read a tensor, their first operand, and write no other in its place.
_READ_ONLY = {"tensor.extract", "tensor.extract_slice", "tensor.insert_slice", "tensor.dim"}


def only_reads(user: ir.Operation, number: int) -> bool:
    """Does an operation leave the tensor that is its operand `number` as it was?"""
    if user.name.startswith("linalg."):
        return number < len(user.operands) - len(user.results)
    return number == 0 and user.name in _READ_ONLY


def accesses(value: ir.Value) -> Iterator[tuple[ir.Operation, int]]:
    """The operations, with the operand's number, that use a tensor's contents: itself, a view of it, or its memory."""
    for use in value.uses:
        user = use.owner.operation
        if user.name not in VIEWS and user.name != "tensor.dim":
            yield user, use.operand_number
        for other in _in_its_place(user):
            yield from accesses(other)


def _in_its_place(user: ir.Operation) -> list[ir.Value]:
    """The tensors in the memory of the one that an operation uses: a view, or what a call makes of it there."""
    if user.name in VIEWS:
        return [user.results[0]]
    if user.name != "bufferization.to_buffer":
        return []
    users = [use.owner.operation for use in user.results[0].uses]
    return [other.results[0] for other in users if other.name == "bufferization.to_tensor"]


def is_elementwise(op: ir.Operation) -> bool:
    """A `linalg.generic` on tensors without reductions."""
    return op.name == "linalg.generic" and len(op.results) > 0 and "reduction" not in linalg_form.iterators(op)


def is_fill(op: ir.Operation) -> bool:
    """Writes one value everywhere and reads no tensor."""
    if op.name == "linalg.fill":
        return len(op.results) == 1
    if op.name != "linalg.generic" or len(op.results) != 1:
        return False
    body = op.regions[0].blocks[0]
    tensors = [operand for operand in op.operands if isinstance(operand.type, ir.RankedTensorType)]
    return len(tensors) == 1 and len(list(body.operations)) == 1


def overwrites(op: ir.Operation, number: int) -> bool:
    """Does an elementwise operation fill its result `number` whatever the destination held?"""
    out = linalg_form.inputs(op) + number
    return (
        is_elementwise(op)
        and linalg_form.maps(op)[out].is_permutation
        and not list(op.regions[0].blocks[0].arguments[out].uses)
    )


def reads_what_it_writes(op: ir.Operation, operand: int, into: int) -> bool:
    """Does an operation read, of an operand, only the element that it overwrites next?"""
    if not is_elementwise(op):
        return False
    maps = linalg_form.maps(op)
    # Bufferization sees this for identities only.
    return maps[operand] == maps[into] == ir.AffineMap.get_identity(maps[into].n_dims)


def is_slice_of(extract: ir.Operation, insert: ir.Operation) -> bool:
    """Is a `tensor.extract_slice` of what a `tensor.insert_slice` overwrites?"""
    if list(extract.operands) != list(insert.operands)[1:]:
        return False
    names = ("static_offsets", "static_sizes", "static_strides")
    return all(extract.attributes[name] == insert.attributes[name] for name in names)


def overwritten_operand(op: ir.Operation, number: int) -> int | None:
    """The operand in whose place an operation makes its result `number`."""
    match op.name:
        case "tensor.insert" | "tensor.insert_slice":
            return 1
        case "tensor.cast":
            return 0
        case "scf.for":
            return 3 + number
        case "scf.while":
            return number if carrying_blocks(op) else None
        case name if name.startswith("linalg.") and name != "linalg.index":
            return linalg_form.inputs(op) + number
    return None


def origins(value: ir.Value) -> set[ir.Value]:
    """The tensors of whose memory the one of a value may be, itself among them."""
    is_tensor = lambda value: isinstance(value.type, ir.RankedTensorType)
    return reached(filter(is_tensor, [value]), lambda value: filter(is_tensor, _sources(value)))


def _sources(value: ir.Value) -> list[ir.Value]:
    """What a value may be, or be a part of, or be made in the place of."""
    before = passed_on(value)
    if before is not None or isinstance(value.owner, ir.Block):
        return before or []
    op, number = value.owner.operation, ir.OpResult(value).result_number
    operands = list(op.operands)
    if op.name == "func.call":
        return operands
    if op.name.startswith("scf."):
        return operands + [v for region in op.regions if region.blocks for v in last(region.blocks[0]).operands]
    into = overwritten_operand(op, number)
    return [] if into is None else [operands[into]]


def passed_on(value: ir.Value) -> list[ir.Value] | None:
    """The values of which one may be one, whole or in part; None where no view, selection, loop or branch passes it on.

    They are tensors, buffers or numbers, as the value is; views are those of tensors.
    """
    if isinstance(value.owner, ir.Block):
        loop, number = value.owner.owner.operation, ir.BlockArgument(value).arg_number - 1
        return _carried(loop, number) if loop.name == "scf.for" and number >= 0 else None
    op, number = value.owner.operation, ir.OpResult(value).result_number
    if op.name in VIEWS:
        return [op.operands[0]]
    if op.name == "arith.select":
        return list(op.operands)[1:]
    if op.name == "scf.for":
        return _carried(op, number)
    return [last(region.blocks[0]).operands[number] for region in op.regions] if op.name in BRANCHES else None


def _carried(loop: ir.Operation, number: int) -> list[ir.Value]:
    """What an `scf.for` begins with and passes on at a place."""
    return [loop.operands[3 + number], last(loop.regions[0].blocks[0]).operands[number]]


def carrying_blocks(loop: ir.Operation):
    """The blocks of a loop, what each gets, and where its terminator's operands begin that take its place."""
    if loop.name == "scf.for":
        body = loop.regions[0].blocks[0]
        return [(body, list(body.arguments)[1:], 0)]
    before, after = (region.blocks[0] for region in loop.regions)
    if [a.type for a in before.arguments] != [a.type for a in after.arguments]:
        return []  # the two have nothing to do with one another
    return [(before, list(before.arguments), 1), (after, list(after.arguments), 0)]


def inside(op: ir.Operation, block: ir.Block) -> ir.Operation | None:
    """The operation of `block` that is or contains `op`, if there is one."""
    return next((each for each in (op, *around(op)) if each.name != "func.func" and each.block == block), None)


def is_made_in(value: ir.Value, op: ir.Operation) -> bool:
    """Is a value a result, or a block argument, of what is inside of an operation?"""
    home = parent_block(value).owner.operation
    return home == op or any(outer == op for outer in around(home))


def is_known_before(op: ir.Operation, value: ir.Value) -> bool:
    """May an operation in front of `op` use a value?"""
    if isinstance(value.owner, ir.Block):
        return inside(op, value.owner) is not None
    made = value.owner.operation
    return (here := inside(op, made.block)) is not None and made.is_before_in_block(here)


def is_over(user: ir.Operation, op: ir.Operation) -> bool:
    """Is `user` done, or in another branch, when `op` runs?"""
    while (limit := inside(op, user.block)) is None:
        user = user.parent
    if user == limit:
        return user.name == "scf.if"
    return user.is_before_in_block(limit)


def late_accesses(op: ir.Operation, into: int) -> list[tuple[ir.Operation, int]]:
    """What uses the tensor that is `op`'s operand `into` once `op` has begun to overwrite it.

    A view that is taken so late is such a use itself.
    """
    return list(_late_accesses(op, into, op.operands[into]))


def _late_accesses(op: ir.Operation, into: int, value: ir.Value):
    for use in value.uses:
        user, number = use.owner.operation, use.operand_number
        if user == op:
            if number != into and not reads_what_it_writes(op, number, into):
                yield user, number
        elif user.name == "tensor.dim":
            continue
        elif not is_over(user, op):
            yield user, number
        else:
            for other in _in_its_place(user):
                yield from _late_accesses(op, into, other)


def viewed(value: ir.Value) -> ir.Value:
    """The tensor that a value is a view of."""
    while not isinstance(value.owner, ir.Block) and value.owner.operation.name in VIEWS:
        value = value.owner.operation.operands[0]
    return value
