"""`lagrad-select-tensors`: one of two tensors, as bufferization knows it."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import emit1
from ...dialect import EITHER
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class SelectTensors(Pass):
    """Select tensors by `arith.select`, of which bufferization makes a choice of two buffers.

    ```mlir
    %r = "lagrad.either"(%p, %a, %b) : (i1, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    ```
    Passes that go before this one may take a select for an operation on elements, `convert-elementwise-to-linalg` does,
    and `%a` and `%b` need not have the same sizes.
    """

    name = "lagrad-select-tensors"
    creates = ("arith",)

    def run(self, op: ir.Operation, report: Report) -> None:
        for choice in [child for child in walk(op) if child.name == EITHER]:
            with choice.location, ir.InsertionPoint(choice):
                choice.results[0].replace_all_uses_with(emit1("arith.select", choice.results[0].type, *choice.operands))
            choice.erase()


def either(condition: ir.Value, one: ir.Value, other: ir.Value) -> ir.Value:
    """Emits the choice of one of two tensors of a type."""
    return emit1(EITHER, one.type, condition, one, other)
