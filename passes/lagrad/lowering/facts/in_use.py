"""Where in a block a buffer is in use, under whatever name."""

from __future__ import annotations

import bisect
from collections.abc import Iterator

from ...mlir import ir
from .views import TYPES, VIEWS

_SIZES = {"memref.dim", "memref.dealloc"}
_POINTERS = {"memref.extract_aligned_pointer_as_index", "arith.index_cast", "arith.addi", "llvm.inttoptr"}
_METADATA = "memref.extract_strided_metadata"
_PASS_ON = {"scf.yield", "scf.condition"}


class Order:
    """The places of the operations of a block."""

    def __init__(self, block: ir.Block):
        self.block = block
        self.ops = [view.operation for view in block.operations]
        self.end = len(self.ops)

    def place(self, op: ir.Operation) -> int:
        """Where an operation of the block is, or the one that it is in."""
        while op.block != self.block:
            op = op.parent.operation
        return bisect.bisect_left(self.ops, True, key=lambda other: not other.is_before_in_block(op))


def accesses(buffer: ir.Value, order: Order) -> Iterator[int]:
    """Where in the block what is in a buffer is written or read, under whatever name."""
    seen, work = {buffer}, [buffer]
    while work:
        value = work.pop()
        for use in value.uses:
            user = use.owner.operation
            if user.name in _SIZES:
                continue
            if user == order.ops[-1]:
                yield order.end - 1  # another trip has another buffer, so that its new names do not matter here
                continue
            if user.name == "memref.store" and use.operand_number == 0:
                yield from (0, order.end)  # by whom it is loaded is not known
            if user.name not in VIEWS | _POINTERS | {_METADATA}:
                yield order.place(user)
            names = [v for v in _other_names(user, isinstance(value.type, TYPES)) if v not in seen]
            seen.update(names)
            work += names


def _other_names(user: ir.Operation, is_buffer: bool) -> list[ir.Value]:
    """What may stand for a buffer, or for its address, where an operation has that."""
    if not is_buffer or user.name in _POINTERS:
        return list(user.results)
    if user.name == _METADATA:
        return [user.results[0]]
    named = [user, user.parent.operation] if user.name in _PASS_ON else [user]
    inside = [a for op in named for region in op.regions for block in region.blocks for a in block.arguments]
    return [v for v in (*inside, *(r for op in named for r in op.results)) if isinstance(v.type, TYPES)]
