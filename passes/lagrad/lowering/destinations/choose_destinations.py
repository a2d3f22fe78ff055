"""`lagrad-choose-destinations`: every operation overwrites what nobody reads again, or a fresh tensor of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ... import build
from ...analysis import linalg_form
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import VIEWS, accesses, is_fill, is_over, only_reads
from ..loops.order_loops import can_reorder, dims_of, reorder
from ..walk import walk


@dataclass(frozen=True)
class ChooseDestinations(Pass):
    """Give each operation that writes a fresh tensor an input to overwrite, or a fresh tensor that no other has.

    Where an elementwise `linalg.generic` writes into a `tensor.empty`, an input of the same type, read at the element
    that is written, can be the destination if nothing reads it afterwards: no buffer is needed, and a loop that carries
    it updates it in place. What the loop passes on in its place comes first, then what only this operation reads.

    Otherwise the `tensor.empty`, or the fill, is cloned next to each operation that writes into it. One zero shared by
    two accumulators, or hoisted out of the loop that updates it, costs an allocation and a copy where it is used; a
    zero of one's own is filled in place. Uses that only read keep sharing. A constant of equal elements that is written
    into becomes a fill.
    """

    name = "lagrad-choose-destinations"
    aim = "in-place"
    creates = ("linalg", "tensor", "arith")

    def run(self, op: ir.Operation, report) -> None:
        # A loop overwrites what it carries by its next value, and nothing else takes that place.
        generics = [child for child in walk(op) if _writes_elements(child)]
        for is_candidate in (_precedes, _is_read_once, _is_computed):
            for generic in generics:
                for number in range(linalg_form.inputs(generic), len(generic.operands)):
                    _overwrite_input(generic, number, is_candidate)
        for constant in [child for child in walk(op) if child.name == "arith.constant"]:
            _fill_instead(constant)
        # Fills first: a clone of a fill asks for the same tensor.empty again.
        for is_fresh in (is_fill, _is_empty):
            for fresh in [child for child in walk(op) if is_fresh(child)]:
                _take_own(fresh)


def _is_empty(op: ir.Operation) -> bool:
    return op.name == "tensor.empty"


# -- an input that nobody reads again ------------------------------------------------


def _writes_elements(op: ir.Operation) -> bool:
    """Does every point of a `linalg.generic` write its own element of every output?"""
    if op.name != "linalg.generic" or not op.results:
        return False
    return all(map.is_permutation for map in linalg_form.maps(op)[linalg_form.inputs(op) :])


def _overwrite_input(generic: ir.Operation, number: int, is_candidate: Callable[[ir.Value, ir.Value], bool]) -> None:
    """Puts an input that nobody reads again in the place of an empty destination."""
    into, maps, ins = generic.operands[number], linalg_form.maps(generic), linalg_form.inputs(generic)
    if isinstance(into.owner, ir.Block) or not _is_empty(into.owner.operation):
        return
    taken = list(generic.operands)[ins:]
    for source, map in zip(generic.operands, maps[:ins]):
        if source.type != into.type or map != maps[number] or source in taken:
            continue
        if is_candidate(source, generic.results[number - ins]) and _dies(source, generic):
            generic.operands[number] = source
            if can_reorder(generic):  # bufferization compares elements where the maps are the identity only
                reorder(generic, dims_of(map))
            return


def _precedes(source: ir.Value, result: ir.Value) -> bool:
    """Does a loop carry `source` and go on with `result` in its place?"""
    block = source.owner
    if not isinstance(block, ir.Block) or block.owner.operation.name != "scf.for":
        return False
    return any(
        use.owner.operation.name == "scf.yield"
        and use.owner.operation.block == block
        and use.operand_number == source.arg_number - 1
        for use in result.uses
    )


def _is_read_once(source: ir.Value, result: ir.Value) -> bool:
    """Does one operation use `source`, and what it may be a view of?"""
    if len({use.owner.operation for use in source.uses}) > 1:
        return False
    made = build.defining_op(source)
    return made is None or made.name not in VIEWS or _is_read_once(made.operands[0], result)


def _is_computed(source: ir.Value, result: ir.Value) -> bool:
    """Is `source` what an operation on tensors has written?"""
    if isinstance(source.owner, ir.Block):
        return False
    return source.owner.operation.name.startswith("linalg.") or source.owner.operation.name == "scf.for"


def _dies(value: ir.Value, user: ir.Operation) -> bool:
    """Does nothing use a value, which `user`'s own block defines, but `user` and what has read it before?"""
    others = [use for use in value.uses if use.owner.operation != user]
    if not all(_is_past(use.owner.operation, use.operand_number, user) for use in others):
        return False
    owner = value.owner
    if isinstance(owner, ir.Block):
        return owner == user.block and owner.owner.operation.name != "func.func"  # whose are the caller's
    op = owner.operation
    if op.block != user.block or op.name == "arith.constant":
        return False
    return op.name not in VIEWS or _dies(op.operands[0], op)


def _is_past(reader: ir.Operation, number: int, user: ir.Operation) -> bool:
    """Does an operation only read its operand, and is it done when `user` runs?"""
    if reader.name in VIEWS:
        return all(op != user and _is_past(op, n, user) for op, n in accesses(reader.results[0]))
    if reader.name == "tensor.dim":
        return True
    return reader.name.startswith("linalg.") and only_reads(reader, number) and is_over(reader, user)


# -- a fresh tensor of one's own -----------------------------------------------------


def _fill_instead(constant: ir.Operation) -> None:
    """Gives each operation that writes into a constant tensor a tensor that holds the same."""
    value = constant.results[0]
    number = build.constant_of(value) if build.is_tensor(value.type) else None
    if number is None:
        return
    for use in list(value.uses):
        user = use.owner.operation
        if user.name.split(".")[0] in ("linalg", "tensor", "scf") and _takes(user, use.operand_number):
            with user.location, ir.InsertionPoint(user):
                user.operands[use.operand_number] = build.full(value.type, build.shape_of(value.type), number)


def _take_own(fresh: ir.Operation) -> None:
    """Moves a fresh tensor to the operation that takes it, or clones it for each of several."""
    result = fresh.results[0]
    uses = [(use.owner.operation, use.operand_number) for use in result.uses][::-1]  # in program order
    for user, number in uses:
        if not _takes(user, number):
            continue
        if len(uses) == 1 and user.block == fresh.block:
            fresh.move_before(user)
            continue
        user.operands[number] = fresh.clone(ip=ir.InsertionPoint(user)).results[0]
    if not list(result.uses):
        fresh.erase()


def _takes(user: ir.Operation, number: int) -> bool:
    """Is a fresh tensor worth more to an operation than one that it shares?"""
    # What is inserted can be filled where it goes.
    return not only_reads(user, number) or (user.name == "tensor.insert_slice" and number == 0)
