"""Checks of a program while it runs: calls of a function that `lagrad-report-failures` puts code in the place of.

    lagrad.check(holds, site, a, b, value) -> value

The call of the program ends unless `holds`; a message says where and why. What uses the value that it gives comes
after the check: operations on tensors move freely otherwise. The sites are an attribute of its declaration: texts such
as `f.mlir:3:8: index %lld is not below %lld`, with places for `a` and `b`.
"""

from __future__ import annotations

from ... import build
from ...dialect import PURE
from ...mlir import func, ir

CHECK = "lagrad.check"
SITES = "lagrad.sites"
UNNAMED = "<program>"  # the file of a text that came without one


class Checks:
    """The checks of one module."""

    def __init__(self, module: ir.Operation):
        self.module = module
        known = ir.SymbolTable(module)
        found = known[CHECK].operation if CHECK in known else None
        self.declaration = found
        self.sites = [ir.StringAttr(text).value for text in found.attributes[SITES]] if found else []

    def require(
        self,
        at: ir.Operation,
        holds: ir.Value,
        message: str,
        a: ir.Value | None = None,
        b: ir.Value | None = None,
        value: ir.Value | None = None,
    ) -> ir.Value:
        """A check at the insertion point, of the operation `at`; `value`, by default `a`, for use behind the check."""
        index = build.index_type()
        site = build.index(len(self.sites))
        self.sites.append(f"{place(at).replace('%', '%%')}: {message}")
        none = build.index(0)
        checked = func.call([index], CHECK, [holds, site, a or none, b or none, value or a or none])
        if self.declaration is None:
            type = ir.FunctionType.get([ir.IntegerType.get_signless(1), index, index, index, index], [index])
            with ir.InsertionPoint.at_block_begin(self.module.regions[0].blocks[0]):
                self.declaration = func.FuncOp(CHECK, type, visibility="private").operation
            self.declaration.attributes[PURE] = ir.UnitAttr.get()  # it may be repeated, as assertions may
        return checked

    def assertion(self, op: ir.Operation) -> None:
        """A check in the place of a `cf.assert`."""
        text = ir.StringAttr(op.attributes["msg"]).value.replace("%", "%%")
        with op.location, ir.InsertionPoint(op):
            self.require(op, op.operands[0], f"assertion failed: {text}")
        op.erase()

    def close(self) -> None:
        """Notes the sites on the declaration."""
        if self.declaration is not None:
            self.declaration.attributes[SITES] = ir.ArrayAttr.get([ir.StringAttr.get(site) for site in self.sites])


def place(op: ir.Operation) -> str:
    """`file:line:column` of an operation, or of the nearest one around it that has a place."""
    while op.name != "builtin.module":
        if found := _place(op.location):
            return found
        op = op.parent.operation
    return f"{UNNAMED}:0:0"


def _place(location: ir.Location) -> str:
    """Of a fused location the first part that says, of an inlined one the callee."""
    match location:
        case ir.FileLineColLoc():
            file = UNNAMED if location.filename == "-" else location.filename
            return f"{file}:{location.start_line}:{location.start_col}"
        case ir.NameLoc():
            return _place(location.child_loc)
        case ir.FusedLoc():
            return next(filter(None, map(_place, location.locations)), "")
        case ir.CallSiteLoc():
            return _place(location.callee) or _place(location.caller)
    return ""
