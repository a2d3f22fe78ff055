"""lagrad-coarsen-segments: segments of a program get a derivative in closed form."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import Failure, Report
from ..mlir import ir
from ..passes import Pass, option
from ..requests import modules_inside


@dataclass(frozen=True)
class CoarsenSegments(Pass):
    """Differentiate segments of scalar arithmetic in closed form, where that is cheaper than operation by operation.

    ```mlir
    %e = math.exp %x : f64
    %s = arith.addf %one, %e : f64
    %y = math.log %s : f64
    ```
    becomes a call of `@f_segment`, a function with a `lagrad.custom_pullback` and a `lagrad.custom_pushforward`, which
    SymPy found. Sums, products and linear recurrences over data in a loop inside a loop leave the outer one:
    `g += x * (w * x - y)` becomes sums of `x * x` and `x * y`, computed once, and a polynomial in `w`. Where a and b
    stay, the derivative of what a loop carries by `s = a * s + b` comes from the number of iterations. Run the pass
    after inlining and canonicalization, before `lagrad-differentiate`; the named pipeline `lagrad-coarsened` does. It
    changes roundings, so it is refused in front of a strict lowering. A function that is marked `lagrad.no_coarsen`
    stays as it is; in one that is marked `lagrad.coarsen` every segment that has a closed form gets it.
    """

    name = "lagrad-coarsen-segments"
    creates = ("func", "arith", "math", "scf")

    largest: int = option(40, "Operations of a segment; a larger one is cut at its most reused value.")
    seconds: float = option(5.0, "Time for symbolic work; what is left then is left to ordinary AD.")
    phi: bool = option(True, "Take branches and selects into segments, sums out of loops, and close exits of loops.")

    def __post_init__(self):
        check_options(self)

    def run(self, op: ir.Operation, report: Report) -> None:
        for said in coarsened(self, op):
            report.remark(said.location, said.text)


def check_options(own: Pass) -> None:
    """Failure for options of this pass, or of the one that prints segments, that make no sense."""
    if own.largest < 2:
        raise Failure(f"option 'largest' of '{own.name}' is a number of operations from 2 on, not {own.largest}")
    if own.seconds < 0:
        raise Failure(f"option 'seconds' of '{own.name}' is a time, not {own.seconds}")


def coarsened(own: Pass, op: ir.Operation) -> list:
    """Coarsens a module and those inside it; what is to be said of each segment, and where, as `run.Said` has it."""
    try:
        from ..coarsening.budget import Budget
        from ..coarsening.run import coarsen
    except ImportError:
        raise Failure(f"'{own.name}' needs the package sympy: pip install sympy") from None
    budget = Budget(own.seconds)
    with op.context, op.location:
        return [said for module in (*modules_inside(op), op) for said in coarsen(module, budget, own.largest, own.phi)]
