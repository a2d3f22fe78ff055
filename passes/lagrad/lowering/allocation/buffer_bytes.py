"""How many bytes a buffer has, as a number or as arithmetic; buffers that are so many bytes of the heap."""

from __future__ import annotations

from math import prod

from ... import build
from ...mlir import arith, ir, memref
from ..walk import walk

MOST = (1 << 63) - 1  # the largest number of bytes


def can_hold(alloc: ir.Operation) -> bool:
    """Is what is allocated so many bytes one after the other, anywhere in memory?"""
    type = ir.MemRefType(alloc.results[0].type)
    is_plain = type.memory_space is None and type.affine_map == ir.AffineMap.get_identity(type.rank)
    return is_plain and "alignment" not in alloc.attributes and _is_whole_bytes(type.element_type)


def fixed_bytes(type: ir.MemRefType) -> int | None:
    """The bytes of a buffer of fixed size; None for any other."""
    return prod(type.shape) * build.bytes_of(type.element_type) if type.has_static_shape else None


def bytes_needed(type: ir.MemRefType, sizes: list[ir.Value]) -> ir.Value:
    """The bytes of a buffer; the largest number if they are more, or if a size is negative: no system has as many."""
    known = prod(type.get_dim_size(k) for k in range(type.rank) if not type.is_dynamic_dim(k))
    known = min(known * build.bytes_of(type.element_type), MOST)
    if not sizes or not known:
        return build.index(known)
    count, *others = sizes
    overflows = []
    for size in others:
        count, overflow = arith.mului_extended(count, size)
        overflows.append(overflow)
    fits = arith.cmpi(arith.CmpIPredicate.ule, count, build.index(MOST // known))
    for overflow in overflows:
        fits = arith.andi(fits, arith.cmpi(arith.CmpIPredicate.eq, overflow, build.index(0)))
    return arith.select(fits, arith.muli(count, build.index(known)), build.index(MOST))


def byte_buffer() -> ir.Type:
    """The type of memory without a type: `memref<?xi8>`."""
    return ir.MemRefType.get([build.DYNAMIC], ir.IntegerType.get_signless(8))


def count_bytes(module: ir.Operation) -> None:
    """Takes what the heap is asked for as so many bytes, so that the product of its sizes does not overflow."""
    for alloc in [op for op in walk(module) if op.name == "memref.alloc" and op.operands and can_hold(op)]:
        type, sizes = ir.MemRefType(alloc.results[0].type), list(alloc.operands)
        if type == byte_buffer():
            continue
        with alloc.location, ir.InsertionPoint(alloc):
            whole = memref.alloc(byte_buffer(), [bytes_needed(type, sizes)], [])
            alloc.results[0].replace_all_uses_with(memref.view(type, whole, build.index(0), sizes))
        alloc.erase()


def _is_whole_bytes(type: ir.Type) -> bool:
    if isinstance(type, ir.ComplexType):
        return _is_whole_bytes(type.element_type)
    # In memory a truth value is a byte.
    is_integer = isinstance(type, ir.IntegerType) and type.width in (1, 8, 16, 32, 64)
    return is_integer or isinstance(type, (ir.FloatType, ir.IndexType))
