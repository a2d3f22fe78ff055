"""Reductions of arrays without elements, which give what they begin with; upstream converts them where there are some."""

from __future__ import annotations

from ... import build
from ...analysis.program import walk
from ...mlir import ir


def convert(module: ir.Operation) -> None:
    for op in [op for op in walk(module) if op.name == "stablehlo.reduce" and 0 in build.shape_of(op.operands[0].type)]:
        inits = list(op.operands)[len(op.results) :]
        nowhere = ir.DenseI64ArrayAttr.get([])
        with ir.InsertionPoint(op), op.location:
            for result, init in zip(op.results, inits, strict=True):
                filled = build.emit1("stablehlo.broadcast_in_dim", result.type, init, broadcast_dimensions=nowhere)
                result.replace_all_uses_with(filled)
        op.erase()
