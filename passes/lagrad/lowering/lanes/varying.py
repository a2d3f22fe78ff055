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
    carried: list[_Edge] = []
    others = []  # of which none differs, as far as was seen
    for op in walk(loop):
        if not len(op.results):
            continue
        name = op.name
        if name in ("scf.for", "scf.if"):
            carried += _edges(op, name)
        elif name == "memref.load" and written and root_of(op.operands[0]) in written:
            found.add(op.results[0])
        elif found.isdisjoint(op.operands):
            others.append(op)
        else:
            found.update(op.results)
    if not carried:
        return found  # an operation comes behind those whose results it takes
    edges = [*carried, *((list(op.operands), list(op.results)) for op in others)]
    before = -1
    while len(found) != before:
        before = len(found)
        for sources, targets in edges:
            if not found.isdisjoint(sources):
                found.update(targets)
    return found


def _edges(op: ir.Operation, name: str) -> Iterator[_Edge]:
    """Of what a loop carries, or a branch yields."""
    if name == "scf.for":
        body = op.regions[0].blocks[0]
        inits, arguments, ends = list(op.operands)[3:], list(body.arguments)[1:], list(last(body).operands)
        for init, argument, result, end in zip(inits, arguments, op.results, ends):
            yield (init, argument, end), (argument, result)
        return
    ends = [list(last(region.blocks[0]).operands) for region in op.regions if region.blocks]
    for number, result in enumerate(op.results):
        yield (op.operands[0], *(end[number] for end in ends)), (result,)
