"""The plans of the derivatives that a module asks for, for the passes that print them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ...analysis.recording.slices import Key, Residual
from ...errors import Report
from ...mlir import ir
from ..differentiate import Differentiate


def show_plans(module: ir.Operation, report: Report, show: Callable, tape: str = "auto") -> None:
    """Calls `show(request, program, activity, account)` of each derivative, the module left as it is.

    A copy is differentiated, because one request may name another.
    """
    Differentiate(tape=tape).run(module.clone(), dataclasses.replace(report, planned=show))


def value_of(key: Key) -> ir.Value:
    """The value that a key is, or whose rows it is."""
    while isinstance(key, Residual):
        key = key.key
    return key


def title(key: Key) -> str:
    """What a key is, beside a place in the source."""
    value, rows = value_of(key), "all rows of " * isinstance(key, Residual)
    owner = value.owner
    if not isinstance(owner, ir.Block):
        return f"{rows}the result of '{owner.operation.name}', {value.type}"
    if owner.owner.operation.name == "func.func":
        return f"{rows}argument {ir.BlockArgument(value).arg_number}, {value.type}"
    kind = "carried value" if ir.BlockArgument(value).arg_number else "induction variable"
    return f"{rows}this {kind}, {value.type}"
