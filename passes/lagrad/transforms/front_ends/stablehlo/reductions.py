"""Reductions that upstream does not convert: of arrays without elements, and along no dimension."""

from __future__ import annotations

from .... import build
from ....analysis.program import walk
from ....mlir import ir


def convert(module: ir.Operation) -> None:
    for op in [op for op in walk(module) if op.name == "stablehlo.reduce"]:
        values, inits = list(op.operands)[: len(op.results)], list(op.operands)[len(op.results) :]
        with ir.InsertionPoint(op), op.location:
            if 0 in build.shape_of(values[0].type):
                made = [_everywhere(init, result.type) for init, result in zip(inits, op.results, strict=True)]
            elif not list(ir.DenseI64ArrayAttr(op.attributes["dimensions"])) and len(values) == 1:
                made = [_combined(op, _everywhere(inits[0], values[0].type), values[0])]
            else:
                continue
        for result, value in zip(op.results, made, strict=True):
            result.replace_all_uses_with(value)
        op.erase()


def _everywhere(init: ir.Value, type: ir.Type) -> ir.Value:
    """An array of what a reduction begins with."""
    nowhere = ir.DenseI64ArrayAttr.get([])
    return build.emit1("stablehlo.broadcast_in_dim", type, init, broadcast_dimensions=nowhere)


def _combined(op: ir.Operation, init: ir.Value, value: ir.Value) -> ir.Value:
    """Each element combined with what a reduction begins with, once."""
    dimensions = ir.DenseI64ArrayAttr.get(list(range(len(build.shape_of(value.type)))))
    made = ir.Operation.create("stablehlo.map", [value.type], [init, value], {"dimensions": dimensions}, regions=1)
    op.regions[0].blocks[0].append_to(made.regions[0])
    return made.result
