"""Buffers and the memory that they are views of."""

from __future__ import annotations

from ...build import DYNAMIC, attributes_of, defining_op
from ...mlir import ir
from ..walk import callee_in_llvm

# Operations that give some of a buffer, their first operand, another name: elements of it only, or of all the memory
# that it is in.
INSIDE = {"memref.subview", "memref.cast", "memref.collapse_shape", "memref.expand_shape", "memref.transpose"}
INSIDE |= {"memref.memory_space_cast"}
VIEWS = INSIDE | {"memref.reinterpret_cast", "memref.view"}
ALLOCATIONS = ("memref.alloc", "memref.alloca")
SCRATCH = "lagrad.scratch"  # gives a place of the stack, or memory of the heap (`lagrad-place-buffers`)
PLACES = {SCRATCH, "lagrad.place"}  # functions that give memory for one buffer
TYPES = (ir.MemRefType, ir.UnrankedMemRefType)


def root_of(buffer: ir.Value) -> ir.Value:
    """The buffer that another one is a view of, or itself."""
    while not isinstance(owner := buffer.owner, ir.Block) and (view := owner.operation).name in VIEWS:
        buffer = view.operands[0]
    return buffer


def is_injective(buffer: ir.Value) -> bool:
    """Is each element of a buffer another one of the memory that it is a view of?"""
    while (view := defining_op(buffer, *VIEWS)) is not None:
        if view.name not in INSIDE or {0, DYNAMIC}.intersection(view.attributes.get("static_strides", ())):
            return False
        buffer = view.operands[0]
    return True


def is_same(one: ir.Value, other: ir.Value) -> bool:
    """Are two buffers one, or made of one by the same views?"""
    if one == other:
        return True
    x, y = defining_op(one, *VIEWS), defining_op(other, *VIEWS)
    if x is None or y is None or x.name != y.name or one.type != other.type or attributes_of(x) != attributes_of(y):
        return False
    return is_same(x.operands[0], y.operands[0]) and list(x.operands)[1:] == list(y.operands)[1:]


def lies_in_rows(buffer: ir.Value) -> bool:
    """Are neighbours along the last dimension of a buffer neighbours in memory?"""
    return ir.MemRefType(buffer.type).get_strides_and_offset()[0][-1] == 1


def is_scratch(buffer: ir.Value) -> bool:
    """Is it memory that the program takes for itself?"""
    return defining_op(buffer, "memref.alloc") is not None


def is_place(buffer: ir.Value) -> bool:
    """Is it all the memory that a function of PLACES gives, which has a descriptor that is cast to a buffer?"""
    made = buffer.owner
    if isinstance(made, ir.Block) or made.operation.name != "builtin.unrealized_conversion_cast":
        return False
    made = made.operation.operands[0].owner
    while not isinstance(made, ir.Block) and made.operation.name == "llvm.insertvalue":
        whole, part = made.operation.operands
        if not isinstance(part.owner, ir.Block) and callee_in_llvm(part.owner.operation) in PLACES:
            return True
        made = whole.owner
    return False


def inputs(op: ir.Operation) -> int:
    """How many operands, the first ones, a `linalg` operation on buffers only reads."""
    if "operandSegmentSizes" in op.attributes:
        return op.attributes["operandSegmentSizes"][0]
    return len(op.operands) // 2 if op.name == "linalg.reduce" else len(op.operands) - 1
