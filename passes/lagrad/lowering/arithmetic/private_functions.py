"""Private functions of one number or vector, which do nothing but give another: of a C library, and of ours."""

from __future__ import annotations

from ...mlir import ir


def private_function(body: ir.Block, name: str, of: ir.Type) -> ir.Operation:
    """A function at the beginning of a module's body; a declaration, as long as its region has no block."""
    with ir.InsertionPoint.at_block_begin(body):
        return ir.Operation.create(
            "func.func",
            attributes={
                "sym_name": ir.StringAttr.get(name),
                "function_type": ir.TypeAttr.get(ir.FunctionType.get([of], [of])),
                "sym_visibility": ir.StringAttr.get("private"),
                "llvm.readnone": ir.UnitAttr.get(),
            },
            regions=1,
        )
