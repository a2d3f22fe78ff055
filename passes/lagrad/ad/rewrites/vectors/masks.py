"""Vectors of integers and of conditions that no operand says: constants, and masks of the first elements."""

from __future__ import annotations

from .... import build
from ....mlir import ir


def step(op: ir.Operation) -> list[ir.Value]:
    type = op.results[0].type
    return [_constant(type, list(range(build.shape_of(type)[0])))]


def _constant(type: ir.Type, elements: list) -> ir.Value:
    text = str(elements).replace("True", "true").replace("False", "false")
    return build.emit1("arith.constant", type, value=ir.Attribute.parse(f"dense<{text}> : {type}"))


def constant_mask(op: ir.Operation) -> list[ir.Value]:
    type, until = op.results[0].type, list(op.attributes["mask_dim_sizes"])

    def block(shape: list[int], until: list[int], inside: bool):
        if not shape:
            return inside
        return [block(shape[1:], until[1:], inside and k < until[0]) for k in range(shape[0])]

    return [_constant(type, block(build.shape_of(type), until, True))]


def create_mask(op: ir.Operation) -> list[ir.Value]:
    type, until = op.results[0].type, list(op.operands)
    shape = build.shape_of(type)

    def body(_: list[ir.Value]) -> list[ir.Value]:
        dims = [ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d) for d in range(len(shape))]
        inside = [
            build.compare_integers("slt", build.emit1("linalg.index", build.index_type(), dim=dim), limit)
            for dim, limit in zip(dims, until)
        ]
        all_inside = inside[0]
        for one in inside[1:]:
            all_inside = build.emit1("arith.andi", one.type, all_inside, one)
        return [all_inside]

    identity = ir.AffineMap.get_identity(len(shape))
    return build.generic([], [build.empty(type, shape)], [identity], ["parallel"] * len(shape), body)
