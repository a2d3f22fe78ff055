"""Which functions can stay functions: what they are called with, and what they do besides."""

from __future__ import annotations

from ...analysis.call_graph import functions, is_declaration, reachable, signature
from ...analysis.effects import effects_of, pure_functions
from ...errors import Diagnostic, error, note
from ...mlir import ir


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


def refusal(call: ir.Operation, name: str, why: str, advice: str, *notes: Diagnostic) -> Diagnostic:
    """Why an active call of a function that calls itself cannot be differentiated, and what to do."""
    return error(
        call.location,
        f"cannot differentiate 'func.call': @{name} calls itself {why}",
        *notes,
        note(call.location, advice),
    )


def of_vectors(call: ir.Operation) -> Diagnostic:
    """The refusal of one that takes or gives vectors."""
    name = call.attributes["callee"].value
    return refusal(
        call,
        name,
        "and takes or gives vectors, so it can neither be inlined nor stay a call",
        "let it take and give tensors",
    )
