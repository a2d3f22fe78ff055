"""What an iteration of a loop does that lanes make faster, and what they make slower."""

from __future__ import annotations

from dataclasses import dataclass

from ...forms import trip_count
from ...mlir import ir
from .runs import accessed, counter_by_one, is_run

_WEIGHTS = {"arith.divf": 4, "math.sqrt": 4, "math.rsqrt": 4, "math.absf": 1, "math.copysign": 1, "math.fma": 2}
_MATH = 10  # what any other function costs, in sums
_TRIPS = 8  # of an inner loop, where they are not known


@dataclass
class Cost:
    """Of an iteration: arithmetic, in sums, and elements that lanes read and write one by one."""

    work: int = 0
    accesses: int = 0


def cost_of(loop: ir.Operation, moving: set[ir.Value]) -> Cost:
    """Of an iteration of the loop, in which lanes differ in `moving`."""
    return _cost(loop.regions[0].blocks[0], counter_by_one(loop), moving)


def _cost(block: ir.Block, counter: ir.Value | None, moving: set[ir.Value]) -> Cost:
    cost = Cost()
    for view in block.operations:
        op = view.operation
        name = op.name
        if name in ("memref.load", "memref.store"):
            buffer, indices = accessed(op)
            in_lanes = buffer in moving or not moving.isdisjoint(indices)
            cost.accesses += in_lanes and not is_run(buffer, indices, counter, moving)
        elif name.startswith(("arith.", "math.")):
            result = op.results[0]
            if result in moving and isinstance(result.type, ir.FloatType):
                cost.work += _weight(name)
        elif len(op.regions):
            factor = _times(op)
            for region in op.regions:
                for inner in region.blocks:
                    inside = _cost(inner, counter, moving)
                    cost.work += factor * inside.work
                    cost.accesses += factor * inside.accesses
    return cost


def most_work(block: ir.Block, known: dict[ir.Operation, int]) -> int:
    """The work of a block if lanes differ in all; `known` has it, and gets it, of the operations inside."""
    work = 0
    for view in block.operations:
        op = view.operation
        name = op.name
        if name.startswith(("arith.", "math.")):
            if isinstance(op.results[0].type, ir.FloatType):
                work += _weight(name)
        elif len(op.regions):
            if op not in known:
                known[op] = _times(op) * sum(
                    most_work(inner, known) for region in op.regions for inner in region.blocks
                )
            work += known[op]
    return work


def _weight(name: str) -> int:
    return _WEIGHTS.get(name, _MATH if name.startswith("math.") else 1)


def _times(op: ir.Operation) -> int:
    trips = trip_count.known(op) if op.name == "scf.for" else 1
    return _TRIPS if trips is None else trips
