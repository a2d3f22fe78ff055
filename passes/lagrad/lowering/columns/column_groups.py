"""Neighbouring operations that can run for some columns at a time, and what they hand to each other there."""

from __future__ import annotations

from ...mlir import ir
from ..facts.views import ALLOCATIONS, VIEWS, root_of
from .column_members import Member, is_buffer, member_of
from .groups import Group, grouped

_FEW = 4  # columns that are not worth a vector


def groups_of(
    block: ir.Block, products: bool = True, known: dict[ir.Operation, Member | None] | None = None
) -> list[Columns]:
    """The groups of a block; without `products`, those of what is between products.

    `known` has, and gets, what there is to know of each `linalg.generic` by itself.
    """
    known = {} if known is None else known

    def member(op: ir.Operation) -> Member | None:
        if op.name != "linalg.generic":
            return None
        if op not in known:
            known[op] = member_of(op)
        found = known[op]
        return None if found is not None and found.is_product and not products else found

    return grouped(block, Columns, member)


class Columns(Group):
    """Neighbours with the same columns."""

    def takes(self, member: Member) -> bool:
        """Whether an operation can run column by column together with those before it."""
        if self.members and not any(member.is_as_long(member.column, m, m.column) for m in self.members):
            return False
        if member.is_product and any(m.is_product and (m.triangle or member.triangle) for m in self.members):
            return False
        return super().takes(member)

    def lets_pass(self, op: ir.Operation) -> bool:
        """Of what writes to memory, what writes one number."""
        if op.name == "memref.store":
            return False
        if op.name == "linalg.generic" and any(ir.MemRefType(v.type).rank for v in op.operands if is_buffer(v)):
            return False
        return super().lets_pass(op)

    def chains(self) -> list[list[Member]]:
        """The operations in an order in which they may run, those that share loops over rows together."""
        found: list[list[Member]] = []
        for member in self.members:
            if found and _continues(found[-1], member):
                found[-1].append(member)
            elif (
                found and not member.rows and not member.sums and not any(_share(other, member) for other in found[-1])
            ):
                found.insert(len(found) - 1, [member])  # what a sum over the rows of the chain begins with
            else:
                found.append([member])
        return found

    @property
    def reads_once(self) -> bool:
        """Whether there is one operation that runs over rows, so that none finds in registers what another one has left
        there."""
        return sum(bool(m.rows or m.sums) for m in self.members) == 1 and not any(m.is_product for m in self.members)

    @property
    def is_worth(self) -> bool:
        if any(isinstance(n, int) and n < _FEW for m in self.members for n in m.sizes(m.column)):
            return False
        if any(m.triangle for m in self.members):
            return True
        products = sum(m.is_product for m in self.members)  # of several one is often large, and the code long
        return products < 3 and len(self.members) > 1 + products and any(m.sums for m in self.members)


def passing_buffers(chain: list[Member]) -> set[ir.Value]:
    """Buffers with which operations of a chain hand rows to each other and which nobody else looks at: they need not be
    in memory."""
    found = set()
    for buffer in {m.op.operands[n] for m in chain for n in m.outs}:
        first = next(m for m in chain if buffer in list(m.op.operands))
        begins = (
            bool(first.rows)
            and not first.sums
            and not any(v == buffer and first.is_read(n) for n, v in enumerate(first.op.operands))
        )
        if begins and _is_seen_by(root_of(buffer), {buffer}, [m.op for m in chain]):
            found.add(buffer)
    return found


def _continues(chain: list[Member], member: Member) -> bool:
    """Whether an operation can run row by row after those of a chain, or sums over its rows."""
    first, own = chain[0], member.rows or member.sums
    if not first.rows or member.sums_columns or len(own) != len(first.rows):
        return False
    if not all(any(member.is_as_long(d, m, (m.rows or m.sums)[n]) for m in chain) for n, d in enumerate(own)):
        return False
    written = {other.op.operands[n] for other in chain for n in other.outs}
    for other in chain:
        for n in other.outs:
            in_order = other.rows and [d for d in other.maps[n] if d != other.column] == other.rows
            if other.op.operands[n] in list(member.op.operands) and not in_order:
                return False  # a sum over rows is complete after the last one
    if not member.rows and any(v in written for v in list(member.op.operands)[member.ins :]):
        return False
    return all(
        [d for d in places if d != member.column] == own
        for v, places in zip(member.op.operands, member.maps)
        if v in written
    ) and all(not _is_written(member, v) for other in chain for v in other.op.operands if v not in written)


def _is_seen_by(buffer: ir.Value, known: set[ir.Value], ops: list[ir.Operation]) -> bool:
    """Whether only some operations read or write a buffer that the function has taken, all of them through a view that
    is known."""
    if isinstance(buffer.owner, ir.Block) or buffer.owner.operation.name not in {*ALLOCATIONS, *VIEWS}:
        return False
    for use in buffer.uses:
        user = use.owner.operation
        if user.name in VIEWS:
            if not _is_seen_by(user.results[0], known, ops):
                return False
        elif user.name not in ("memref.dealloc", "memref.dim") and not (buffer in known and user in ops):
            return False
    return True


def _is_written(member: Member, buffer: ir.Value) -> bool:
    return buffer in list(member.op.operands)[member.ins :]


def _share(a: Member, b: Member) -> bool:
    """Whether one of two operations writes a buffer that the other one uses."""
    return any(_is_written(x, v) for x, y in ((a, b), (b, a)) for v in y.op.operands)
