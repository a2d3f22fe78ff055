"""`lagrad-propagate-one-hot`: what is computed from one nonzero element is computed there only."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.call_graph import functions, is_declaration, reachable, symbol
from ..analysis.program import walk
from ..build import constant_of, is_tensor
from ..errors import Report
from ..mlir import ir
from ..one_hot.calls import Versions
from ..one_hot.function import rewritten, write
from ..passes import Pass, option


@dataclass(frozen=True)
class PropagateOneHot(Pass):
    """Work on tensors with one nonzero element, or a few, or one nonzero row, where they are not zero.

    ```mlir
    %ct = tensor.insert %v into %zeros[%i, %j] : tensor<mxnxf64>
    %dx = linalg.matmul_transpose_b ins(%ct, %b : tensor<mxnxf64>, tensor<kxnxf64>) outs(%zeros2)
    ```
    multiplies `%v` by the column `%j` of `%b`, and writes that to the row `%i` of `%dx`. Each dimension of a tensor is
    dense, one-hot, few-hot or zero; this is followed through structured and elementwise operations, elements, slices,
    reshapes, loops, branches and calls. Loops of which one iteration does something, since all others read zeros,
    become that iteration. Where an operation would make zeros nonzero, the tensor is made as it is.

    A zero is taken for a strong one: zero times infinity is zero. A function in which nothing gets shorter is left as
    it is.
    """

    name = "lagrad-propagate-one-hot"
    aim = "adjoint-sparsity"
    creates = ("func", "arith", "math", "tensor", "linalg", "scf")

    few: int = option(4, "How many places of a tensor may be told apart; a sum of more is dense.")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            versions = Versions(op, self.few, write, _begins)
            for function in list(functions(op).values()):
                if not is_declaration(function) and _begins(function):
                    for location, words in rewritten(function, versions):
                        report.remark(location, words)
            for location, words in versions.drop_unused():
                report.remark(location, words)


def _begins(function: ir.Operation) -> bool:
    """Whether something is written into a tensor of zeros, here or in what is called."""
    table = functions(function.parent.operation)
    called = [table[name] for name in reachable(function.parent.operation, symbol(function)) if name in table]
    return any(
        op.name in ("tensor.insert", "tensor.insert_slice") and _is_zero(op.operands[1])
        for own in (function, *called)
        for op in walk(own)
    )


def _is_zero(value: ir.Value) -> bool:
    if isinstance(value.owner, ir.Block):
        return False
    op = value.owner.operation
    return (
        op.name == "linalg.fill"
        and constant_of(op.operands[0]) == 0
        or is_tensor(value.type)
        and constant_of(value) == 0
    )
