"""What a program calls the arguments of its functions: MLIR forgets the names, the text has them."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence

from ..analysis.call_graph import functions as functions_of
from ..mlir import ir

_NAME = re.compile(r"%([A-Za-z_$.][\w$.\-]*|\d+)")
_REQUEST_OF_PRIMAL = tuple(  # arguments begin with the primal's
    f"lagrad.{kind}" for kind in ("pullback", "gradient", "value_and_grad", "jacobian", "hessian")
)


def in_text(function: ir.Operation, lines: Sequence[str]) -> list[str | None]:
    """The name of each argument of a `func.func` in the `lines` of its text, where MLIR saw the argument.

    A function without a body has none.
    """
    t = ir.TypeAttr(function.attributes["function_type"]).value
    if not function.regions[0].blocks:
        return [None] * len(t.inputs)
    return [_name_at(argument.location, lines) for argument in function.regions[0].blocks[0].arguments]


def primal_of(request: ir.Operation) -> ir.Operation | None:
    """The function that a request differentiates, if its arguments begin with that function's; of the derivative of a
    derivative the function behind both."""
    table, found = functions_of(request.parent), None
    while (wanted := _wanted(found or request)) in table:
        found = table.pop(wanted)  # once: a wrong program may have requests of each other
    return found


def _wanted(request: ir.Operation) -> str | None:
    keys = (key for key in _REQUEST_OF_PRIMAL if key in request.attributes)
    return next((ir.FlatSymbolRefAttr(request.attributes[key]).value for key in keys), None)


def first_known(own: list, primal: list) -> list:
    """Of each argument what the function itself says, or else what its primal says."""
    primal = primal + [None] * (len(own) - len(primal))
    return [mine if mine is not None else theirs for mine, theirs in zip(own, primal)]


def keywords(module: ir.Operation, lines: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Function -> names of its arguments that Python takes as keywords.

    The program's own; of a request those of its primal. `argN` stands for argument N where the program gives no name,
    or one that is no identifier, that begins with an underscore, or that something else has.
    """
    return {name: _identifiers(known(function, lines)) for name, function in functions_of(module).items()}


def positions(count: int) -> tuple[str, ...]:
    """The names of arguments of which only the number is known."""
    return tuple(f"arg{n}" for n in range(count))


def known(function: ir.Operation, lines: Sequence[str]) -> list[str | None]:
    """The name of each argument in the text, of a request those of its primal."""
    names = in_text(function, lines)
    primal = primal_of(function)
    return first_known(names, in_text(primal, lines)) if primal else names


def _identifiers(names: list[str | None]) -> tuple[str, ...]:
    usual = positions(len(names))
    taken = {"out", *usual}
    made = []
    for name, position in zip(names, usual):
        fits = name is not None and name.isidentifier() and not name.startswith("_") and not keyword.iskeyword(name)
        made.append(name if fits and name not in taken else position)
        taken.add(made[-1])
    return tuple(made)


def _name_at(location: ir.Location, lines: Sequence[str]) -> str | None:
    if isinstance(location, ir.NameLoc):
        return location.name_str
    if not isinstance(location, ir.FileLineColLoc) or not 0 < location.start_line <= len(lines):
        return None
    line = lines[location.start_line - 1].encode()[location.start_col - 1 :].decode(errors="ignore")
    found = _NAME.match(line)
    return found[1] if found else None
