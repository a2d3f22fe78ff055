"""`lagrad-keep-choices`: a choice of one of two tensors stays one."""

from __future__ import annotations

from dataclasses import dataclass

from ...ad.rewrites import choices
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class KeepChoices(Pass):
    """Keep a choice between tensors that may have different sizes from being taken for an operation on elements.

    ```mlir
    %r = arith.select %p, %a, %b : tensor<?xf64>
    ```
    becomes
    ```mlir
    %r = "lagrad.either"(%p, %a, %b) : (i1, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    ```
    unless both have the same sizes for certain. Canonicalization makes such a select of a branch that gives one of two
    tensors, and `convert-elementwise-to-linalg`, which follows, would read both over the size of one.
    `lagrad-prepare-fusion` makes a select of it again.
    """

    name = "lagrad-keep-choices"

    def run(self, op: ir.Operation, report: Report) -> None:
        choices.hide([child for child in walk(op) if child.name == "arith.select"])
