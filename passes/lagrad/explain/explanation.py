"""All that the page says, as data: found in one run of the pipelines over the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .. import pipelines
from ..analysis.call_graph import functions, is_declaration
from ..errors import Diagnostic, Failure, Report, note
from ..mlir import ir
from .buffers import STAGE, buffers
from .calls import CallResults
from .derivative import derivative
from .memory import Memory
from .sources import Text
from .stages import Stages, watched, watched_lowering
from .values import Values
from .zeros import zeros


@dataclass
class Explanation:
    """The data of the page, as JSON takes it, and the refusal, if there was one."""

    data: dict = field(default_factory=dict)
    refusal: Failure | None = None


def explain(
    module: ir.Module,
    text: Text,
    *,
    pipeline: str = "lagrad-default",
    lowering: str = "lagrad-to-llvm",
    enter: Callable[[str], None] = lambda stage: None,
) -> Explanation:
    """What `pipeline` makes of a program, and then `lowering`, if that is not empty. The module is lowered afterwards.

    `enter` is told what begins. A refusal by a pass is part of the explanation. Raises BadPipeline for pipelines that
    do not exist, and Failure for a program that asks for no derivative.
    """
    explained, stages, requests = Explanation(), Stages(), []

    def planned(request, program, activity, account) -> None:
        names = [text.named(text.definition(a.location)) for a in program.arguments]
        values = Values(program, activity, request.wrt, text)
        table = values.table()
        found = zeros(program, request.wrt, names, text)
        for row in found:
            row["stops"] = [_placed(stop, text) for stop in row["stops"]]
        requests.append({
            "name": request.name,
            "kind": request.kind,
            "primal": request.primal,
            "wrt": [{"number": n, "name": names[n]} for n in request.wrt if n < len(names)],
            "values": table + calls.rows(table),
            "zeros": found,
            "memory": Memory(account, text).facts() if account else None,
        })  # fmt: skip

    op, report, temporaries = module.operation, Report(planned=planned), []
    calls = CallResults(op, text)
    see = {STAGE: lambda lowered: temporaries.extend(buffers(lowered, text))}
    trees = [watched(pipeline, stages), watched_lowering(lowering, stages, see) if lowering else None]
    data = explained.data = {"name": text.name, "source": text.lines, "requests": requests, "stages": stages.found,
                             "derivative": None, "refusal": [], "profile": None, "buffers": temporaries}  # fmt: skip
    with module.context:
        known = {name for name, function in functions(op).items() if not is_declaration(function)}
        stages.start(op)
    try:
        enter("differentiating the program")
        pipelines.run(module, trees[0], report)
        if not report.entries:
            raise Failure(Diagnostic("error", None, "the program asks for no derivative", (_how_to_ask(known),)))
        with module.context:
            data["derivative"] = derivative(op, known, text)
        if trees[1]:
            enter("lowering the program")
            pipelines.run(module, trees[1], report, verify_each=False, verify_ours=True)
    except Failure as failure:
        if not report.entries and not any(text.line(told.location) for told in failure.diagnostics):
            raise
        explained.refusal = failure
        data["refusal"] = [_told(told, text) for told in failure.diagnostics]
    data["entries"] = report.entries
    data["remarks"] = [_told(told, text) for told in report.remarks]
    return explained


def _how_to_ask(known: set[str]) -> Diagnostic:
    name = min(known, default="f")
    return note(None, f"declare a private function with lagrad.gradient = @{name}, or say --grad={name}")


def _placed(stop: dict, text: Text) -> dict:
    return {"op": stop["op"], "why": stop["why"], "at": text.span(stop["location"])}


def _told(told: Diagnostic, text: Text) -> dict:
    notes = [_told(other, text) for other in told.notes]
    return {"severity": told.severity, "message": told.message, "at": text.span(told.location), "notes": notes}
