"""lagrad-expand-operations: composite tensor operations said with simpler ones."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.open_forms import FORMS, replace
from ..analysis.program import walk
from ..errors import Report
from ..mlir import ir
from ..passes import Pass

# Upstream lowers the others itself.
EXPANDED = ("linalg.pack", "linalg.softmax", "linalg.unpack", "tensor.gather", "tensor.scatter")


@dataclass(frozen=True)
class ExpandOperations(Pass):
    """Rewrite gathers, scatters, softmax, packing and unpacking as loops and `linalg.generic`.

    These have no lowering of their own upstream. Reverse mode does the same with those that
    are active.
    """

    name = "lagrad-expand-operations"
    creates = ("arith", "math", "tensor", "linalg", "scf")

    def run(self, op: ir.Operation, report: Report) -> None:
        for child in [child for child in walk(op) if child.name in EXPANDED]:
            replace(child, FORMS[child.name])
