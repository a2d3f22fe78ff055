"""Elements of a tensor that every iteration writes before it reads them: variables of one iteration, as C programs keep
in memory. What an iteration reads there it is given without the tensor, which so has the last iteration's value only.

In a loop that stays one, whatever is read where it was just written is given so: nothing of the tensor is then kept for
the adjoint, which reads the value.
"""

from __future__ import annotations

from .. import build
from ..build import constant_of, is_tensor
from ..mlir import ir
from .carried import READS, WRITES, Place, accesses, is_same, is_steady, place_of
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


def pass_on_all(loop: ir.Operation) -> None:
    """Gives all reads of what the operation before wrote at the same place that value, and leaves out writes at a place
    that is written again at once."""
    for view in list(loop.regions[0].blocks[0].operations):
        op = view.operation
        if op.name in READS and (write := _before(op, op.operands[0])) is not None:
            _pass_on(op)
        elif op.name in WRITES and (write := _before(op, op.operands[1])) is not None:
            if len(list(write.results[0].uses)) == 1:
                op.operands[1] = write.operands[1]
                write.erase()


def _before(op: ir.Operation, tensor: ir.Value) -> ir.Operation | None:
    """What wrote a tensor last, if that was in this block and at the place of `op`."""
    if isinstance(tensor.owner, ir.Block):
        return None
    write = tensor.owner.operation
    is_there = write.name in WRITES and write.block == op.block
    return write if is_there and _known(place_of(write)) == _known(place_of(op)) else None


def _known(place: Place) -> tuple:
    parts = [tuple(map(_number, part)) for part in (place.offsets, place.sizes, place.strides)]
    return (*parts, tuple(place.kept))


def _number(n: ir.Value | int) -> ir.Value | int:
    """An index, as a number if it is constant."""
    number = n if isinstance(n, int) else constant_of(n)
    return n if number is None else int(number)


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
