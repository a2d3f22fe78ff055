"""lagrad-schedule-snapshots: loops that compute their states again do so from snapshots."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.snapshots import scheduled
from ..ad.snapshots.nest import nests, rewinding
from ..dialect import DIRECTORY, SNAPSHOTS_APART
from ..errors import Failure, Report, note
from ..mlir import ir
from ..passes import Pass, option


@dataclass(frozen=True)
class ScheduleSnapshots(Pass):
    """Keep snapshots in adjoint loops that compute the state of each iteration again.

    The adjoint of a loop marked `lagrad.snapshots = k` runs the loop from its start, for each iteration:
    ```mlir
    %x_bar = scf.for %done = %c0 to %n step %c1 iter_args(%ct = %y_bar) -> tensor<4xf64> {
      %row = ...  // n - 1 - done
      %state = scf.for %i = %c0 to %row step %c1 iter_args(%s = %x) -> tensor<4xf64> { ... } {lagrad.rewind}
      ...
    } {lagrad.snapshots = 10}
    ```
    This pass has k states kept at a time, and runs it from the nearest one. Which are kept says `lagrad.schedule`:
    `binomial`, where nothing else is said, computes the fewest iterations again that k snapshots allow; `periodic`
    keeps states at equal distances, `two-level` half of them, and between these as `binomial` does; `bisection` keeps
    the one in the middle of what is left. With `lagrad.snapshots_apart = d` between two of them are d iterations at
    least, and within such a block each state is computed from its beginning: fewer are written. The schedule is
    arithmetic on indices in the loop, for any number of iterations. The snapshots are rows of tensors that the loop
    carries and updates in place.

    Where the iterations come from an `scf.while` that counts them, that loop runs the primal and leaves the snapshots
    behind. It gives up the one that costs least if the loop ended now, so the schedule is good for any length.
    """

    name = "lagrad-schedule-snapshots"
    creates = ("arith", "tensor", "scf", "func", "memref", "bufferization", "cf")

    snapshots_on: str = option("", "Keep them in files of this directory, where a loop does not say so itself.")
    snapshots_apart: int = option(
        1, "So many iterations between two of them at least, where a loop does not say so itself."
    )

    def __post_init__(self):
        if self.snapshots_apart < 1:
            given = self.snapshots_apart
            raise Failure(f"option 'snapshots-apart' of '{self.name}' is a number of iterations, not {given}")

    def run(self, op: ir.Operation, report: Report) -> None:
        if not any(rewinding(op)):
            return
        with op.context:
            for nest in list(nests(op)):
                if self.snapshots_on and not nest.directory:
                    nest.loop.attributes[DIRECTORY] = ir.StringAttr.get(self.snapshots_on)
                if self.snapshots_apart > 1 and SNAPSHOTS_APART not in nest.loop.attributes:
                    apart = ir.IntegerType.get_signless(64)
                    nest.loop.attributes[SNAPSHOTS_APART] = ir.IntegerAttr.get(apart, self.snapshots_apart)
                scheduled.emit(nest)
            for loop, (rewind, *_) in rewinding(op):
                report.warning(
                    loop.location,
                    "no snapshots are kept: each iteration of this loop computes a state again from the start",
                    note(rewind.location, "what the state follows from changes from one iteration to the next"),
                )
