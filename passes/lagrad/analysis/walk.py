"""All operations inside one, as they are when the walk begins."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from ..mlir import ir

# Looked up once: passes walk over millions of operations.
_GO_ON, _ORDER = ir.WalkResult.ADVANCE, ir.WalkOrder.PRE_ORDER


def walk(op: ir.Operation) -> Iterator[ir.Operation]:
    """Every operation inside `op`, outer ones first. One without regions may be erased once it is seen."""
    if not len(op.regions):
        return iter(())
    found: list[ir.Operation] = []
    seen = _noted(found)
    next(seen)
    op.walk(seen.send, _ORDER)  # in C++: to go through regions and blocks from here takes three times as long
    return iter(found[1:])


def by_name(op: ir.Operation) -> dict[str, list[ir.Operation]]:
    """The operations inside one by their names, for who looks for several: one walk takes less time than many."""
    found: dict[str, list[ir.Operation]] = {}
    for child in walk(op):
        found.setdefault(child.name, []).append(child)
    return found


def types_of(ops: Iterable[ir.Operation]) -> set[ir.Type]:
    """The types of the values that operations define, and those that functions say."""
    found: set[ir.Type] = set()
    note = found.add
    for op in ops:
        for value in op.results:
            note(value.type)
        if len(op.regions):
            for region in op.regions:
                for block in region.blocks:
                    for value in block.arguments:
                        note(value.type)
            if op.name == "func.func":
                t = ir.TypeAttr(op.attributes["function_type"]).value
                found.update((*t.inputs, *t.results))
    return found


def values_of(op: ir.Operation):
    """The values that an operation defines: its results, and the arguments of its blocks."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.arguments


def _noted(found: list[ir.Operation]) -> Generator[ir.WalkResult, ir.Operation, None]:
    """Notes what it is sent: to send to a generator takes less time than to call a function."""
    note, go_on = found.append, _GO_ON
    while True:
        note((yield go_on))
