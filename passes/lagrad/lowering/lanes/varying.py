"""Which values of a loop differ from iteration to iteration, once the iterations are known to be independent."""

from __future__ import annotations

from ...mlir import ir
from ..facts.views import root_of
from ..walk import walk


def varying(loop: ir.Operation, scratch: list[ir.Value]) -> set[ir.Value]:
    """The values inside the loop that are not the same in all iterations; what is read of scratch is one of them."""
    found = set(loop.regions[0].blocks[0].arguments)
    ops = list(walk(loop))
    before = -1
    while len(found) != before:
        before = len(found)
        for op in ops:
            match op.name:
                case "scf.for":
                    inits = list(op.operands)[3:]
                    body = op.regions[0].blocks[0]
                    yields = list(body.operations)[-1].operation.operands
                    for init, argument, result, next_one in zip(inits, list(body.arguments)[1:], op.results, yields):
                        if init in found or argument in found or next_one in found:
                            found.update((argument, result))
                case "scf.if":
                    ends = [
                        list(region.blocks[0].operations)[-1].operation.operands
                        for region in op.regions
                        if region.blocks
                    ]
                    for number, result in enumerate(op.results):
                        if op.operands[0] in found or any(end[number] in found for end in ends):
                            found.add(result)
                case "memref.load" if root_of(op.operands[0]) in scratch:
                    found.add(op.results[0])
                case _:
                    if any(v in found for v in op.operands):
                        found.update(op.results)
    return found
