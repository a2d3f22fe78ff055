"""Which functions can stay functions: what they are called with, and what they do besides."""

from __future__ import annotations

from ..analysis.call_graph import functions, is_declaration, reachable, signature
from ..analysis.effects import effects_of, pure_functions
from ..mlir import ir


def takes_vectors(function: ir.Operation) -> bool:
    """Whether a function takes or gives vectors: its callers work on tensors."""
    return any(isinstance(type, ir.VectorType) for types in signature(function) for type in types)


def effect(module: ir.Operation, name: str) -> ir.Operation | None:
    """An effect of a function, or of one that it calls; None if there is none."""
    table, pure = functions(module), pure_functions(module)
    if name in pure:
        return None
    for here in (name, *reachable(module, name)):
        for op in effects_of(table[here], pure) if here in table else ():
            called = table.get(op.attributes["callee"].value) if op.name == "func.call" else None
            if called is None or is_declaration(called):
                return op
    return table[name]
