"""Shapes that an export of JAX leaves open (`jax.export.symbolic_shape`): sizes are read from tensors, and checked."""

from __future__ import annotations

from .... import build
from ....analysis.program import walk
from ....mlir import ir
from .scalars import boxed, extracted


def convert(module: ir.Operation) -> None:
    """Replaces what reads a size, what checks it, and reshapes to shapes that are computed."""
    for op in list(walk(module)):
        with op.location, ir.InsertionPoint(op):
            match op.name:
                case "stablehlo.get_dimension_size":
                    dimension = build.index(ir.IntegerAttr(op.attributes["dimension"]).value)
                    size = build.emit1("tensor.dim", build.index_type(), op.operands[0], dimension)
                    type = op.results[0].type
                    build.replace_op(op, boxed(build.emit1("arith.index_cast", build.element(type), size), type))
                case "stablehlo.custom_call" if _target(op) == "shape_assertion":
                    message, _, _ = ir.StringAttr(op.attributes["error_message"]).value.partition(
                        " Using the following"
                    )
                    build.emit("cf.assert", [], [extracted(op.operands[0])], msg=ir.StringAttr.get(message))
                    op.erase()
                case "stablehlo.dynamic_reshape":
                    build.replace_op(op, build.emit1("tensor.reshape", op.results[0].type, *op.operands))


def _target(op: ir.Operation) -> str:
    return ir.StringAttr(op.attributes["call_target_name"]).value
