"""Private functions of one number or vector, which do nothing but give another: of a C library, and of ours."""

from __future__ import annotations

from ... import build
from ...mlir import ir


def private_function(body: ir.Block, name: str, of: ir.Type) -> ir.Operation:
    """A function at the beginning of a module's body; a declaration, as long as its region has no block."""
    with ir.InsertionPoint.at_block_begin(body):
        return build.private_function(name, [of], [of], {"llvm.readnone": ir.UnitAttr.get()})
