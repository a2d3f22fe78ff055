"""How types of the llvm dialect lie in memory: sizes and offsets in bytes, as C lays them out on 64-bit processors."""

from __future__ import annotations

from ..mlir import ir, llvm

POINTER = 8  # bytes of an address


def is_pointer(type: ir.Type) -> bool:
    return isinstance(type, llvm.PointerType)


def size(type: ir.Type) -> int:
    """Bytes from one element of an array to the next; ValueError for a type without a size."""
    if isinstance(type, llvm.StructType):
        return _up(sum_of_fields(type, len(type.body)), alignment(type))
    if isinstance(type, llvm.ArrayType):
        return type.num_elements * size(type.element_type)
    if isinstance(type, ir.VectorType) and not any(type.scalable_dims):
        count = 1
        for extent in type.shape:
            count *= extent
        return count * size(type.element_type)
    if is_pointer(type):
        return POINTER
    if isinstance(type, (ir.IntegerType, ir.FloatType)):
        return 1 << max(0, (type.width - 1).bit_length() - 3)
    raise ValueError(str(type))


def alignment(type: ir.Type) -> int:
    if isinstance(type, llvm.StructType):
        return 1 if type.packed else max((alignment(field) for field in type.body), default=1)
    if isinstance(type, llvm.ArrayType):
        return alignment(type.element_type)
    return size(type)


def sum_of_fields(type: ir.Type, number: int) -> int:
    """Where field `number` of a struct begins; of the field behind the last one, where that ends."""
    at = 0
    for k, field in enumerate(type.body[: number + 1]):
        if not type.packed:
            at = _up(at, alignment(field))
        if k < number:
            at += size(field)
    return at


def scalars(type: ir.Type) -> set[ir.Type]:
    """The types of the scalars that a type is made of."""
    if isinstance(type, llvm.StructType):
        return {scalar for field in type.body for scalar in scalars(field)}
    if isinstance(type, (llvm.ArrayType, ir.VectorType)):
        return scalars(type.element_type)
    return {type}


def _up(number: int, to: int) -> int:
    return -(-number // to) * to
