"""`lagrad-copy-yields`: loops update the tensors they carry in place."""

from __future__ import annotations

from dataclasses import dataclass

from ..build import DYNAMIC
from ..mlir import ir, linalg, tensor
from ..passes import Pass
from .sizes import Sizes
from .walk import walk


@dataclass(frozen=True)
class CopyYields(Pass):
    """Make a loop that yields a fresh tensor write it into the carried one.

    ```mlir
    scf.for ... iter_args(%a = %a0) -> tensor<4xf64> {
      %new = linalg.generic ... outs(%empty)
      scf.yield %new
    }
    ```
    Where nothing reads `%a` after `%new` is made, `%new` is computed into `%a` itself; elsewhere a
    `linalg.copy outs(%a)` moves it there. Either way the loop needs no allocation an iteration.
    A carried tensor whose size may change from one trip to the next is left as it is.
    """

    name = "lagrad-copy-yields"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        # Inner loops first: an inner loop made to work in place is an in-place link of the outer.
        for loop in reversed([child for child in walk(op) if child.name == "scf.for"]):
            _update_in_place(loop)


def _update_in_place(loop: ir.Operation) -> None:
    body = loop.regions[0].blocks[0]
    yields = body.operations[len(body.operations) - 1].operation
    carried = list(body.arguments)[1:]
    sizes = Sizes()
    todo = [
        (n, argument)
        for n, argument in enumerate(carried)
        if isinstance(argument.type, ir.RankedTensorType)
        and not _is_update_of(argument, yields.operands[n])
        and _same_shape(sizes, argument, yields.operands[n])
    ]
    # A carried tensor that moves to another slot is read before any slot is overwritten.
    with loop.location:
        for n, argument in todo:
            value = yields.operands[n]
            if any(value == other for other in carried if other != argument):
                with ir.InsertionPoint(yields):
                    shape = [
                        tensor.dim(value, _index(k)) if value.type.is_dynamic_dim(k) else value.type.get_dim_size(k)
                        for k in range(value.type.rank)
                    ]
                    fresh = tensor.empty(shape, value.type.element_type, encoding=value.type.encoding)
                    yields.operands[n] = linalg.copy(value, outs=[fresh])
        for n, argument in todo:
            value = yields.operands[n]
            if not _compute_into(argument, value, body):
                with ir.InsertionPoint(yields):
                    yields.operands[n] = linalg.copy(value, outs=[argument])


def _index(k: int) -> ir.Value:
    from ..build import index

    return index(k)


def _is_update_of(argument: ir.Value, value: ir.Value) -> bool:
    """Is `value` the carried tensor itself, changed in place step by step?"""
    while value != argument:
        owner = value.owner
        if isinstance(owner, ir.Block):
            return False
        op, number = owner.operation, ir.OpResult(value).result_number
        match op.name:
            case "tensor.insert" | "tensor.insert_slice":
                value = op.operands[1]
            case "tensor.cast":
                value = op.operands[0]
            case "scf.for":
                value = op.operands[3 + number]
            case "scf.if":
                return all(
                    _is_update_of(argument, _last(region.blocks[0]).operands[number])
                    for region in op.regions
                )
            case name if name.startswith("linalg."):
                value = op.operands[len(op.operands) - len(op.results) + number]
            case _:
                return False
    return True


def _same_shape(sizes: Sizes, argument: ir.Value, value: ir.Value) -> bool:
    return sizes.shape(argument) == sizes.shape(value)


def _compute_into(argument: ir.Value, value: ir.Value, body: ir.Block) -> bool:
    """Let the elementwise operation that makes `value` write into `argument`, if nothing is in the way."""
    if isinstance(value.owner, ir.Block):
        return False
    op = value.owner.operation
    if op.name != "linalg.generic" or op.block != body or len(op.results) != 1:
        return False
    out = op.operands[len(op.operands) - 1]
    if isinstance(out.owner, ir.Block) or out.owner.operation.name != "tensor.empty":
        return False
    if any("parallel" not in str(kind) for kind in op.attributes["iterator_types"]):
        return False
    maps = list(op.attributes["indexing_maps"])
    inputs = list(op.operands)[:-1]
    if any(x == argument and m != maps[-1] for x, m in zip(inputs, maps)):
        return False  # it would read elements that it has overwritten
    position = {child.operation: k for k, child in enumerate(body.operations)}
    for use in argument.uses:
        user = _in_block(use.owner.operation, body)
        if position[user] > position[op] or (user == op and use.owner.operation != op):
            return False
    op.operands[len(op.operands) - 1] = argument
    return True


def _in_block(op: ir.Operation, block: ir.Block) -> ir.Operation:
    """The operation of `block` that is or contains `op`."""
    while op.block != block:
        op = op.parent
    return op


def _last(block: ir.Block) -> ir.Operation:
    return block.operations[len(block.operations) - 1].operation
