"""`lagrad-limit-unrolling`: LLVM makes vectors of loops that it would write out, and copies no nests of loops."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Failure, Report
from ...forms import trip_count
from ...mlir import ir
from ...passes import Pass, option
from ..walk import walk

_LOOPS = ("scf.for", "scf.while", "scf.parallel", "scf.forall")
_NAME = "loop_annotation"  # LLVM's dialect takes it from there
_STAYS = "#llvm.loop_annotation<unroll = <disable = true>>"
# The vector code that LLVM makes of a short loop is unrolled as LLVM likes.
_SHORT = (
    "#llvm.loop_annotation<unroll = <disable = true>, "
    "vectorize = <followupVectorized = #llvm.loop_annotation<isVectorized = true>>>"
)
# That of a long one has several vectors an iteration, and is not copied once more.
_MADE = "#llvm.loop_annotation<isVectorized = true, unroll = <disable = true>>"
_LONG = f"#llvm.loop_annotation<vectorize = <followupVectorized = {_MADE}, followupEpilogue = {_MADE}>>"


@dataclass(frozen=True)
class LimitUnrolling(Pass):
    """Tell LLVM which loops not to unroll.

    LLVM writes out a loop of a few dozen iterations before it looks for vectors. So the sums over images of 32 by 32
    would be scalar code, 32 times. Innermost loops of scalars that run `least` to `most` times, where the number is
    known, stay loops until vectors are made of them. Short ones, as those over the rows of a small matrix, are better
    written out.

    Around loops that stay loops, LLVM would write out outer ones too, such as those over the heads of attention. That
    gives a copy of the whole nest for each iteration, takes its time to compile, and is not faster. Loops around one
    that runs `least` times or more, or how often nobody knows, stay loops.

    What has vectors already, by our passes or by LLVM in a longer loop, is not copied several times into an iteration:
    that gains nothing, and is a fifth of the code and a seventh of LLVM's time for the programs of `benchmarks/models`.
    """

    name = "lagrad-limit-unrolling"
    aim = "code-size"
    creates = ("llvm",)

    least: int = option(12, "Iterations from which on a loop stays a loop.")
    most: int = option(64, "Iterations of an innermost loop above which LLVM makes vectors first anyway.")

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.most:
            raise Failure(f"options of '{self.name}': 'least' is 1 or more, 'most' no less than 'least'")

    def run(self, op: ir.Operation, report: Report) -> None:
        for loop in [child for child in walk(op) if child.name == "scf.for"]:
            if text := self._annotation(loop):
                loop.attributes[_NAME] = ir.Attribute.parse(text, op.context)

    def _annotation(self, loop: ir.Operation) -> str | None:
        """What LLVM is told of a loop."""
        inner = [child for child in walk(loop) if child.name in _LOOPS]
        if inner or not self._stays(loop):
            return _STAYS if any(map(self._stays, inner)) else None
        if not _is_scalar(loop):
            return _STAYS
        count = trip_count.known(loop)
        return None if count is None else _SHORT if count <= self.most else _LONG

    def _stays(self, loop: ir.Operation) -> bool:
        count = trip_count.known(loop) if loop.name == "scf.for" else None
        return count is None or count >= self.least


def _is_scalar(loop: ir.Operation) -> bool:
    """Whether nothing in a loop is a vector yet."""
    for child in walk(loop):
        # Arithmetic that takes a vector gives one.
        taken = () if child.name.startswith(("arith.", "math.")) else child.operands
        if any(isinstance(value.type, ir.VectorType) for value in (*child.results, *taken)):
            return False
    return True
