"""Where in a block a buffer is in use, under whatever name."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator

from ...mlir import ir
from ..walk import around
from .in_place import inside
from .views import TYPES, VIEWS

_SIZES = {"memref.dim", "memref.dealloc"}
_ADDRESS = "memref.extract_aligned_pointer_as_index"
_POINTERS = {_ADDRESS, "builtin.unrealized_conversion_cast", "arith.index_cast", "arith.addi", "llvm.inttoptr"}
_METADATA = "memref.extract_strided_metadata"
_MOVE = "memref.dma_start"  # goes on until somebody waits for it
_ENDS = {"scf.yield", "scf.condition", "cf.br", "cf.cond_br", "func.return"}
LOOPS = {"scf.for", "scf.while"}
AT_ONCE = {"scf.parallel", "scf.forall"}  # whose iterations must not share memory


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
    end = order.ops[-1]
    for use in _uses(buffer, end):
        user = use.owner.operation
        if user == end:
            yield order.end - 1
        elif _is_stored(use):
            yield from (0, order.end)  # by whom it is loaded is not known
        elif user.name == _MOVE or _is_told(use):
            yield from (order.place(user), order.end)  # when that ends is not known
        elif user.name not in _SIZES | VIEWS | _POINTERS | {_METADATA}:
            yield order.place(user)


def lifetime(alloc: ir.Operation, order: Order) -> tuple[int, int]:
    """From where to where in a block a buffer that is taken in it, or in an operation of it, is in use."""
    begin = order.place(alloc)
    return begin, max(accesses(alloc.results[0], order), default=begin)


def leaves(buffer: ir.Value, loop: ir.Operation) -> bool:
    """Whether each iteration of a loop needs a buffer of its own: it is passed on, under whatever name, or freed."""
    users = ((use, use.owner.operation) for use in _uses(buffer))
    return any(_is_stored(use) or user.name == "memref.dealloc" or _is_end_of(user, loop) for use, user in users)


def frees(alloc: ir.Operation) -> list[ir.Operation]:
    """What frees a buffer in the block that it is taken in."""
    users = [use.owner.operation for use in alloc.results[0].uses]
    return [user for user in users if user.name == "memref.dealloc" and user.block == alloc.block]


def loops_around(op: ir.Operation) -> Iterator[ir.Operation]:
    """The loops that an operation is in, from the inside out, up to one whose iterations run at once."""
    outer = itertools.takewhile(lambda each: each.name not in AT_ONCE, around(op))
    return (each for each in outer if each.name in LOOPS)


def runs_at_once(op: ir.Operation) -> bool:
    """Whether an operation is in a loop whose iterations must not share memory."""
    return any(each.name in AT_ONCE for each in around(op))


def _uses(buffer: ir.Value, end: ir.Operation | None = None) -> Iterator[ir.OpOperand]:
    """The uses of a buffer and of all that may stand for it, or for its address.

    What the terminator `end` gives other names is another buffer in the next iteration: these do not matter.
    """
    seen, work = {buffer}, [buffer]
    while work:
        value = work.pop()
        for use in value.uses:
            yield use
            user = use.owner.operation
            if user.name not in _SIZES and (end is None or user != end):
                names = [v for v in _other_names(user, isinstance(value.type, TYPES)) if v not in seen]
                seen.update(names)
                work += names


def _other_names(user: ir.Operation, is_buffer: bool) -> list[ir.Value]:
    """What may stand for a buffer, or for its address, where an operation has that."""
    if user.name == "llvm.store":
        return [user.operands[1]]  # for a team of threads, which is called with where that is
    if not is_buffer or user.name in _POINTERS:
        return list(user.results)
    if user.name == _METADATA:
        return [user.results[0]]
    named = [user, user.parent.operation] if user.name in _ENDS else [user]
    arguments = [a for op in named for region in op.regions for block in region.blocks for a in block.arguments]
    return [v for v in (*arguments, *(r for op in named for r in op.results)) if isinstance(v.type, TYPES)]


def _is_stored(use: ir.OpOperand) -> bool:
    return use.owner.operation.name == "memref.store" and use.operand_number == 0


def _is_told(use: ir.OpOperand) -> bool:
    """Whether a function gets the address of a buffer as a number, which it may keep."""
    user = use.owner.operation
    return user.name == "func.call" and isinstance(user.operands[use.operand_number].type, ir.IndexType)


def _is_end_of(op: ir.Operation, loop: ir.Operation) -> bool:
    """Whether an operation passes values on to the next iteration of a loop, or to what is outside of it."""
    if op.name not in _ENDS:
        return False
    parent = op.parent.operation
    return parent == loop or all(inside(parent, region.blocks[0]) is None for region in loop.regions)
