"""The tapes of a finished derivative, found by how they are written and read.

`lagrad.tape` says that a loop has tapes; which of its carried values they are is seen from the program, because the
numbers in the attribute are wrong once an optimisation has dropped a carried value. A tape begins as `tensor.empty`,
perhaps with some elements put in, each iteration puts something into it and does nothing else with it, and what reads
the filled tensor takes elements or slices. Whatever has this form may be laid out anew, so nothing goes wrong if it is
an array of the program's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import build
from ..ad.emission import TAPE
from ..lowering.walk import walk
from ..mlir import ir

WRITES = ("tensor.insert", "tensor.insert_slice")
READS = ("tensor.extract", "tensor.extract_slice", "tensor.dim")


@dataclass(eq=False)
class Level:
    """A carried value of one loop that is a tape, or the part of a tape that an inner loop fills.

    `empty` is the `tensor.empty` that it begins with, `before` what is put into that in front of the loop, and
    `writes` what an iteration puts into it, in this order. `loop` and `number` follow when the loop is made anew.
    """

    loop: ir.Operation
    number: int
    empty: ir.Operation
    before: list[ir.Operation]
    writes: list[ir.Operation]

    @property
    def result(self) -> ir.Value:
        return self.loop.results[self.number]

    @property
    def type(self) -> ir.RankedTensorType:
        return ir.RankedTensorType(self.result.type)


@dataclass(eq=False)
class Tape:
    """A tape: of one loop, or of a nest, each loop of which fills a row of the tape of the one around it.

    `levels` go from the outermost loop to the innermost.
    """

    levels: list[Level]

    @property
    def outermost(self) -> Level:
        return self.levels[0]

    @property
    def innermost(self) -> Level:
        return self.levels[-1]

    @property
    def element(self) -> ir.Type:
        return self.outermost.type.element_type

    def readers(self) -> Iterator[ir.Operation]:
        """The operations that read elements or rows: slices that are only sliced further are none."""
        return _readers(self.outermost.result)


def tapes(op: ir.Operation) -> list[Tape]:
    """The tapes of all loops inside an operation, those of one nest in the order of its outermost loop."""
    loops = [loop for loop in walk(op) if loop.name == "scf.for" and TAPE in loop.attributes]
    levels = [level for loop in loops for level in _levels(loop)]
    outermost = [level for level in levels if is_only_read(level.result)]
    return [Tape(_downwards(level, levels)) for level in outermost]


def _levels(loop: ir.Operation) -> Iterator[Level]:
    for number, result in enumerate(loop.results):
        if not build.is_tensor(result.type) or build.encoding_of(result.type) is not None:
            continue
        start, writes = start_of(loop.operands[3 + number]), writes_of(loop, number)
        if start is not None and writes:
            yield Level(loop, number, *start, writes)


def start_of(value: ir.Value) -> tuple[ir.Operation, list[ir.Operation]] | None:
    """The empty tensor that a value is, and what is put into it first; None if it begins as anything else."""
    before: list[ir.Operation] = []
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        if op.name == "tensor.empty":
            return op, before[::-1]
        if op.name not in WRITES:
            return None
        before.append(op)
        value = op.operands[1]
    return None


def writes_of(loop: ir.Operation, number: int) -> list[ir.Operation]:
    """What an iteration puts into a carried tensor and then passes on; nothing if it does anything else with it."""
    block = loop.regions[0].blocks[0]
    value, found = block.arguments[1 + number], []
    while len(uses := list(value.uses)) == 1:
        op, operand = uses[0].owner.operation, uses[0].operand_number
        if op.name == "scf.yield" and op.block == block:
            return found if operand == number else []
        if op.name not in WRITES or operand != 1:
            return []
        found.append(op)
        value = op.results[0]
    return []


def is_only_read(value: ir.Value) -> bool:
    """Whether something takes elements, slices or sizes of a tensor, and nothing does anything else with it."""
    users = [use.owner.operation for use in value.uses]
    return bool(users) and all(user.name in READS for user in users)


def _downwards(level: Level, levels: list[Level]) -> list[Level]:
    """A level and those of the inner loops whose result is all that it takes."""
    if len(level.writes) == 1 and level.writes[0].name == "tensor.insert_slice":
        source = level.writes[0].operands[0]
        for inner in levels:
            if inner.result == source and len(list(source.uses)) == 1 and inner.loop.block == level.writes[0].block:
                return [level, *_downwards(inner, levels)]
    return [level]


def _readers(value: ir.Value) -> Iterator[ir.Operation]:
    for use in value.uses:
        op = use.owner.operation
        if op.name == "tensor.extract_slice" and is_sliced_further(op):
            yield from _readers(op.results[0])
        elif op.name != "tensor.dim":
            yield op


def is_sliced_further(slice: ir.Operation) -> bool:
    """Whether all that is done with a slice is to take elements and slices of it."""
    return all(use.owner.operation.name in READS for use in slice.results[0].uses)
