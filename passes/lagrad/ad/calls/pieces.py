"""Functions marked `lagrad.checkpoint`: nothing of what they compute is kept for their adjoint, which runs them again.

Of a piece C of a program its adjoint needs N(C), the values that C reads and that decide what its adjoint computes. In
SSA nothing overwrites them, so that the snapshot is N(C) itself (L. Hascoet and M. Araya-Polo, "The adjoint data-flow
analyses: formalization, properties, and applications", 2006): of a function, the arguments that its adjoint reads.
The snapshot costs their life, and no copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...analysis.jumps import jumping
from ...analysis.program import Program
from ...analysis.recording.cut import unrepeatable_part
from ...analysis.recording.slices import Key
from ...analysis.recording.tbr import Plan
from ...dialect import CHECKPOINT, PURE
from ...errors import Failure, error, note
from ...mlir import ir
from ..rewrites.repeated_decisions import mark_all


def snapshot(plan: Plan, needs: Iterable[Key]) -> list[int]:
    """The numbers of the arguments from which the adjoint of a piece computes all that it reads.

    Failure where that would have an effect for the second time.
    """
    program = plan.program
    part = plan.slicer.block(program.entry, needs)
    for op, keys in part.ops:
        if (found := unrepeatable_part(plan.slicer, op, keys)) is not None:
            raise Failure(
                error(
                    found.location,
                    "this has an effect and cannot run again, "
                    f"but the adjoint of what is marked '{CHECKPOINT}' reads what it computes",
                    note(program.function.location, f"of this; leave out the mark, or say '{PURE}' of what is called"),
                )
            )
    return sorted(ir.BlockArgument(a).arg_number for a in part.arguments)


def finish(program: Program, augmented: ir.Operation, pullback: ir.Operation) -> None:
    """Says of both functions what the piece says of itself: a derivative of them keeps nothing, either.

    Where the piece decides something by comparisons, both have to decide the same.
    """
    decides = any(jumping(program, block) for block in program.blocks())
    for function in (augmented, pullback):
        function.attributes[CHECKPOINT] = ir.UnitAttr.get()
        if decides:
            mark_all(function)
