"""lagrad-print-dataflow: what adjoints read, what has to survive for them, and what runs again from what."""

from __future__ import annotations

from dataclasses import dataclass

from ...ad.account import Account
from ...ad.data_flow import SETS, DataFlow, Rules
from ...ad.symbolic_bytes import Symbol, SymbolicBytes
from ...analysis.recording.cost import MODES
from ...analysis.recording.slices import Key
from ...build import constant_of
from ...errors import Diagnostic, Failure, Report, note
from ...mlir import ir
from ...passes import Pass, option
from .plans import show_plans, title, value_of


@dataclass(frozen=True)
class PrintDataflow(Pass):
    """List the sets of the data-flow algebra of adjoints for each loop, branch, call and piece.

    One note for each section of the program and each set, with the bytes of what is in it. Where a size or a
    trip count is not a constant, a further note gives it a name, such as `n1`, and says what it is. Constants are in
    no set.

    | set | |
    |---|---|
    | `written` | where the section writes: in the place of what, or of its own results |
    | `read` | what it reads of what was there before |
    | `needed` | what its adjoint reads: of what is outside, of its results, and of the rows that it records |
    | `killed` | where it writes and leaves nothing of what was there |
    | `tbr` | what has to stay as it is while it runs, since the adjoint of what came before reads it |
    | `live` | what the derivative runs it for; `nothing` where it does not |
    | `snapshot` | what it runs again from: a piece, a loop marked `lagrad.snapshots` or `lagrad.replay` |

    The sets are those from which the derivative is made. The program stays as it is, and the requests are not filled.
    """

    name = "lagrad-print-dataflow"
    creates = ("func", "arith", "math", "tensor", "linalg", "scf", "cf", "memref", "bufferization")

    sets: tuple = option(
        (), "Which of written,read,needed,killed,tbr,live,snapshot, as in sets=needed,tbr; default all."
    )
    tape: str = option("auto", "As for lagrad-differentiate.")

    def __post_init__(self):
        if self.tape not in MODES:
            modes = f"{', '.join(MODES[:-1])} or {MODES[-1]}"
            raise Failure(f"option 'tape' of '{self.name}' is {modes}, not '{self.tape}'")
        for name in self.sets:
            if name not in SETS:
                known = f"{', '.join(SETS[:-1])} and {SETS[-1]}"
                raise Failure(f"option 'sets' of '{self.name}' lists {known}, not '{name}'")

    def run(self, op: ir.Operation, report: Report) -> None:
        def show(request, program, activity, account: Account | None) -> None:
            name, place = f"@{request.name}", request.function.location
            if account is None:
                report.show(place, f"{name} runs forward, and keeps nothing")
            elif not _Listing(name, DataFlow(account), report).show(self.sets or SETS):
                report.show(place, f"{name} has no loop, branch or call")

        with op.context, op.location:
            show_plans(op, report, show, self.tape)


class _Listing:
    """The notes about one derivative."""

    def __init__(self, name: str, flow: DataFlow, report: Report):
        self.name, self.flow, self.report = name, flow, report
        self.bytes = SymbolicBytes(flow.program)
        self.explained: set[Symbol] = set()

    def show(self, sets: tuple[str, ...]) -> int:
        """Says all there is to say, and how many sections there are."""
        for op in self.flow.sections:
            for name in sets:
                if name == "snapshot":
                    self._show_snapshot(op)
                else:
                    keys = self.flow.of(name, op)
                    self._tell(op, name, self.bytes.text(keys), keys)
        return len(self.flow.sections)

    def _show_snapshot(self, op: ir.Operation) -> None:
        snapshot = self.flow.snapshot(op)
        if snapshot is None:
            return
        text = self.bytes.text(snapshot.values)
        if snapshot.rules is None:
            text = f"{snapshot.count} times {text}"
        self._tell(op, "snapshot", text, snapshot.values, self._rules(op, snapshot.rules) if snapshot.rules else [])

    def _rules(self, op: ir.Operation, rules: Rules) -> list[Diagnostic]:
        what, size = self.flow.kind(op), self.bytes.text
        return [
            note(op.location, f"with a copy of what this {what} or the rest overwrites: {size(rules.copied_before)}"),
            note(
                op.location,
                f"with a copy of what this {what} overwrites: {size(rules.by_section)}, "
                f"and the rest preserves: {size(rules.by_rest)}; this is done",
            ),
        ]

    def _tell(self, op: ir.Operation, name: str, text: str, keys: list[Key], more: list[Diagnostic] = []) -> None:
        parts = [note(value_of(key).location, f"{self.bytes.text([key])}: {title(key)}") for key in keys]
        symbols = [s for s in self.bytes.names if s not in self.explained]
        self.explained.update(symbols)
        meanings = [meaning(self.bytes.names[symbol], symbol) for symbol in symbols]
        self.report.show(op.location, f"{self.name}, {self.flow.kind(op)}, {name}: {text}", *parts, *more, *meanings)


def meaning(name: str, symbol: Symbol) -> Diagnostic:
    """What a symbol stands for."""
    if isinstance(symbol, ir.Operation):
        return note(symbol.location, f"{name} is how often this loop runs")
    if not isinstance(symbol.owner, ir.Block) and symbol.owner.operation.name == "tensor.dim":
        tensor, number = symbol.owner.operation.operands
        return note(tensor.location, f"{name} is size {constant_of(number)} of {title(tensor)}")
    return note(symbol.location, f"{name} is {title(symbol)}")
