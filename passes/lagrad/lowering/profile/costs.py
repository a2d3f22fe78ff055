"""What one execution of an operation on scalars, vectors or memory computes and moves."""

from __future__ import annotations

from math import prod

from ...build import DYNAMIC, bytes_of
from ...mlir import ir

NAMES = ("products", "sums", "others", "bytes")  # what is counted, in this order
_PRODUCTS, _SUMS = {"arith.mulf"}, {"arith.addf", "arith.subf"}
_FREE = {"arith.constant", "arith.select", "arith.cmpf", "arith.bitcast"}
_FREE |= {"arith.extf", "arith.truncf", "arith.sitofp", "arith.uitofp"}
_LOADS = {"memref.load", "vector.load", "vector.transfer_read", "vector.gather", "vector.maskedload"}
_STORES = {"memref.store", "vector.store", "vector.transfer_write", "vector.maskedstore", "vector.scatter"}
_LAST = {"vector.maskedstore", "vector.scatter"}  # stores whose last operand is stored, not the first


def cost(op: ir.Operation) -> list[tuple[int, int]]:
    """(number in NAMES, how much) of an operation; nothing for one of regions, calls and copies.

    A vector counts as its elements, a masked one as if all were there. A function of `math` and a division are one
    operation.
    """
    if op.name in _LOADS:
        return [(3, _bytes(op.results[0].type))]
    if op.name in _STORES:
        return [(3, _bytes(op.operands[len(op.operands) - 1 if op.name in _LAST else 0].type))]
    if op.name == "vector.reduction":
        count = _lanes(op.operands[0].type) - 1 + (len(op.operands) > 1)
        return [(0 if "mul" in str(op.attributes["kind"]) else 1, count)] if _is_float(op.results[0].type) else []
    if not op.results or not _is_float(op.results[0].type) or op.name in _FREE:
        return []
    lanes = _lanes(op.results[0].type)
    if op.name in _PRODUCTS:
        return [(0, lanes)]
    if op.name in _SUMS:
        return [(1, lanes)]
    if op.name in ("math.fma", "vector.fma"):
        return [(0, lanes), (1, lanes)]
    return [(2, lanes)] if op.name.startswith(("arith.", "math.")) else []


def copied_bytes(type: ir.Type) -> int | None:
    """The bytes that a copy of a buffer reads and writes; None if its size is not known before."""
    shape = list(ir.MemRefType(type).shape)
    return None if DYNAMIC in shape else 2 * prod(shape) * bytes_of(type)


def _bytes(type: ir.Type) -> int:
    if isinstance(type, ir.VectorType):
        return _lanes(type) * _bytes(type.element_type)
    return 8 if isinstance(type, (ir.IndexType, ir.MemRefType)) else bytes_of(type)


def _lanes(type: ir.Type) -> int:
    return prod(ir.VectorType(type).shape) if isinstance(type, ir.VectorType) else 1


def _is_float(type: ir.Type) -> bool:
    return isinstance(type.element_type if isinstance(type, ir.VectorType) else type, ir.FloatType)
