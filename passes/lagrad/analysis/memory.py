"""What operations do with memory."""

from __future__ import annotations

from ..mlir import ir
from ..remembered import remembered
from .walk import walk

LOADS = {"memref.load", "affine.load"}
WRITES = {"memref.store": 1, "affine.store": 1, "memref.dealloc": 0}  # the operand that says where
ALLOCATIONS = {"memref.alloc", "memref.alloca"}
# They give another view of memory, or what is known of it, and touch none of it.
VIEWS = {
    f"memref.{name}"
    for name in (
        "assume_alignment cast collapse_shape dim expand_shape extract_aligned_pointer_as_index "
        "extract_strided_metadata "
        "get_global memory_space_cast rank reinterpret_cast subview transpose view"
    ).split()
}
PART = "lagrad.part"  # internal: a memref as part of a buffer, from the number of its first element, sizes and strides
VIEWS.add(PART)


@remembered
def is_memory(type: ir.Type) -> bool:
    """Whether a value of this type stands for memory."""
    return isinstance(type, (ir.MemRefType, ir.UnrankedMemRefType)) or str(type).startswith("!llvm.ptr")


def touches_memory(op: ir.Operation) -> bool:
    """Whether an operation, or one inside it, takes or gives memory."""
    return any(is_memory(v.type) for inner in (op, *walk(op)) for v in (*inner.operands, *inner.results))


@remembered
def is_float_memory(type: ir.Type) -> bool:
    """Whether it is memory, of a known rank, of floats or complex floats, which have derivatives."""
    return isinstance(type, ir.MemRefType) and isinstance(type.element_type, (ir.FloatType, ir.ComplexType))


def root(value: ir.Value) -> ir.Operation | ir.Value:
    """What memory is a view of: the operation that makes it, or a value of which that is not known."""
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        if op.name not in VIEWS or not len(op.operands):
            return op
        value = op.operands[0]
    return value


def is_constant_global(reference: ir.Operation) -> bool:
    around = reference
    while around.name != "builtin.module":
        around = around.parent.operation
    name = reference.attributes["name"].value
    for view in around.regions[0].blocks[0].operations:
        op = view.operation
        if op.name == "memref.global" and ir.StringAttr(op.attributes["sym_name"]).value == name:
            return "constant" in op.attributes
    return False


def reads_constant(op: ir.Operation) -> bool:
    """Whether an operation loads from a constant of the module."""
    source = root(op.operands[0]) if op.name in LOADS else None
    return isinstance(source, ir.Operation) and source.name == "memref.get_global" and is_constant_global(source)
