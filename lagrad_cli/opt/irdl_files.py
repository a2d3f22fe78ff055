"""Dialects that programs in IRDL define."""

from __future__ import annotations

from lagrad.errors import Failure
from lagrad.mlir import ir, irdl

from .. import source


def load(path: str, context: ir.Context) -> None:
    """Loads the dialects of a file into the context; Failure if it is no program in IRDL."""
    program = source.parse(source.read(path), context)
    with context:
        if not any(op.operation.name == "irdl.dialect" for op in program.body.operations):
            raise Failure(f"'{path}' defines no dialect: it has no 'irdl.dialect'")
        irdl.load_dialects(program)
