"""Which values of a loop differ from iteration to iteration, once the iterations are known to be independent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...mlir import ir
from ..facts.views import root_of
from ..walk import last, walk

_Edge = tuple[Sequence[ir.Value], Sequence[ir.Value]]  # if one of some values differs, all of others do


def varying(loop: ir.Operation, written: Sequence[ir.Value] = ()) -> set[ir.Value]:
    """The values inside the loop that are not the same in all iterations.

    What is read of buffers that are `written` counts as one of them.
    """
    found = set(loop.regions[0].blocks[0].arguments)
    edges = [edge for op in walk(loop) for edge in _edges(op, written, found)]
    before = -1
    while len(found) != before:
        before = len(found)
        for sources, targets in edges:
            if not found.isdisjoint(sources):
                found.update(targets)
    return found


def _edges(op: ir.Operation, written: Sequence[ir.Value], found: set[ir.Value]) -> Iterator[_Edge]:
    match op.name:
        case "scf.for":
            body = op.regions[0].blocks[0]
            inits, arguments, ends = list(op.operands)[3:], list(body.arguments)[1:], _yielded(body)
            for init, argument, result, end in zip(inits, arguments, op.results, ends):
                yield (init, argument, end), (argument, result)
        case "scf.if":
            ends = [_yielded(region.blocks[0]) for region in op.regions if region.blocks]
            for number, result in enumerate(op.results):
                yield (op.operands[0], *(end[number] for end in ends)), (result,)
        case "memref.load" if written and root_of(op.operands[0]) in written:
            found.add(op.results[0])
        case _:
            if results := list(op.results):
                yield list(op.operands), results


def _yielded(block: ir.Block) -> list[ir.Value]:
    return list(last(block).operands)
