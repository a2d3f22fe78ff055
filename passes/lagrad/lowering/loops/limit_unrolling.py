"""`lagrad-limit-unrolling`: loops that only move numbers are not unrolled."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import element
from ...errors import Report
from ...forms import trip_count
from ...mlir import ir
from ...passes import Pass, option
from ..products.matrices import static_strides
from ..walk import walk

_ATTRIBUTE = "loop_annotation"  # of the branch which a loop becomes
_ONCE = "#llvm.loop_annotation<unroll = <disable = true>>"
_SCALAR = "#llvm.loop_annotation<vectorize = <width = 1 : i32>, interleave = <count = 1 : i32>>"
_LOSES = ("arith.maxnumf", "arith.minnumf")
_FEW = 16  # trips of a loop whose last vector LLVM masks unasked
_MOVES = ("memref.", "affine.", "scf.for", "scf.yield", "arith.constant", "arith.select")


@dataclass(frozen=True)
class LimitUnrolling(Pass):
    """Tell LLVM not to unroll loops that copy, fill and gather.

    Such a loop waits for memory. Unrolled, it runs as long, but there is several times the code to compile: a twentieth
    of the compile time of a program with many parts of tensors. Loops of a few iterations are left to LLVM: unrolled
    whole, they may keep in registers what they move. So are loops along memory with an unknown number of iterations,
    which may be short and run often. LLVM vectorizes all of these.

    Reductions by `maxnumf` or `minnumf` stay scalar if they have fewer than 16 iterations, and end in scalar iterations
    otherwise: LLVM 22 masks their last vector, and loses elements there.
    """

    name = "lagrad-limit-unrolling"
    creates = ("llvm",)

    least: int = option(9, "Trips, where they are known, of a loop that is not unrolled.")

    def run(self, op: ir.Operation, report: Report) -> None:
        annotation = ir.Attribute.parse(_ONCE)
        for loop in [child for child in walk(op) if child.name == "scf.for" and _loses(child)]:
            trips = trip_count.known(loop)
            if trips is not None and trips < _FEW:
                loop.attributes[_ATTRIBUTE] = ir.Attribute.parse(_SCALAR)
            elif _ATTRIBUTE in loop.attributes:
                loop.attributes[_ATTRIBUTE] = annotation
        for loop in [child for child in walk(op) if child.name == "scf.for" and _ATTRIBUTE not in child.attributes]:
            trips = trip_count.known(loop)
            is_long = not _runs_along(loop) if trips is None else trips >= self.least
            if is_long and all(map(_moves, walk(loop))):
                loop.attributes[_ATTRIBUTE] = annotation
                report.remark(loop.location, "this loop only moves numbers: it is not unrolled")


def _loses(loop: ir.Operation) -> bool:
    """Whether an innermost loop may be a reduction of which LLVM loses elements."""
    inside = [child.name for child in walk(loop)]
    return "scf.for" not in inside and any(name in _LOSES for name in inside)


def _runs_along(loop: ir.Operation) -> bool:
    """Whether a loop writes to neighbours in memory."""
    counter = loop.regions[0].blocks[0].arguments[0]
    stores = [op for op in walk(loop) if op.name == "memref.store"]
    return any(list(op.operands)[-1] == counter and static_strides(ir.MemRefType(op.operands[1].type))[-1:] == [1] for op in stores)


def _moves(op: ir.Operation) -> bool:
    """Whether an operation computes nothing but where numbers are."""
    if op.name.startswith(_MOVES):
        return True
    return op.name.startswith("arith.") and not any(isinstance(element(r.type), (ir.FloatType, ir.VectorType)) for r in op.results)
