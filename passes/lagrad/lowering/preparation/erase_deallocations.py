"""`lagrad-erase-deallocations`: memory that a function takes is freed by the pass that frees all memory."""

from __future__ import annotations

from dataclasses import dataclass

from ...analysis.memory import root
from ...errors import Failure, error, note
from ...mlir import ir
from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class EraseDeallocations(Pass):
    """Leave out `memref.dealloc`.

    Upstream's `buffer-deallocation-pipeline` decides, for buffers of the program as for those that were tensors,
    who owns which and where it is freed, and refuses a program that frees some itself. Memory that the function
    does not own, such as an argument, cannot be freed by it: that is an error.
    """

    name = "lagrad-erase-deallocations"

    def run(self, op: ir.Operation, report) -> None:
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
