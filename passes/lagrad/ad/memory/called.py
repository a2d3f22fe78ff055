"""What a derivative on memory is on tensors: a part of it, or a function that it calls.

It is a function where calls of it have a pullback of their own (`transforms/second_pullbacks.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from ... import build
from ...analysis.call_graph import calls, functions, signature, symbol
from ...analysis.request import Request
from ...dialect import CALLED, SECOND_PULLBACK
from ...mlir import ir
from ..scope import copy_block


def hand_on(request: Request, inner: ir.Operation) -> None:
    """Says of what a request is on tensors that its calls need a pullback, if that is said of the request."""
    if CALLED in request.function.attributes:
        inner.attributes[CALLED] = ir.UnitAttr.get()


def result_of(inner: ir.Operation, given: list[ir.Value]) -> list[ir.Value]:
    """What a function on tensors gives, by a call or by all that it does."""
    if SECOND_PULLBACK not in inner.attributes:
        return copy_block(inner.regions[0].blocks[0], given)
    return list(build.emit("func.call", signature(inner)[1], given, callee=ir.FlatSymbolRefAttr.get(symbol(inner))))


def erase_unused(module: ir.Operation, names: Iterable[str]) -> None:
    """Erases functions that nothing calls any more, the first ones first."""
    for name in names:
        if name not in {other for function in functions(module).values() for other in calls(function)}:
            functions(module)[name].erase()
