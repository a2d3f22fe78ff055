"""lagrad-print-segments: which segments a program has, and what a closed form of their derivatives costs."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Report
from ...mlir import ir
from ...passes import Pass, option
from ..coarsen_segments import check_options, coarsened


@dataclass(frozen=True)
class PrintSegments(Pass):
    """Say of each segment of scalar arithmetic what it costs to differentiate, and whether it is coarsened.

    One note for each segment, at the place of its last operation: how many operations it has, what its pullback costs
    as ordinary AD makes it and in closed form, which stable pattern was found, and why it is coarsened or not. Before
    that, one note for each loop that adds up data inside a loop: how many sums that are, and what they cost in the loop
    around, and in front of it. With `formulas` a second note has the segment and its partials in symbols: x0, x1, ...
    are its inputs, and Phi(c, x, y) is x where c holds and else y. The program stays as it is.
    """

    name = "lagrad-print-segments"
    creates = ("func", "arith", "math", "scf")

    largest: int = option(40, "As for lagrad-coarsen-segments.")
    seconds: float = option(5.0, "As for lagrad-coarsen-segments.")
    phi: bool = option(True, "As for lagrad-coarsen-segments.")
    formulas: bool = option(False, "Say each segment in symbols of its inputs, too, and its partials as they are used.")

    def __post_init__(self):
        check_options(self)

    def run(self, op: ir.Operation, report: Report) -> None:
        for said in coarsened(self, op.clone()):
            report.show(said.location, said.text)
            if self.formulas and said.formulas:
                report.show(said.location, said.formulas)
