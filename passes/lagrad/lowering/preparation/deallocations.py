"""Memory that a program frees by itself, left to the pass that frees all memory."""

from __future__ import annotations

from ...analysis.memory import root
from ...errors import Failure, error, note
from ...mlir import ir
from ..walk import walk


def erase_deallocations(op: ir.Operation) -> None:
    """Erases `memref.dealloc`; Failure for memory that a function does not own."""
    frees = [child for child in walk(op) if child.name == "memref.dealloc"]
    errors = [
        error(
            child.location,
            "cannot lower 'memref.dealloc' of memory that this function may not own",
            note(None, "free the memory where it is allocated, or leave the operation out"),
        )
        for child in frees
        if _is_foreign(child.operands[0])
    ]
    if errors:
        raise Failure(*errors)
    for child in frees:
        child.erase()


def _is_foreign(memory: ir.Value) -> bool:
    """Whether memory surely comes from elsewhere. Who owns what loops and branches pass on is found when it runs."""
    found = root(memory)
    if isinstance(found, ir.Value):
        return found.owner.owner.operation.name == "func.func"
    return found.name == "memref.get_global"
