"""An operation that overwrites a tensor, behind all that still reads it."""

from __future__ import annotations

from ...mlir import ir
from ..facts.in_place import accesses, inside, late_accesses, only_reads, viewed


def postpone(op: ir.Operation, into: int) -> bool:
    """Move an operation behind all that still reads what it overwrites, where nothing waits for its results
    and its other operands are left alone until then.

    It stays before what hands the tensor on as memory: bufferization does not know that the tensor which a call makes
    there is in the place of this one, and would let both be overwritten.
    """
    late = [user for user, _ in late_accesses(op, into)]
    readers = [inside(user, op.block) for user in late]
    if any(reader is None or reader == op for reader in readers):
        return False
    if any(user.name == "bufferization.to_buffer" for user in late):
        return False
    final = op
    for reader in readers:
        if final.is_before_in_block(reader):
            final = reader

    def is_free(user: ir.Operation) -> bool:
        user = inside(user, op.block)
        return user is None or final.is_before_in_block(user) or not op.is_before_in_block(user)

    waiting = [use.owner.operation for result in op.results for use in result.uses]
    for number, value in enumerate(op.operands):
        if number != into and isinstance(value.type, ir.RankedTensorType):
            waiting += [user for user, k in accesses(viewed(value)) if not only_reads(user, k) and user != op]
    if not all(is_free(user) for user in waiting):
        return False
    if final == op:
        return True
    op.move_after(final)
    return postpone(op, into)  # a view that was late may have readers
