"""Elements of a tensor that every iteration writes before it reads them: variables of one iteration, as C programs keep
in memory. What an iteration reads there it is given without the tensor, which so has the last iteration's value only.
"""

from __future__ import annotations

from .. import build
from ..build import is_tensor
from ..mlir import ir
from .carried import WRITES, accesses, is_same, is_steady, place_of
from .not_raised import NotRaised
from .steady import Indices


def pass_on(loop: ir.Operation) -> None:
    """Gives reads of such elements what was written there."""
    block, last = loop.regions[0].blocks[0], list(loop.regions[0].blocks[0].operations)[-1]
    indices = Indices(loop)
    for argument, yielded in zip(list(block.arguments)[1:], last.operation.operands):
        if is_tensor(argument.type) and argument != yielded:
            try:
                reads, writes = accesses(argument, yielded, block)
                wanted = _is_rewritten(argument, reads, writes, indices)
            except NotRaised:
                continue
            if wanted:
                for read in reads:
                    _pass_on(read)


def _is_rewritten(argument: ir.Value, reads: list, writes: list, indices: Indices) -> bool:
    if not reads or not writes or not all(op.name in WRITES for op in writes):
        return False
    place = place_of(writes[0])
    others = [place_of(op) for op in (*reads, *writes[1:])]
    is_one = is_steady(place, indices) and all(is_same(place, other, indices) for other in others)
    return is_one and all(read.operands[0] != argument for read in reads)


def _pass_on(read: ir.Operation) -> None:
    write = read.operands[0].owner.operation
    source, (result,) = write.operands[0], read.results
    with ir.InsertionPoint(read), read.location:
        match read.name, write.name:
            case "tensor.extract", "tensor.insert_slice":
                source = build.extract(source, [build.index(0)] * len(build.shape_of(source.type)))
            case "tensor.extract_slice", "tensor.insert":
                source = build.emit1("tensor.from_elements", result.type, source)
    if source.type == result.type:
        result.replace_all_uses_with(source)
        read.erase()
