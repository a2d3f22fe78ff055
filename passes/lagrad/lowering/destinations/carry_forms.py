"""`lagrad-carry-forms`: a loop carries a tensor in the form in which it works on it."""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from ...passes import Pass
from ..walk import walk
from .carried_parts import carry_whole
from .carried_shapes import carry_shape


@dataclass(frozen=True)
class CarryForms(Pass):
    """Reshape or pad a carried tensor once before the loop and once after it, not in every iteration.

    ```mlir
    scf.for ... iter_args(%a = %a0) -> tensor<6xf64> {
      %wide = tensor.expand_shape %a [[0, 1]] output_shape [2, 3]
      %new = ... %wide
      %flat = tensor.collapse_shape %new [[0, 1]]
      scf.yield %flat
    }
    ```
    The loop carries the tensor of two dimensions. Bufferization does not see that what is reshaped back stands where
    the carried tensor does, and would copy. Sizes that are not known must be those of dimensions that only ones are
    joined to.

    ```mlir
    scf.for ... iter_args(%a = %a0) -> tensor<2xf64> {
      %both = tensor.insert_slice %a into %empty[0] [2] [1] : tensor<2xf64> into tensor<4xf64>
      ... reads %both and %a, makes %new ...
      scf.yield %new
    }
    ```
    becomes
    ```mlir
    %start = tensor.insert_slice %a0 into %empty[0] [2] [1]
    scf.for ... iter_args(%both = %start) -> tensor<4xf64> {
      %a = tensor.extract_slice %both[0] [2] [1]
      ... reads %both and %a, makes %new ...
      %next = tensor.insert_slice %new into %both[0] [2] [1]
      scf.yield %next
    }
    ```
    Each iteration writes the new part into the tensor that the next iteration reads. The loop writes a fill around the
    part, such as the border of a `tensor.pad`, only once. Values that an iteration inserts into other parts of an empty
    tensor may differ from iteration to iteration. The pass needs static sizes. If an iteration changes the padded
    tensor further, the pass leaves the loop as it is.
    """

    name = "lagrad-carry-forms"
    creates = ("tensor", "arith")

    def run(self, op: ir.Operation, report) -> None:
        for loop in reversed([child for child in walk(op) if child.name == "scf.for"]):  # inner loops first
            for number in range(len(loop.results)):
                while carry_shape(loop, number):
                    pass
                carry_whole(loop, number)
