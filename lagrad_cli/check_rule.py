"""The work of `lagrad-check --rule`: the rules of one operation, in programs that are made around it."""

from __future__ import annotations

from . import guard
from .calls.named_inputs import NamedInputs


def check_rule(given: dict, before: dict[str, str]) -> list:
    """What is found; Failure where the operation has no rule, or its type makes no sense."""
    from lagrad import dialect, execute, pipelines
    from lagrad.errors import Failure
    from lagrad.gradcheck.around import Form
    from lagrad.gradcheck.rule import check_rule, module_around
    from lagrad.mlir import ir

    from .source import Source

    pipeline = given["pipeline"] or execute.PIPELINE
    pipelines.read(pipeline)  # a misspelt one is a matter of the command line
    context = pipelines.new_context()
    with context, ir.Location.unknown():
        form = Form.of(given["rule"], given["form"])
        try:
            module = module_around(form)
        except ir.MLIRError as problem:
            raise Failure(*(d.message for d in problem.error_diagnostics)) from None
        dialect.check(module.operation)
        text = str(module)
    inputs = NamedInputs(Source("<around>", text), given["arguments"], given["seed"], given["size"])
    found = check_rule(
        form,
        module,
        *(lambda function, n=n: inputs.of(function, n) for n in range(given["points"])),
        seed=given["seed"],
        tolerance=given["tolerance"],
        pipeline=pipeline,
        running=lambda name: guard.running(f"@{name.removeprefix('@')}"),
        before=before,
        libraries=[path for paths in given["libraries"] for path in paths.split(",")],
    )
    inputs.complain_about_unused()
    return found
