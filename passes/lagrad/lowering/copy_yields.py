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
    sizes, order = Sizes(), _Order()
    todo = [
        (n, argument)
        for n, argument in enumerate(carried)
        if isinstance(argument.type, ir.RankedTensorType)
        and not _is_update_of(argument, yields.operands[n], order)
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


class _Order:
    """The order of operations, for as long as none is added."""

    def __init__(self):
        self._places: dict[ir.Block, dict[ir.Operation, int]] = {}

    def is_over(self, user: ir.Operation, op: ir.Operation) -> bool:
        """Is `user` done, or in another branch, when `op` runs?"""
        around = {}  # block -> the operation in it that is or contains `op`
        here = op
        while here is not None and here.name != "func.func":
            around[here.block] = here
            here = here.parent
        while user.block not in around:
            user = user.parent
        limit = around[user.block]
        if user == limit:
            return user.name == "scf.if"
        return self._place(user) < self._place(limit)

    def _place(self, op: ir.Operation) -> int:
        if op.block not in self._places:
            self._places[op.block] = {child.operation: n for n, child in enumerate(op.block.operations)}
        return self._places[op.block][op]


def _is_update_of(argument: ir.Value, value: ir.Value, order: _Order) -> bool:
    """Is `value` the carried tensor itself, changed in place step by step?

    Not where a step overwrites what is still read: bufferization makes that step work on a copy.
    """
    while value != argument:
        owner = value.owner
        if isinstance(owner, ir.Block):
            return False
        op, number = owner.operation, ir.OpResult(value).result_number
        match op.name:
            case "tensor.insert" | "tensor.insert_slice":
                into = 1
            case "tensor.cast":
                into = 0
            case "scf.for":
                into = 3 + number
            case "scf.if":
                return all(
                    _is_update_of(argument, _last(region.blocks[0]).operands[number], order)
                    for region in op.regions
                )
            case name if name.startswith("linalg."):
                into = len(op.operands) - len(op.results) + number
            case _:
                return False
        if _is_read_later(op, into, order):
            return False
        value = op.operands[into]
    return True


def _is_read_later(op: ir.Operation, into: int, order: _Order) -> bool:
    """Does anything but `op`'s operand `into` read that tensor when `op` has begun to overwrite it?"""
    for use in op.operands[into].uses:
        user = use.owner.operation
        if user == op:
            if use.operand_number != into and not _reads_what_it_writes(op, use.operand_number, into):
                return True
        elif user.name != "tensor.dim" and not order.is_over(user, op):
            return True
    return False


def _reads_what_it_writes(op: ir.Operation, operand: int, into: int) -> bool:
    """Does a structured operation read, of an operand, only the element that it overwrites next?"""
    if op.name != "linalg.generic":
        return False
    maps = op.attributes["indexing_maps"]
    return maps[operand] == maps[into] and all("parallel" in str(kind) for kind in op.attributes["iterator_types"])


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
