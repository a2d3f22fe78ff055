"""lagrad-join-counts: a loop that counts the iterations of another one becomes a part of it."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.counts.alone import unmark
from ..ad.counts.counting import counting
from ..ad.counts.recorded import join
from ..analysis.call_graph import functions
from ..analysis.program import walk
from ..dialect import EXACT
from ..errors import Report
from ..mlir import ir
from ..passes import Pass


@dataclass(frozen=True)
class JoinCounts(Pass):
    """Count the iterations of a `while` loop in the loop that records them.

    The derivative of an `scf.while` first counts the iterations, in a loop of what the condition depends on: the tape
    has a row for each. Where the condition allows a known number of iterations at most, as in
    ```mlir
    %n:2 = scf.while (%x = %start, %i = %c0) : (f64, index) -> (f64, index) {
      %below = arith.cmpi ult, %i, %c50 : index
      %far = arith.cmpf ogt, ...
      %on = arith.andi %below, %far : i1
      scf.condition(%on) %x, %i : f64, index
    } do { ... }
    %tape = tensor.empty(%n#1) : tensor<?xf64>
    %end:2 = scf.for %i = %c0 to %n#1 step %c1 iter_args(%x = %start, %t = %tape) -> (f64, tensor<?xf64>) { ... }
    ```
    the tape gets 50 rows, and one loop counts and records. All tapes of a loop take a megabyte at most; else both loops
    stay. Two loops have to round alike what ends them, so they keep the order of its sums. Where one loop is left, that
    arithmetic loses its mark `lagrad.exact`, and sums may be vectorized.
    """

    name = "lagrad-join-counts"
    aim = "reassociation"
    creates = ("arith", "tensor", "scf", "func")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context:
            joined = {name: _join(function) for name, function in functions(op).items()}
            if not any(joined.values()):
                return
            marked = {
                name for name, function in functions(op).items() if any(EXACT in o.attributes for o in walk(function))
            }
            for name, function in functions(op).items():
                if joined[name]:
                    unmark(function, joined[name], marked)


def _join(function: ir.Operation) -> set[int]:
    if not any(op.name == "scf.for" and counting(op.operands[1]) is not None for op in walk(function)):
        return set()
    return {number for block in function.regions[0].blocks for number in join(block)}
