"""Why a loop stays a loop."""

from __future__ import annotations

from ..mlir import ir


class NotRaised(Exception):
    """What in a loop has no form over all iterations at once; at that operation, or at the loop."""

    def __init__(self, why: str, op: ir.Operation | None = None):
        super().__init__(why)
        self.why, self.op = why, op
