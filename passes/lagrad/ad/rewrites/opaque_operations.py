"""Operations that upstream's inliner does not know are calls of functions without a body while it runs.

It does not inline a function with such an operation; a call of an external function it leaves alone.
"""

from __future__ import annotations

from typing import NamedTuple

from ... import build
from ...analysis.call_graph import symbol
from ...analysis.program import walk
from ...mlir import ir
from ...rules import TERMINATORS, is_foreign


class Kind(NamedTuple):
    """What operations have in common that one function stands for."""

    op: str
    attributes: ir.DictAttr
    takes: tuple[ir.Type, ...]
    gives: tuple[ir.Type, ...]


def protect(module: ir.Operation) -> dict[str, Kind]:
    """Turns the operations of rules that have no regions into calls; the functions that stand for them, by name."""
    taken = {symbol(op) for op in walk(module) if op.name == "func.func"}
    names: dict[Kind, str] = {}
    for op in [op for op in walk(module) if _is_opaque(op)]:
        attributes = ir.DictAttr.get({name: op.attributes[name] for name in op.attributes}, op.context)
        kind = Kind(op.name, attributes, tuple(v.type for v in op.operands), tuple(v.type for v in op.results))
        if kind not in names:
            names[kind] = _free(op.name, taken)
        _replace(op, "func.call", callee=ir.FlatSymbolRefAttr.get(names[kind], op.context))
    with ir.Location.unknown(module.context), ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]):
        for kind, name in names.items():
            build.private_function(name, kind.takes, kind.gives)
    return {name: kind for kind, name in names.items()}


def restore(module: ir.Operation, kinds: dict[str, Kind]) -> None:
    """Puts the operations back in the place of the calls."""
    for op in [op for op in walk(module) if op.name == "func.call" and op.attributes["callee"].value in kinds]:
        kind = kinds[op.attributes["callee"].value]
        _replace(op, kind.op, **{own.name: own.attr for own in kind.attributes})
    for view in list(module.regions[0].blocks[0].operations):
        if view.operation.name == "func.func" and symbol(view.operation) in kinds:
            view.operation.erase()


def _is_opaque(op: ir.Operation) -> bool:
    return is_foreign(op.name) and op.name not in TERMINATORS and not len(op.regions)


def _free(wanted: str, taken: set[str]) -> str:
    number = 0
    while (name := f"{wanted}.{number}") in taken:
        number += 1
    taken.add(name)
    return name


def _replace(op: ir.Operation, name: str, **attributes: ir.Attribute) -> None:
    with op.location, ir.InsertionPoint(op):
        results = build.emit(name, [r.type for r in op.results], list(op.operands), **attributes)
    for old, new in zip(op.results, results):
        old.replace_all_uses_with(new)
    op.erase()
