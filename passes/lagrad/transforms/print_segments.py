"""lagrad-print-segments: which segments a program has, and what a closed form of their derivatives costs."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import Report
from ..mlir import ir
from ..passes import Pass, option
from .coarsen_segments import check_options, coarsened


@dataclass(frozen=True)
class PrintSegments(Pass):
    """Say of each segment of scalar arithmetic what it costs to differentiate, and whether it is coarsened.

    One note for each segment, at the place of its last operation: how many operations it has, what its pullback costs
    as ordinary AD makes it and in closed form, which stable pattern was found, and why it is coarsened or not. The
    program stays as it is.
    """

    name = "lagrad-print-segments"
    creates = ("func", "arith", "math", "scf")

    largest: int = option(40, "As for lagrad-coarsen-segments.")
    seconds: float = option(5.0, "As for lagrad-coarsen-segments.")

    def __post_init__(self):
        check_options(self)

    def run(self, op: ir.Operation, report: Report) -> None:
        for location, text in coarsened(self, op.clone()):
            report.show(location, text)
