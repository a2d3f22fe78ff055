"""lagrad-schedule-snapshots: loops that compute their states again do so from snapshots."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.snapshots import scheduled
from ..ad.snapshots.nest import nests, rewinding
from ..errors import Report, note
from ..mlir import ir
from ..passes import Pass


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
    the one in the middle of what is left. The schedule is arithmetic on indices in the loop, for any number of
    iterations. The snapshots are rows of tensors that the loop carries and updates in place.
    """

    name = "lagrad-schedule-snapshots"
    creates = ("arith", "tensor", "scf")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context:
            for nest in list(nests(op)):
                scheduled.emit(nest)
            for loop, (rewind, *_) in rewinding(op):
                report.warning(
                    loop.location,
                    "no snapshots are kept: each iteration of this loop computes a state again from the start",
                    note(rewind.location, "what the state follows from changes from one iteration to the next"),
                )
