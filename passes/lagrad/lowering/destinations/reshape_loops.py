"""`lagrad-reshape-loops`: a loop carries a tensor in the shape in which it works on it."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import last
from ..walk import walk

_RESHAPES = ("tensor.collapse_shape", "tensor.expand_shape")


@dataclass(frozen=True)
class ReshapeLoops(Pass):
    """Move what reshapes a carried tensor at the end of each trip to behind the loop.

    ```mlir
    scf.for ... iter_args(%a = %a0) -> tensor<6xf64> {
      %wide = tensor.expand_shape %a [[0, 1]] output_shape [2, 3]
      %new = ... %wide
      %flat = tensor.collapse_shape %new [[0, 1]]
      scf.yield %flat
    }
    ```
    The loop carries the tensor of two dimensions. Bufferization does not see that what is reshaped back stands where the
    carried tensor does, and would copy. Sizes that are not known must be those of dimensions that only ones are joined to.
    """

    name = "lagrad-reshape-loops"
    creates = ("tensor", "arith")

    def run(self, op, report) -> None:
        for loop in reversed([child for child in walk(op) if child.name == "scf.for"]):  # inner loops first
            for number in range(len(loop.results)):
                while _carry_reshaped(loop, number):
                    pass


def _carry_reshaped(loop: ir.Operation, number: int) -> bool:
    body = loop.regions[0].blocks[0]
    end, argument, result = last(body), body.arguments[1 + number], loop.results[number]
    value = end.operands[number]
    if isinstance(value.owner, ir.Block) or value.owner.operation.name not in _RESHAPES or value.owner.operation.block != body:
        return False
    reshape = value.owner.operation
    inside, outside, groups = reshape.operands[0].type, value.type, reshape.attributes["reassociation"]
    if not _are_sizes_known(*sorted((inside, outside), key=lambda type: len(build.shape_of(type))), groups):
        return False
    with loop.location:
        with ir.InsertionPoint(loop):
            loop.operands[3 + number] = _reshaped(loop.operands[3 + number], inside, groups)
        for carried, place in ((argument, ir.InsertionPoint.at_block_begin(body)), (result, ir.InsertionPoint.after(loop))):
            uses = [(use.owner.operation, use.operand_number) for use in carried.uses]
            carried.set_type(inside)
            with place:
                as_before = _reshaped(carried, outside, groups)
            for user, n in uses:
                user.operands[n] = as_before
    end.operands[number] = reshape.operands[0]
    return True


def _groups(groups: ir.ArrayAttr) -> list[list[int]]:
    return [[ir.IntegerAttr(d).value for d in group] for group in groups]


def _are_sizes_known(few: ir.Type, many: ir.Type, groups: ir.ArrayAttr) -> bool:
    """Are the sizes of the tensor of more dimensions static, or those of the other one?"""
    shape = build.shape_of(many)
    for size, group in zip(build.shape_of(few), _groups(groups)):
        if build.DYNAMIC in (size, *(shape[d] for d in group)) and sorted(shape[d] for d in group) != sorted([size] + [1] * (len(group) - 1)):
            return False
    return True


def _reshaped(value: ir.Value, type: ir.Type, groups: ir.ArrayAttr) -> ir.Value:
    if len(build.shape_of(type)) < len(build.shape_of(value.type)):
        return build.emit1("tensor.collapse_shape", type, value, reassociation=groups)
    shape, home = build.shape_of(type), {d: n for n, group in enumerate(_groups(groups)) for d in group}
    sizes = [build.emit1("tensor.dim", build.index_type(), value, build.index(home[d])) for d, n in enumerate(shape) if n == build.DYNAMIC]
    return build.emit1(
        "tensor.expand_shape", type, value, *sizes, reassociation=groups, static_output_shape=ir.DenseI64ArrayAttr.get(shape)
    )
