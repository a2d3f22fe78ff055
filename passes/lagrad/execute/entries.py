"""The functions of a module that are wanted: what they do not need is not compiled."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..analysis.call_graph import functions as functions_of
from ..lowering.interface import c_types
from ..mlir import ir

_SYMBOL = re.compile(r'@(?:"([^"]+)"|([\w.$-]+))')


def keep_entries(module: ir.Operation, wanted: list[str], pipeline: str) -> None:
    """Erase what these functions, and those that the `pipeline` names, do not need; in the module's context."""
    make_public(module, wanted)
    drop_others(module, [*wanted, *re.findall(r"[\w.$-]+", pipeline)])
    symbols = [ir.FlatSymbolRefAttr.get(name) for name in wanted]
    module.attributes[c_types.ENTRIES] = ir.ArrayAttr.get(symbols)


def drop_others(module: ir.Operation, needed: Iterable[str]) -> None:
    """Erases the functions that no needed one names, directly or not: differentiating and lowering them takes time."""
    table = functions_of(module)
    kept: set[str] = set()
    work = [name for name in needed if name in table]
    if not work:
        return  # the pipeline makes what is wanted
    while work and table.keys() - kept - {*work}:
        name = work.pop()
        if name not in kept:
            kept.add(name)
            named = {quoted or plain for quoted, plain in _SYMBOL.findall(table[name].get_asm(large_elements_limit=16))}
            work += named & table.keys()
    for name, function in table.items():
        if name not in kept and name not in work:
            function.erase()


def make_public(module: ir.Operation, names: list[str]) -> None:
    """Keep private functions that are wanted from being removed as unused."""
    for op in module.regions[0].blocks[0].operations:
        attributes = op.operation.attributes
        if op.operation.name == "func.func" and op.operation.regions[0].blocks and "sym_visibility" in attributes:
            if ir.StringAttr(attributes["sym_name"]).value in names:
                del attributes["sym_visibility"]
