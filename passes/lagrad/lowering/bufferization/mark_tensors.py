"""`lagrad-mark-tensors`: before tensors become buffers, functions say which of their arguments were tensors."""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from ...passes import Pass
from ..facts.memory import RESTRICT
from ..interface.c_types import INTERFACE


@dataclass(frozen=True)
class MarkTensors(Pass):
    """Mark the tensor arguments of functions without a C interface `lagrad.restrict`, which stays when they are buffers.

    ```mlir
    func.func private @g(%x: tensor<4xf64> {lagrad.restrict}, %m: memref<4xf64>)
    ```
    Bufferization gives a function no buffer that it writes and knows by another name too: what it writes through one of these
    arguments it does not read through another. Of `%m`, which was a buffer all along, nobody has promised that: it may be part
    of any other such argument. Functions with a C interface say so in `lagrad.interface`.
    """

    name = "lagrad-mark-tensors"

    def run(self, op: ir.Operation, report) -> None:
        for view in op.regions[0].blocks[0].operations:
            function = view.operation
            if function.name == "func.func" and function.regions[0].blocks and INTERFACE not in function.attributes:
                _mark(function)


def _mark(function: ir.Operation) -> None:
    arguments = list(function.regions[0].blocks[0].arguments)
    if not any(isinstance(a.type, ir.RankedTensorType) for a in arguments):
        return
    old = list(ir.ArrayAttr(function.attributes["arg_attrs"])) if "arg_attrs" in function.attributes else [ir.DictAttr.get({})] * len(arguments)
    new = []
    for argument, attribute in zip(arguments, old, strict=True):
        own = {named.name: named.attr for named in ir.DictAttr(attribute)}
        if isinstance(argument.type, ir.RankedTensorType):
            own[RESTRICT] = ir.UnitAttr.get()
        new.append(ir.DictAttr.get(own))
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(new)
