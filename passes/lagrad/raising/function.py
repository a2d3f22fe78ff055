"""All loops of a function."""

from __future__ import annotations

from ..errors import Report, note
from ..forms import trip_count
from ..mlir import ir
from .loop import raise_loop
from .not_raised import NotRaised
from .rewritten import pass_on, pass_on_all
from .several import raise_several

LEAST = 8  # iterations of a loop over scalars: fewer are written out, or stay in registers


def raise_loops(root: ir.Operation, least: int = LEAST, report: Report | None = None) -> None:
    """Raises the loops inside an operation, the inner ones first; those over scalars with fewer iterations stay."""
    for region in root.regions:
        for block in region.blocks:
            for view in list(block.operations):
                op = view.operation
                if len(op.regions) and op.name != "linalg.generic":
                    raise_loops(op, least, report)
                if op.name == "scf.for":
                    _raise(op, least, report)


def _raise(loop: ir.Operation, least: int, report: Report | None) -> None:
    if any(name.startswith("lagrad.") for name in loop.attributes):
        return
    count = trip_count.known(loop)
    if count is not None and count < least and not _has_linalg(loop):
        return
    location = loop.location
    pass_on(loop)
    try:
        raise_loop(loop)
    except NotRaised as reason:
        pass_on_all(loop)
        if not raise_several(loop):
            if report is not None:
                notes = [note(reason.op.location, "here")] if reason.op is not None and reason.op != loop else []
                report.remark(location, f"this loop stays a loop: {reason.why}", *notes)
            return
    if report is not None:
        report.remark(location, "this loop is linalg on whole tensors")


def _has_linalg(loop: ir.Operation) -> bool:
    return any(view.operation.name.startswith("linalg.") for view in loop.regions[0].blocks[0].operations)
