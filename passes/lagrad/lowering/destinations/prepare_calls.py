"""`lagrad-prepare-calls`: functions say what bufferization does not know of the memory that they take and give back."""

from __future__ import annotations

from dataclasses import dataclass

from ...dialect import RESTRICT
from ...mlir import ir
from ...passes import Pass
from ..interface.c_types import INTERFACE
from ..walk import callee, walk
from .read_arguments import read_as_memory
from .returned_tensors import separate_results
from .updated_arguments import pass_as_memory


@dataclass(frozen=True)
class PrepareCalls(Pass):
    """Say which memory functions take and give back.

    One-shot bufferization looks at one function at a time.

    * It does not look into functions that call themselves: each call would copy a tensor that the function gives back
      changed. Such a tensor is passed as memory, of which is known that a call may write it:
      ```mlir
      func.func private @f_adjoint(%x: f64, %sum: tensor<?xf64>) -> tensor<?xf64>
          attributes {lagrad.updates = array<i64: 1, 0>}
      %r = func.call @f_adjoint(%x, %s)
      ```
      becomes
      ```mlir
      func.func private @f_adjoint(%x: f64, %memory: memref<?xf64>)
      %m = bufferization.to_buffer %s
      func.call @f_adjoint(%x, %m)
      %r = bufferization.to_tensor %m
      ```
      A tensor of which such functions only read elements is passed so, too: a call would copy it.

      Nothing may merge or move what is made here before bufferization runs. `lagrad.updates` on a private function says
      that a result has the size of an argument; derivatives of recursive functions say so of their adjoints.
    * It takes two results of a call for two buffers, and may write to one of them while it still reads the other. So
      what a function returns twice, whole or in part, and what is constant, is copied.
    * Tensor arguments of functions without a C interface are marked `lagrad.restrict`, which stays when they are
      buffers: what a function writes through one of these it does not read through another. Of an argument that was a
      buffer all along nobody has promised that. Functions with a C interface say so in `lagrad.interface`.
    """

    name = "lagrad-prepare-calls"
    creates = ("bufferization", "memref", "linalg", "tensor")

    def run(self, op: ir.Operation, report) -> None:
        functions = [view.operation for view in op.regions[0].blocks[0].operations]
        functions = [f for f in functions if f.name == "func.func" and list(f.regions[0].blocks)]
        read_as_memory(op, functions)
        pass_as_memory(op, functions)
        called = {callee(child) for child in walk(op)}
        for function in functions:
            if ir.StringAttr(function.attributes["sym_name"]).value in called:
                separate_results(function)
            if INTERFACE not in function.attributes:
                _mark_tensors(function)


def _mark_tensors(function: ir.Operation) -> None:
    arguments = list(function.regions[0].blocks[0].arguments)
    is_tensor = [isinstance(argument.type, ir.RankedTensorType) for argument in arguments]
    if not any(is_tensor):
        return
    none = [ir.DictAttr.get({})] * len(arguments)
    given = function.attributes["arg_attrs"] if "arg_attrs" in function.attributes else none
    marked = []
    for is_marked, attributes in zip(is_tensor, given, strict=True):
        own = {named.name: named.attr for named in ir.DictAttr(attributes)}
        marked.append(ir.DictAttr.get({**own, RESTRICT: ir.UnitAttr.get()} if is_marked else own))
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(marked)
