"""The sizes that `facts.sizes` finds, as values."""

from __future__ import annotations

from ...mlir import arith, ir, memref, tensor


def of_arguments(size, entry: ir.Block):
    """The same size of what a function is given alone, or None."""
    match size:
        case int():
            return size
        case ("value", value):
            return size if value.owner == entry else None
        case ("dim", value, k):
            if not isinstance(value.owner, ir.Block) and value.owner.name == "bufferization.to_tensor":
                value = value.owner.operands[0]
            return ("dim", value, k) if isinstance(value.owner, ir.Block) and value.owner == entry else None
        case ("after", *parts):
            known = [of_arguments(part, entry) for part in parts]
            return None if None in known else ("after", *known)
        case (name, result, *operands):
            known = [of_arguments(operand, entry) for operand in operands]
            return None if None in known else (name, result, *known)


def build(size) -> ir.Value:
    """The expression of a value outside all loops and branches, at the insertion point.

    What such an expression is made of stands outside them too: a size that changes inside is that of
    the loop's or branch's own result.
    """
    match size:
        case int():
            return arith.constant(ir.IndexType.get(), size)
        case ("value", value):
            return value
        case ("dim", value, k):
            of = memref if isinstance(value.type, ir.MemRefType) else tensor
            return of.dim(value, build(k))
        case ("after", lb, ub, left, start):
            makes_a_trip = arith.cmpi(arith.CmpIPredicate.slt, build(lb), build(ub))
            return arith.select(makes_a_trip, build(left), build(start))
        case (name, result, *operands):
            return ir.Operation.create(
                name, results=[ir.Type.parse(result)], operands=[build(operand) for operand in operands]
            ).result
