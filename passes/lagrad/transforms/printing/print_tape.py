"""lagrad-print-tape: what the derivatives of a module record, and what they compute again."""

from __future__ import annotations

from dataclasses import dataclass

from ...ad.account import Account, Recorded, counted
from ...analysis.recording.cost import MODES
from ...errors import Diagnostic, Report, note
from ...mlir import ir
from ...passes import Pass, option
from .plans import show_plans, title, value_of


@dataclass(frozen=True)
class PrintTape(Pass):
    """List what the derivatives that the module asks for record, and for which adjoints.

    One note for each recorded value, at its place in the source, with its bytes an iteration,
    its loop and the operations whose adjoints read it; one for each loop with snapshots, with the
    bytes of its state; one for each operation of a loop or a
    branch that runs again in the adjoint, and for each loop that the derivative does not run.
    The program stays as it is, and the requests are not filled.
    """

    name = "lagrad-print-tape"
    creates = ("func", "arith", "math", "tensor", "linalg", "scf", "cf", "memref", "bufferization")

    tape: str = option("auto", "As for lagrad-differentiate.", known=MODES)

    def run(self, op: ir.Operation, report: Report) -> None:
        def show(request, program, activity, account: Account | None) -> None:
            if account:
                _show(f"@{request.name}", account, report)
            if not account or not (account.recorded or account.snapshots):
                report.show(request.function.location, f"@{request.name} records nothing")

        with op.context, op.location:
            show_plans(op, report, show, self.tape)


def _show(name: str, account: Account, report: Report) -> None:
    for kept in account.snapshots:
        parts = zip(kept.state, kept.sizes)
        report.show(
            kept.loop.location,
            f"{name} keeps {counted(kept.count, 'state')} of this loop at most, and computes the others again",
            *(note(part.location, f"{size} of this carried value, {part.type}, each") for part, size in parts),
        )
    for recorded in account.recorded:
        report.show(
            value_of(recorded.key).location,
            f"{name} records {title(recorded.key)}: {recorded.row} an iteration",
            *_why(recorded, account),
        )
    for op in account.recomputed:
        report.show(op.location, f"{name} computes '{op.name}' again in its adjoint")
    for loop in account.elided:
        report.show(loop.location, f"{name} does not run this loop, only its adjoint")


def _why(recorded: Recorded, account: Account) -> list[Diagnostic]:
    notes = [note(recorded.loop.location, f"of this loop: {recorded.tape} on the tape")]
    for reader in account.readers(recorded):
        what = "it" if reader.directly else "what is computed again from it"
        notes.append(note(reader.op.location, f"the adjoint of '{reader.op.name}' reads {what}"))
    return notes
