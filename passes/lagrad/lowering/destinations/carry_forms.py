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
    """Move what changes the form of a carried tensor in every trip to before and behind the loop.

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
    so that what is new is computed where the next trip reads it. A fill around the part, such as the border of a
    `tensor.pad`, is written once. What is put into other parts of an empty tensor may change with the trips. Sizes are
    static. A tensor that the trip goes on to change is put together anew.
    """

    name = "lagrad-carry-forms"
    creates = ("tensor", "arith")

    def run(self, op: ir.Operation, report) -> None:
        for loop in reversed([child for child in walk(op) if child.name == "scf.for"]):  # inner loops first
            for number in range(len(loop.results)):
                while carry_shape(loop, number):
                    pass
                carry_whole(loop, number)
