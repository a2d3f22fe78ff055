"""Walking over operations while some of them are erased, and from one value to others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..analysis.walk import by_name, types_of, walk
from ..mlir import ir

__all__ = ["around", "blocks", "by_name", "callee", "callee_in_llvm", "enclosing_function", "last", "reached"]
__all__ += ["types_of", "walk", "walk_block"]

T = TypeVar("T")


def reached(begin: Iterable[T], leads_to: Callable[[T], Iterable[T]]) -> set[T]:
    """What one begins with, and all that this leads to, step by step."""
    found = set(begin)
    work = list(found)
    while work:
        new = [other for other in leads_to(work.pop()) if other not in found]
        found.update(new)
        work += new
    return found


def walk_block(block: ir.Block):
    """Every operation of a block and inside them, outer ones first."""
    for view in block.operations:
        yield view.operation
        yield from walk(view.operation)


def blocks(op: ir.Operation) -> list[ir.Block]:
    """The blocks inside an operation, those of `linalg` operations left out."""
    around = [op, *(child for child in walk(op) if not child.name.startswith("linalg."))]
    return [block for child in around for region in child.regions for block in region.blocks]


def callee(op: ir.Operation) -> str | None:
    """The function that a call, or a reference to a function, names."""
    match op.name:
        case "func.call":
            return ir.FlatSymbolRefAttr(op.attributes["callee"]).value
        case "func.constant":
            return ir.FlatSymbolRefAttr(op.attributes["value"]).value
    return None


def callee_in_llvm(op: ir.Operation) -> str | None:
    """The function that an `llvm.call` names; None for any other operation, and for a call of an address."""
    is_direct = op.name == "llvm.call" and "callee" in op.attributes
    return ir.FlatSymbolRefAttr(op.attributes["callee"]).value if is_direct else None


def around(op: ir.Operation) -> Iterator[ir.Operation]:
    """What an operation is in, from the inside out: the `func.func` is the last, and has nothing around it."""
    while op.name not in ("func.func", "builtin.module"):
        op = op.parent.operation
        yield op


def enclosing_function(op: ir.Operation) -> ir.Operation:
    """The `func.func` that an operation is in, or is."""
    return next(each for each in (op, *around(op)) if each.name == "func.func")


def last(block: ir.Block) -> ir.Operation:
    """The terminator of a block."""
    return block.operations[len(block.operations) - 1].operation
