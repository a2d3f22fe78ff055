"""The plans of the derivatives that a module asks for, for the passes that print them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ..errors import Report
from ..mlir import ir
from .differentiate import Differentiate


def show_plans(module: ir.Operation, report: Report, show: Callable, tape: str = "auto") -> None:
    """Calls `show(request, program, activity, account)` of each derivative, the module left as it is.

    A copy is differentiated, because one request may name another.
    """
    Differentiate(tape=tape).run(module.clone(), dataclasses.replace(report, planned=show))
