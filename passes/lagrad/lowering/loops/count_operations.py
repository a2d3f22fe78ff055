"""`lagrad-count-operations`: a program that counts what it executes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...build import constant, emit, emit1, index
from ...mlir import ir
from ...passes import Pass
from ..profile.costs import NAMES, cost
from ..profile.counters import begin_function, held, hold
from ..walk import walk

COUNTS = "lagrad_operation_counts"  # the function that gives the counts since its last call, and begins again
_CELLS = "lagrad.operation_counts"


@dataclass(frozen=True)
class CountOperations(Pass):
    """Count the floating-point operations that a program executes, and the bytes that it reads and writes.

    Each block adds to four counters how many products, sums and other operations on floats it has, and how many
    bytes its loads and stores move. `lagrad_operation_counts`, a function of four integers, gives them and begins
    again. Runs on loops over memory (`lagrad-to-llvm-counted`), where scalars are all there is; what an external
    function does, or a copy of memory, is not counted.
    """

    name = "lagrad-count-operations"
    creates = ("func", "arith", "memref")

    def run(self, op: ir.Operation, report) -> None:
        with op.context, op.location:
            type = ir.MemRefType.get([len(NAMES)], ir.IntegerType.get_signless(64))
            blocks = [
                b for child in walk(op) for r in child.regions for b in r.blocks if child.name != "builtin.module"
            ]
            for block in blocks:
                _count(block, type)
            with ir.InsertionPoint.at_block_begin(op.regions[0].blocks[0]):
                hold(_CELLS, type, np.zeros(type.shape, np.int64))
            with ir.InsertionPoint(op.regions[0].blocks[0]):
                _define_counts(type)


def _count(block: ir.Block, type: ir.Type) -> None:
    """Adds to the counters, before a block ends, what is in it."""
    operations = [view.operation for view in block.operations]
    totals = [0] * len(NAMES)
    for op in operations:
        for number, amount in cost(op):
            totals[number] += amount
    if not any(totals) or not operations:
        return
    with operations[-1].location, ir.InsertionPoint(operations[-1]):
        cells = held(_CELLS, type)
        for number, amount in enumerate(totals):
            if amount:
                before = emit1("memref.load", type.element_type, cells, index(number))
                after = emit1("arith.addi", type.element_type, before, constant(type.element_type, amount))
                emit("memref.store", [], [after, cells, index(number)])


def _define_counts(type: ir.Type) -> None:
    """`lagrad_operation_counts() -> tensor<4xi64>`, as `lagrad-add-destinations` leaves functions."""
    block = begin_function(COUNTS, type)
    with ir.InsertionPoint(block):
        cells, zero = held(_CELLS, type), constant(type.element_type, 0)
        for number in range(len(NAMES)):
            at = index(number)
            emit("memref.store", [], [emit1("memref.load", type.element_type, cells, at), block.arguments[0], at])
            emit("memref.store", [], [zero, cells, at])
        emit("func.return", [], [])
