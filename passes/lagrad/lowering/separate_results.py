"""`lagrad-separate-results`: a function that is called returns each of its results in memory of its own."""

from __future__ import annotations

from dataclasses import dataclass

from ..mlir import bufferization, ir
from ..passes import Pass
from .walk import callee, walk

_VIEWS = {
    "tensor.cast",
    "tensor.collapse_shape",
    "tensor.expand_shape",
    "tensor.extract_slice",
    "tensor.reshape",
}
_FRESH = {"tensor.empty", "bufferization.alloc_tensor"}


@dataclass(frozen=True)
class SeparateResults(Pass):
    """Copy what a called function returns twice, whole or in part, and what is constant.

    ```mlir
    func.func private @g(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
      ...
      return %y, %y : tensor<4xf64>, tensor<4xf64>
    }
    ```
    The second `%y` becomes `bufferization.alloc_tensor() copy(%y)`. One-shot bufferization looks at one
    function at a time: its caller takes two results for two buffers, and may write to one of them
    while it still reads the other.
    """

    name = "lagrad-separate-results"
    creates = ("bufferization",)

    def run(self, op, report) -> None:
        called = {callee(child) for child in walk(op)}
        for view in op.regions[0].blocks[0].operations:
            function = view.operation
            if function.name == "func.func" and ir.StringAttr(function.attributes["sym_name"]).value in called:
                for block in function.regions[0].blocks:
                    _separate(list(block.operations)[-1].operation)


def _separate(terminator: ir.Operation) -> None:
    if terminator.name != "func.return":
        return
    taken: set[ir.Value] = set()
    for number, value in enumerate(terminator.operands):
        if not isinstance(value.type, ir.RankedTensorType):
            continue
        sources = _sources(value)
        if taken & sources or any(_is_constant(v) for v in sources):
            with terminator.location, ir.InsertionPoint(terminator):
                terminator.operands[number] = bufferization.alloc_tensor(value.type, [], copy=value)
        taken |= sources


def _is_constant(value: ir.Value) -> bool:
    """Whether a tensor is in the program's constant data, which the caller must not get to write to."""
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == "arith.constant"


def _sources(value: ir.Value) -> set[ir.Value]:
    """The values that a tensor may be, as far back as they go; those without contents left out."""
    found: set[ir.Value] = set()
    seen, work = {value}, [value]
    while work:
        here = work.pop()
        behind = _behind(here)
        if behind is None:
            found.add(here)
        for other in behind or ():
            if other not in seen:
                seen.add(other)
                work.append(other)
    return found


def _behind(value: ir.Value) -> list[ir.Value] | None:
    """The values that a tensor may be, whole or in part; None if an operation makes it.

    What is written into a tensor that is returned too is in other memory: inside a function the
    analysis sees that both are alive at its end.
    """
    owner = value.owner
    if isinstance(owner, ir.Block):
        parent = owner.owner.operation
        number = ir.BlockArgument(value).arg_number
        if parent.name == "scf.for" and number > 0:
            return [parent.operands[2 + number], _yielded(parent, 0, number - 1)]
        return None
    op, number = owner.operation, ir.OpResult(value).result_number
    if op.name in _FRESH:
        return []
    if op.name in _VIEWS:
        return [op.operands[0]]
    if op.name == "scf.for":
        return [op.operands[3 + number], _yielded(op, 0, number)]
    if op.name == "scf.if":
        return [_yielded(op, region, number) for region in range(2)]
    if op.name == "arith.select":
        return list(op.operands)[1:]
    return None


def _yielded(op: ir.Operation, region: int, number: int) -> ir.Value:
    return list(op.regions[region].blocks[0].operations)[-1].operation.operands[number]
