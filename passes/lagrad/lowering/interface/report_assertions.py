"""`lagrad-report-assertions`: an assertion that fails ends the call with a message, not the process."""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from ...passes import Pass
from ..walk import walk
from .checks import Checks


@dataclass(frozen=True)
class ReportAssertions(Pass):
    """Make each `cf.assert` a check, as those of `lagrad-check-bounds`.

    ```mlir
    cf.assert %holds, "sizes agree"
    ```
    becomes
    ```mlir
    func.call @lagrad.check(%holds, %site, %c0, %c0, %c0)
    ```
    Without it an assertion is a call of `abort`. `lagrad-report-failures` makes code of the call.
    """

    name = "lagrad-report-assertions"
    creates = ("arith", "func")

    def run(self, op: ir.Operation, report) -> None:
        checks = Checks(op)
        for child in [child for child in walk(op) if child.name == "cf.assert"]:
            text = ir.StringAttr(child.attributes["msg"]).value.replace("%", "%%")
            with child.location, ir.InsertionPoint(child):
                checks.require(child, child.operands[0], f"assertion failed: {text}")
            child.erase()
        checks.close()
