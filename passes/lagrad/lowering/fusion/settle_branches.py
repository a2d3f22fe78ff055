"""`lagrad-settle-branches`: a branch passes a tensor on in the type that it has on every side."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import last
from ..facts.passed_on import BRANCHES
from ..walk import walk


@dataclass(frozen=True)
class SettleBranches(Pass):
    """Cast a tensor after a branch, not on each of its sides.

    ```mlir
    %r = scf.if %c -> tensor<?xf64> {
      %a = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
      scf.yield %a
    } else {
      %b = tensor.cast %y : tensor<4xf64> to tensor<?xf64>
      scf.yield %b
    }
    ```
    becomes a branch with a `tensor<4xf64>` and one cast behind it. Where a loop carries four elements, the sizes are seen to agree.
    """

    name = "lagrad-settle-branches"
    creates = ("tensor",)

    def run(self, op, report) -> None:
        for branch in reversed([child for child in walk(op) if child.name in BRANCHES]):  # inner ones first
            for number, result in enumerate(branch.results):
                if build.is_tensor(result.type):
                    _settle(branch, number, result)


def _settle(branch: ir.Operation, number: int, result: ir.Value) -> None:
    ends = [last(region.blocks[0]) for region in branch.regions]
    sources = [_before_cast(end.operands[number]) for end in ends]
    types = {source.type for source in sources}
    if len(types) != 1 or result.type in types:
        return
    for end, source in zip(ends, sources):
        end.operands[number] = source
    wide = result.type
    result.set_type(sources[0].type)
    with branch.location, ir.InsertionPoint.after(branch):
        cast = build.emit1("tensor.cast", wide, result)
    result.replace_all_uses_except(cast, [cast.owner.operation])


def _before_cast(value: ir.Value) -> ir.Value:
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "tensor.cast":
        return value
    return value.owner.operation.operands[0]
