"""What a slice operation says: offsets, sizes and strides, and the dimensions that it keeps."""

from __future__ import annotations

from .. import build
from ..build import DYNAMIC
from ..mlir import ir
from .rewrite import Rewrite
from .terms import Index, Sparse, index_of, same


def written_parts(op: ir.Operation, first: int) -> list[list[Index]]:
    """Offsets, sizes and strides of a slice operation, whose operands from `first` on are the dynamic ones."""
    dynamic = iter(list(op.operands)[first:])
    return [
        [next(dynamic) if n == DYNAMIC else n for n in ir.DenseI64ArrayAttr(op.attributes[name])]
        for name in ("static_offsets", "static_sizes", "static_strides")
    ]


def slice_parts(rewrite: Rewrite, op: ir.Operation, first: int) -> list[list[Index]]:
    """The same as values of the new function."""
    return [[n if isinstance(n, int) else index_of(rewrite.dense(n)) for n in own] for own in written_parts(op, first)]


def kept_dimensions(sizes: list[Index], part: ir.Type) -> list[int] | None:
    """The dimensions of a slice that its type keeps; None where it is not clear which."""
    shape, kept = build.shape_of(part), []
    for d, size in enumerate(sizes):
        wanted = shape[len(kept)] if len(kept) < len(shape) else None
        if wanted is not None and (size == wanted if isinstance(size, int) else wanted == DYNAMIC):
            kept.append(d)
        elif size != 1:
            return None
    return kept if len(kept) == len(shape) else None


def is_whole(d: int, offsets, sizes, strides, source: Sparse) -> bool:
    """Whether a slice takes all of a dimension."""
    return isinstance(offsets[d], int) and offsets[d] == 0 and strides[d] == 1 and same(sizes[d], source.sizes[d])
