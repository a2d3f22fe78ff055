"""`lagrad-hoist-sizes`: a size that a loop asks for in every trip is one from before the loop."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import constant_of
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import is_known_before
from ..facts.sizes import Sizes, may_trap, values
from ..signatures.size_arithmetic import build
from ..walk import walk

_LOOPS = {"scf.for", "scf.while", "scf.parallel", "scf.forall"}


@dataclass(frozen=True)
class HoistSizes(Pass):
    """Take the size of a tensor from before the loop, where it is the same in all trips.

    ```mlir
    scf.for ... iter_args(%a = %x) -> tensor<?xf64> {
      %b = scf.if %c -> tensor<?xf64> {    // %a or %x
      %size = tensor.dim %b, %c0
    ```
    becomes `tensor.dim %x, %c0` in front of the loop, if every trip passes on a tensor of the size of `%x`. Buffers
    of this size can then be taken before the loop. Upstream resolves sizes through operations, but not through what
    loops and branches carry, and not where two sizes are equal because an operation runs over both.
    """

    name = "lagrad-hoist-sizes"
    creates = ("tensor", "arith")

    def run(self, op, report) -> None:
        sizes = Sizes()
        for dim in [child for child in walk(op) if child.name == "tensor.dim"]:
            number = constant_of(dim.operands[1])
            if number is None or not (loops := _loops_around(dim)):
                continue
            size = sizes.standing_for(sizes.of(dim.operands[0], number), dim.block)
            if may_trap(size):
                continue
            needed = values(size)
            outside = None
            for loop in loops:
                if not all(is_known_before(loop, value) for value in needed):
                    break
                outside = loop
            if outside is not None:
                with dim.location, ir.InsertionPoint(outside):
                    dim.results[0].replace_all_uses_with(build(size))


def _loops_around(op: ir.Operation) -> list[ir.Operation]:
    """From the inside out."""
    found = []
    while op.name != "func.func":
        op = op.parent
        if op.name in _LOOPS:
            found.append(op)
    return found
