"""Memory as a buffer of another type."""

from __future__ import annotations

from ...build import emit1
from ...mlir import ir


def reinterpreted(type: ir.MemRefType, memory: ir.Value, *sizes: ir.Value) -> ir.Value:
    """Emits memory, from its beginning, as a buffer of another type with fixed strides; `sizes` are the open ones."""
    numbers = {"static_offsets": [0], "static_sizes": type.shape, "static_strides": type.get_strides_and_offset()[0]}
    attributes = {name: ir.DenseI64ArrayAttr.get(value) for name, value in numbers.items()}
    segments = ir.DenseI32ArrayAttr.get([1, 0, len(sizes), 0])
    return emit1("memref.reinterpret_cast", type, memory, *sizes, **attributes, operandSegmentSizes=segments)
