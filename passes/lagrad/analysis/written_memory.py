"""Memory of a program that its derivative does not pass through: tables, counters, what is written for others.

A load gives the same whenever it runs if nothing in the function may write or free that memory: not a constant of the
module, and other memory if no operation that may do so is in the function. All other operations on memory are effects.
"""

from __future__ import annotations

from functools import cached_property

from ..mlir import ir
from .effects import effects
from .memory import ALLOCATIONS, LOADS, VIEWS, WRITES, is_constant_global, root

_NO_WRITES = {"func.func", "vector.print", "memref.prefetch", *LOADS, *ALLOCATIONS}


class Memory:
    """What may be written in a function."""

    def __init__(self, function: ir.Operation):
        self.function = function

    def is_constant(self, load: ir.Operation) -> bool:
        """Whether a load gives the same each time it runs."""
        source = root(load.operands[0])
        if isinstance(source, ir.Operation) and source.name == "memref.get_global":
            return is_constant_global(source)
        if isinstance(source, ir.Operation) and source.name in ALLOCATIONS and not _escapes(source):
            return not any(isinstance(other, ir.Operation) and other == source for other in self._written)
        return not self._written

    @cached_property
    def _written(self) -> list[ir.Operation | ir.Value | None]:
        """The memory that is written, as its root; None where that is not known."""
        found: list[ir.Operation | ir.Value | None] = []
        for op in effects(self.function):
            if op.name in WRITES:
                found.append(root(op.operands[WRITES[op.name]]))
            elif op.name not in _NO_WRITES:
                found.append(None)
        return found


def _escapes(allocation: ir.Operation) -> bool:
    """Whether more is done with memory than to read and write its elements, so that others may know of it."""
    work = list(allocation.results)
    while work:
        for use in work.pop().uses:
            op = use.owner.operation
            if op.name in VIEWS:
                work += op.results
            elif op.name not in LOADS and WRITES.get(op.name) != use.operand_number:
                return True
    return False
