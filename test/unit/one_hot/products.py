"""How many products of floats a function computes, counted in its text of static shapes."""

from __future__ import annotations

import math

from lagrad import build, execute, pipelines
from lagrad.analysis.call_graph import functions
from lagrad.mlir import ir


def count(text: str, function: str, pipeline: str) -> int:
    """`arith.mulf` that run in a function after a pipeline; each of a tensor counts as many as it has elements.

    Loops have constant bounds; of the sides of a branch the longer one counts.
    """
    module = execute.parse(text)
    pipelines.run(module, pipeline)
    with module.context:
        return _block(functions(module.operation)[function].regions[0].blocks[0])


def _block(block: ir.Block) -> int:
    return sum(_operation(view.operation) for view in block.operations)


def _operation(op: ir.Operation) -> int:
    inner = [_block(block) for region in op.regions for block in region.blocks]
    match op.name:
        case "arith.mulf":
            return math.prod(build.shape_of(op.results[0].type))
        case "scf.for":
            low, high, step = (build.constant_of(v) for v in list(op.operands)[:3])
            return len(range(low, high, step)) * inner[0]
        case "scf.if":
            return max(inner, default=0)
        case "linalg.generic":
            return math.prod(_trips(op)) * inner[0]
    assert not any(inner), op.name
    return 0


def _trips(op: ir.Operation) -> list[int]:
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    trips = [0] * maps[0].n_dims
    for operand, map in zip(op.operands, maps):
        for expression, size in zip(map.results, build.shape_of(operand.type)):
            if isinstance(expression, ir.AffineDimExpr):
                trips[ir.AffineDimExpr(expression).position] = size
    assert all(n > 0 for n in trips)
    return trips
