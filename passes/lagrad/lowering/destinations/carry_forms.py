"""`lagrad-carry-forms`: a loop carries a tensor in the shape in which it works on it."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..walk import last, walk

_RESHAPES = ("tensor.collapse_shape", "tensor.expand_shape")


@dataclass(frozen=True)
class CarryForms(Pass):
    """Reshape a carried tensor once before the loop and once after it, not in every iteration.

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
    """

    name = "lagrad-carry-forms"
    aim = "in-place"
    creates = ("tensor", "arith")

    def run(self, op: ir.Operation, report) -> None:
        for loop in reversed([child for child in walk(op) if child.name == "scf.for"]):  # inner loops first
            for number in range(len(loop.results)):
                while _carry_shape(loop, number):
                    pass


def _carry_shape(loop: ir.Operation, number: int) -> bool:
    """Moves what reshapes a carried tensor in an iteration to behind the loop, if there is such an operation."""
    body = loop.regions[0].blocks[0]
    value = last(body).operands[number]
    reshape = build.defining_op(value)
    if reshape is None or reshape.name not in _RESHAPES or reshape.block != body:
        return False
    inside, outside, groups = reshape.operands[0].type, value.type, reshape.attributes["reassociation"]
    few, many = sorted((inside, outside), key=lambda type: len(build.shape_of(type)))
    if not _are_sizes_known(few, many, groups):
        return False
    with loop.location, ir.InsertionPoint(loop):
        start = _reshaped(loop.operands[3 + number], inside, groups)
    loop.operands[3 + number] = start
    places = ((body.arguments[1 + number], ir.InsertionPoint.at_block_begin(body)),)
    places += ((loop.results[number], ir.InsertionPoint.after(loop)),)
    for carried, place in places:
        uses = [(use.owner.operation, use.operand_number) for use in carried.uses]
        carried.set_type(inside)
        with loop.location, place:
            as_before = _reshaped(carried, outside, groups)
        for user, n in uses:
            user.operands[n] = as_before
    last(body).operands[number] = reshape.operands[0]
    return True


def _groups(groups: ir.ArrayAttr) -> list[list[int]]:
    return [[ir.IntegerAttr(d).value for d in group] for group in groups]


def _are_sizes_known(few: ir.Type, many: ir.Type, groups: ir.ArrayAttr) -> bool:
    """Are the sizes of the tensor of more dimensions static, or those of the other one?"""
    shape = build.shape_of(many)
    for size, group in zip(build.shape_of(few), _groups(groups)):
        sizes = sorted(shape[d] for d in group)
        if build.DYNAMIC in (size, *sizes) and sizes != sorted([size] + [1] * (len(group) - 1)):
            return False
    return True


def _reshaped(value: ir.Value, type: ir.Type, groups: ir.ArrayAttr) -> ir.Value:
    if len(build.shape_of(type)) < len(build.shape_of(value.type)):
        return build.emit1("tensor.collapse_shape", type, value, reassociation=groups)
    shape, home = build.shape_of(type), {d: n for n, group in enumerate(_groups(groups)) for d in group}
    open_ones = [build.index(home[d]) for d, n in enumerate(shape) if n == build.DYNAMIC]
    sizes = [build.emit1("tensor.dim", build.index_type(), value, number) for number in open_ones]
    static = ir.DenseI64ArrayAttr.get(shape)
    return build.emit1("tensor.expand_shape", type, value, *sizes, reassociation=groups, static_output_shape=static)
