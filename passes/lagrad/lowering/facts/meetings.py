"""Which dimensions of its tensors an operation runs over at once, so that their sizes are equal.

MLIR leaves other programs undefined.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dialect import WHOLE
from ...mlir import ir, linalg


def meetings(op: ir.Operation) -> Iterator[list[tuple[ir.Value, int]]]:
    """Lists of (tensor, dimension) that must have one size."""
    tensors = [v for v in op.operands if isinstance(v.type, ir.RankedTensorType)]
    if not any(not t.type.has_static_shape for t in tensors):
        return
    dialect = op.name.split(".")[0]
    if op.name == "tensor.cast" or WHOLE in op.attributes:
        for k in range(tensors[0].type.rank):
            yield [(tensors[0], k), (op.results[0], k)]
    elif dialect in ("arith", "math") and len(tensors) > 1 and not is_one_of_two(op):
        rank = tensors[0].type.rank
        if all(t.type.rank == rank for t in tensors):
            for k in range(rank):
                yield [(t, k) for t in tensors]
    elif dialect == "linalg" and (maps := _maps(op)) is not None:
        where: dict[int, list] = {}
        for operand, affine_map in zip(op.operands, maps):
            if isinstance(operand.type, ir.RankedTensorType):
                for k, result in enumerate(affine_map.results):
                    if isinstance(result, ir.AffineDimExpr):
                        where.setdefault(ir.AffineDimExpr(result).position, []).append((operand, k))
        yield from where.values()


def is_one_of_two(op: ir.Operation) -> bool:
    """Whether one condition selects one of two whole tensors, whose sizes may differ (`lagrad-keep-choices`)."""
    return op.name == "arith.select" and not isinstance(op.operands[0].type, ir.RankedTensorType)


def _maps(op: ir.Operation) -> list[ir.AffineMap] | None:
    if op.name == "linalg.generic":
        return [attribute.value for attribute in op.attributes["indexing_maps"]]
    try:
        found = linalg.get_indexing_maps(op)
    except (TypeError, ValueError):  # not a structured operation
        return None
    return None if found is None else [attribute.value for attribute in found]
