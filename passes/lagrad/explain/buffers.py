"""The temporaries of compiled code: what is allocated beside the arguments and the results."""

from __future__ import annotations

import math
from collections import Counter

from ..analysis.call_graph import functions
from ..analysis.walk import walk
from ..build import DYNAMIC, bytes_of
from ..mlir import ir
from .sources import Text

STAGE = "lanes"  # of the lowering, after which all temporaries are there, and each still has its place in the program
_LOOPS = ("scf.for", "scf.while", "scf.parallel", "affine.for")


def buffers(module: ir.Operation, text: Text) -> list[dict]:
    """A row for each line and type of allocations: `count` of them, `bytes` of one if its type says."""
    found: Counter[tuple] = Counter()
    with module.context:
        for name, function in functions(module).items():
            for op in walk(function):
                if op.name in ("memref.alloc", "memref.alloca"):
                    loops = [text.line(loop.location) for loop in _loops_around(op, function)]
                    found[name, text.line(op.location), op.results[0].type, next(filter(None, loops), None)] += 1
        return [
            {"function": name, "line": line, "type": _shown(type), "bytes": _bytes(type), "loop": loop, "count": count}
            for (name, line, type, loop), count in found.items()
        ]


def _loops_around(op: ir.Operation, function: ir.Operation) -> list[ir.Operation]:
    found = []
    while (op := op.parent.operation) != function:
        if op.name in _LOOPS:
            found.append(op)
    return found


def _shown(type: ir.Type) -> str:
    """The shape and the elements: of a layout nobody wants to know."""
    return "x".join(["?" if size == DYNAMIC else str(size) for size in type.shape] + [str(type.element_type)])


def _bytes(type: ir.Type) -> int | None:
    return None if DYNAMIC in type.shape else math.prod(type.shape) * bytes_of(type)
