"""Functions with effects, which a derivative runs once: refused where it would run them more than once."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.call_graph import functions, is_declaration, reachable
from ...analysis.effects import effects_of, pure_functions
from ...analysis.memory import LOADS
from ...dialect import PURE
from ...errors import Failure, error, note
from ...mlir import ir


def require_pure(module: ir.Operation, primal: str, location: ir.Location, why: str, *advice: str) -> None:
    """Failure where a function has an effect; `why` says what runs it again, `location` where that is asked for."""
    table, pure = functions(module), pure_functions(module)
    if primal not in table or primal in pure:
        return
    names = [primal, *reachable(module, primal)]
    if all(op.name in LOADS for op in _effects(table, names, pure)):
        return  # of memory that nothing here writes
    where = next(_effects(table, names, pure), None)
    raise Failure(
        error(
            where.location if where else table[primal].location,
            f"{why} runs @{primal} again, which has an effect here",
            note(location, "it is asked for here"),
            *(
                note(None, text)
                for text in (*advice, f"mark what is called '{PURE}' if it may be repeated or left out")
            ),
        )
    )


def _effects(table: dict[str, ir.Operation], names: list[str], pure: set[str]) -> Iterator[ir.Operation]:
    """The effects in some functions that are no calls of one of these."""
    for name in names:
        for op in effects_of(table[name], pure) if name in table else ():
            called = op.attributes["callee"].value if op.name == "func.call" else None
            if called is None or called not in table or is_declaration(table[called]):
                yield op
