"""What an operation does besides computing its results.

A call of a function whose body nobody knows may print, draw a random number or fail. It is made as often as the program
makes it, and in the program's order. `lagrad.pure`, of a function or of a call, says that nothing of the kind happens
and that equal arguments give equal results: such calls may be repeated, or left out. Of functions with a body that is
seen.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from ..dialect import PURE
from ..mlir import ir
from ..rules import is_foreign
from .memory import VIEWS, reads_constant

PURE_DIALECTS = {"arith", "math", "tensor", "linalg", "scf", "complex", "index", "affine", "vector", "lagrad", "ub"}
_ALSO_ON_MEMORY = {"linalg", "affine", "vector"}
PRINT = "vector.print"
_SILENT = {"func.return", "func.constant", "cf.assert", "cf.br", "cf.cond_br", "cf.switch", *VIEWS}


def has_effect(op: ir.Operation, pure: Container[str] | None = None) -> bool:
    """Whether an operation itself, without what is inside it, has an effect or may give another result the next time.

    `pure` names the functions that have none; default are those that are marked. Assertions are no effects here: they
    may be repeated, though not left out.
    """
    name = op.name
    dialect = name.split(".")[0]
    if dialect in PURE_DIALECTS:
        return (
            name == PRINT or dialect in _ALSO_ON_MEMORY and any(isinstance(v.type, ir.MemRefType) for v in op.operands)
        )
    if name == "func.call":
        pure = marked_pure(op) if pure is None else pure
        return PURE not in op.attributes and op.attributes["callee"].value not in pure
    if is_foreign(name):
        return any(isinstance(v.type, ir.MemRefType) for v in (*op.operands, *op.results))
    return name not in _SILENT and not reads_constant(op)


def effects(op: ir.Operation, pure: Container[str] | None = None) -> Iterator[ir.Operation]:
    """An operation and those inside it, as far as they have effects, in program order."""
    if has_effect(op, pure):
        yield op
    for region in op.regions:
        for block in region.blocks:
            for child in block.operations:
                yield from effects(child.operation, pure)


def marked_pure(op: ir.Operation) -> set[str]:
    """The functions around an operation that are marked `lagrad.pure`."""
    while op.name != "builtin.module":
        op = op.parent.operation
    return {name for name, function in _functions(op).items() if PURE in function.attributes}


def pure_functions(module: ir.Operation) -> set[str]:
    """The functions of a module that have no effects: by their mark, or by all that they do."""
    table = _functions(module)
    pure = {name for name, function in table.items() if PURE in function.attributes or list(function.regions[0].blocks)}
    while impure := {name for name in pure if next(effects_of(table[name], pure), None) is not None}:
        pure -= impure
    return pure


def effects_of(function: ir.Operation, pure: Container[str]) -> Iterator[ir.Operation]:
    """What has effects in the body of a function, in program order; nothing in one that is marked."""
    if PURE not in function.attributes:
        for block in function.regions[0].blocks:
            for op in block.operations:
                yield from effects(op.operation, pure)


def _functions(module: ir.Operation) -> dict[str, ir.Operation]:
    operations = [view.operation for view in module.regions[0].blocks[0].operations]
    return {ir.StringAttr(op.attributes["sym_name"]).value: op for op in operations if op.name == "func.func"}
