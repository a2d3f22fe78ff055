"""Two versions of a function on memory: one for buffers that lie apart, and one for others, which is what it was.

The first one works on tensors where that is better; else it is on memory, and its arguments are marked. Which of them
runs is found out when the function is called. Where all buffers are marked `llvm.noalias` there is one version, and an
assertion if it works on tensors.
"""

from __future__ import annotations

from collections.abc import Callable

from .... import build
from ....analysis.call_graph import functions, signature, symbol
from ....analysis.memory import is_memory
from ....mlir import ir
from ...calls.declarations import fresh
from ...scope import copy_block
from ..overlaps.apart import assert_apart
from ..overlaps.common_buffers import is_marked_apart
from ..overlaps.layout import lie_apart
from ..versions import call_either, declare_apart
from .function import Raised
from .raise_in_place import alike, pairs, raised_copy, write_body


def raise_where_apart(module: ir.Operation, name: str, is_better: Callable[[ir.Operation], bool]) -> bool:
    """Makes the two versions; whether one works on tensors, because the function on tensors `is_better`.

    Failure, with every place, where that cannot be.
    """
    raised = raised_copy(module, name)
    tensors = functions(module)[raised.name]
    better = is_better(tensors)
    if better or not _are_marked(functions(module)[name]):
        _write(module, name, raised, better)
    tensors.erase()
    return better


def _are_marked(function: ir.Operation) -> bool:
    """Whether who calls promises that no two buffers overlap."""
    return all(is_marked_apart(function, n) for n, type in enumerate(signature(function)[0]) if is_memory(type))


def _write(module: ir.Operation, name: str, raised: Raised, on_tensors: bool) -> None:
    old, new = functions(module)[name], alike(module, name)
    with ir.InsertionPoint(new.regions[0].blocks[0]), new.location:
        compared = pairs(new, raised)
        if not compared or _are_marked(old):
            if compared:
                assert_apart(name, compared)
            write_body(module, new, raised) if on_tensors else _copy_body(old, new)
            old.erase()
            return
        apart = declare_apart(module, name, *signature(old), old.location)
        with ir.InsertionPoint(build.entry(apart)):
            write_body(module, apart, raised) if on_tensors else _copy_body(old, apart)
        _make_private(old, fresh(f"{name}.overlapping", functions(module)))
        call_either(lie_apart(compared), symbol(apart), symbol(old), new)


def _copy_body(function: ir.Operation, into: ir.Operation) -> None:
    build.emit("func.return", [], copy_block(function.regions[0].blocks[0], list(into.regions[0].blocks[0].arguments)))


def _make_private(function: ir.Operation, name: str) -> None:
    """Lets a function be one that only this module calls, under another name."""
    for own in list(function.attributes):
        if own not in ("function_type", "arg_attrs"):
            del function.attributes[own]
    function.attributes["sym_name"] = ir.StringAttr.get(name)
    function.attributes["sym_visibility"] = ir.StringAttr.get("private")
    function.attributes["no_inline"] = ir.UnitAttr.get()
