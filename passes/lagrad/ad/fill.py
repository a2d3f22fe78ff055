"""Writes the body of any request."""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.request import Request
from ..errors import Report
from ..mlir import ir
from ..sparsity import compressed
from .calls.single_run import require_pure
from .directions import jacobian, many, seeds
from .forward import mode as forward
from .memory import wrapper as memory
from .memory.raising import need
from .recording import Recording
from .reverse import mode as reverse


def fill(
    module: ir.Operation,
    request: Request,
    report: Report,
    tape: Recording = Recording(),
    splits: dict | None = None,
    before: Callable[[ir.Operation, Request], None] = lambda module, request: None,
) -> None:
    """Writes the body of a requested derivative; see `reverse.fill`.

    `before` is called with each request first, those that are made on the way among them.

    Raises a Failure with every reason why it cannot.
    """

    splits = {} if splits is None else splits

    def again(inner: ir.Operation, wanted) -> None:
        fill(inner, wanted, report, tape, splits, before)

    before(module, request)
    if need.is_on_memory(module, request.primal, request):
        memory.fill(module, request, again)
        return  # what is asked of the function on tensors looks at effects
    if request.compressed:
        compressed.fill(module, request, again, report)
    elif request.kind == "jacobian":
        jacobian.fill_jacobian(module, request, again)
    elif request.kind == "hessian":
        jacobian.fill_hessian(module, request, again)
    elif request.kind == "hvp":
        many.fill_hvp(module, request, again)
    elif request.one_hot:
        seeds.fill_one_hot(module, request, again)
    elif request.vectors is not None:
        many.fill_vectors(module, request, again)
    elif request.kind == "pushforward":
        forward.fill(module, request, report, splits)
    else:
        reverse.fill(module, request, report, tape, splits, again)
    if request.compressed or request.kind in ("jacobian", "hessian"):
        what = {"jacobian": "a Jacobian", "hessian": "a Hessian"}.get(request.kind, "a compressed derivative")
        advice = "ask for a pullback or a pushforward with 'lagrad.vectors' instead, which runs it once"
        require_pure(module, request.primal, request.function.location, what, advice)
