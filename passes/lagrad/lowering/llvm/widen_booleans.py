"""`lagrad-widen-booleans`: booleans in memory are read and written as the bytes that they are, bf16 as their bits."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import emit1, like, replace_op
from ...mlir import ir
from ...passes import Pass
from ..walk import walk

_NOT_EQUAL = 1  # of LLVM's predicates of integers


@dataclass(frozen=True)
class WidenBooleans(Pass):
    """Load `i8` and compare with zero in place of loading `i1`; store what `zext` gives in place of `i1`.

    A buffer of `i1` has a byte for each of them, 0 or 1. LLVM makes vector code of loops over bytes. Over `i1` it
    loads one after the other and puts the bits together with shifts: the mask of a softmax took a third of the time of
    attention and its gradient. Of a vector of `i1` it would load bits that lie side by side, and no bytes.

    A bf16 is loaded and stored as the `i16` of its bits. All arithmetic is on f32 by then, and made of bits; where LLVM
    meets a bf16 in a `select`, it calls `__truncsfbf2`, which not every run-time library has.
    """

    name = "lagrad-widen-booleans"
    aim = "simd"
    creates = ("llvm",)

    def run(self, op: ir.Operation, report) -> None:
        for access in [each for each in walk(op) if _moves_small(each)]:
            with access.location, ir.InsertionPoint(access):
                if access.name == "llvm.load" and (bytes := _bytes(access.results[0].type)):
                    bit, read = access.results[0].type, like(access, access.operands, [bytes]).results[0]
                    zero = emit1("llvm.mlir.constant", bytes, value=_zero(bytes))
                    predicate = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _NOT_EQUAL)
                    replace_op(access, emit1("llvm.icmp", bit, read, zero, predicate=predicate))
                elif access.name == "llvm.store" and (bytes := _bytes(access.operands[0].type)):
                    access.operands[0] = emit1("llvm.zext", bytes, access.operands[0])
                elif access.name == "llvm.load" and (bits := _bits(access.results[0].type)):
                    read = like(access, access.operands, [bits]).results[0]
                    replace_op(access, emit1("llvm.bitcast", access.results[0].type, read))
                elif access.name == "llvm.store" and (bits := _bits(access.operands[0].type)):
                    access.operands[0] = emit1("llvm.bitcast", bits, access.operands[0])


def _moves_small(op: ir.Operation) -> bool:
    """Whether an operation loads or stores what this pass is about: asked first, since nearly all move other types."""
    match op.name:
        case "llvm.load":
            type_ = op.results[0].type
        case "llvm.store":
            type_ = op.operands[0].type
        case _:
            return False
    return _bytes(type_) is not None or _bits(type_) is not None


def _bytes(type_: ir.Type) -> ir.Type | None:
    """Bytes for a boolean, or for a vector of them; None for other types."""
    bit, byte = ir.IntegerType.get_signless(1), ir.IntegerType.get_signless(8)
    if isinstance(type_, ir.VectorType) and type_.element_type == bit:
        return ir.VectorType.get(type_.shape, byte)
    return byte if type_ == bit else None


def _zero(type_: ir.Type) -> ir.Attribute:
    if isinstance(type_, ir.VectorType):
        return ir.DenseElementsAttr.get_splat(type_, ir.IntegerAttr.get(type_.element_type, 0))
    return ir.IntegerAttr.get(type_, 0)


def _bits(type_: ir.Type) -> ir.Type | None:
    """Integers of the width of a bf16, or of a vector of them; None for other types."""
    if isinstance(type_, ir.BF16Type):
        return ir.IntegerType.get_signless(16)
    if isinstance(type_, ir.VectorType) and isinstance(type_.element_type, ir.BF16Type):
        return ir.VectorType.get(type_.shape, ir.IntegerType.get_signless(16))
    return None
