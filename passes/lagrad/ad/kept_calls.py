"""Which functions can stay functions: what they are called with, and whether they may be run twice."""

from __future__ import annotations

from collections.abc import Container

from ..analysis.call_graph import functions, is_declaration, signature
from ..analysis.cut import PURE
from ..analysis.program import walk
from ..mlir import ir


def takes_vectors(function: ir.Operation) -> bool:
    """Whether a function takes or gives vectors: its callers work on tensors."""
    return any(isinstance(type, ir.VectorType) for types in signature(function) for type in types)


def effect(module: ir.Operation, name: str, own: Container[str]) -> ir.Operation | None:
    """An operation of a function, or of one that it calls, that cannot be run twice; None if there is none.

    Functions in `own` bring their derivative, and can.
    """
    table = functions(module)
    names = [name]
    for here in names:  # grows
        for op in walk(table[here]):
            if op.name != "func.call":
                if op.name.split(".")[0] not in (*PURE, "func", "cf"):
                    return op
                continue
            callee = op.attributes["callee"].value
            if callee in own or callee in names:
                continue
            if callee not in table or is_declaration(table[callee]):
                return op
            names.append(callee)
    return None
