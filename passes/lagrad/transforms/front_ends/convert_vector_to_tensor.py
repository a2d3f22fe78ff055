"""lagrad-convert-vector-to-tensor: programs of vectors become programs of tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...ad.rewrites.vectors.forms import to_tensors
from ...analysis.call_graph import functions, is_declaration, reachable
from ...analysis.program import walk
from ...dialect import GRAD, TANGENT
from ...errors import Report
from ...mlir import ir
from ...passes import Pass


@dataclass(frozen=True)
class ConvertVectorToTensor(Pass):
    """Let the functions that are differentiated, and what they call, work on tensors instead of vectors.

    ```mlir
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : tensor<?xf64>, vector<4xf64>
    %e = math.exp %v : vector<4xf64>
    %s = vector.reduction <add>, %e : vector<4xf64> into f64
    ```
    becomes a slice, `math.exp` of a `tensor<4xf64>`, and a sum by `linalg.generic`. Loops and branches carry tensors.
    Arguments and results of functions stay vectors; so does what a vector operation makes that has no equal on
    tensors, such as a bit cast, and scalable vectors. Differentiation does the same on its copy of a program.
    """

    name = "lagrad-convert-vector-to-tensor"
    creates = ("arith", "math", "tensor", "linalg", "scf", "vector")

    def run(self, op: ir.Operation, report: Report) -> None:
        table = functions(op)
        named = [name for root in _roots(op) for name in (root, *reachable(op, root))]
        with op.context:
            for name in dict.fromkeys(named):
                if name in table and not is_declaration(table[name]):
                    to_tensors(table[name])


def _roots(module: ir.Operation) -> Iterator[str]:
    """The functions that requests and other functions name."""
    for function in functions(module).values():
        for own in list(function.attributes):
            attribute = function.attributes[own]
            if own.startswith("lagrad.") and isinstance(attribute, ir.FlatSymbolRefAttr):
                yield attribute.value
    for op in walk(module):
        if op.name in (GRAD, TANGENT):
            yield op.attributes["F"].value
