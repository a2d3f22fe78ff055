"""How much a loop has to do, as a number that the program computes."""

from __future__ import annotations

from ... import build
from ...build import constant_of, index
from ...forms import trip_count
from ...mlir import arith, ir
from ..facts.in_place import is_made_in

_FUNCTION = 10  # what a function costs, in sums
_TRIPS = 8  # of an inner loop whose bounds are not known before


def trips(loop: ir.Operation) -> ir.Value:
    """How often an `scf.for` of a positive step runs."""
    return _emitted(list(loop.operands)[:3], loop)


def work(loop: ir.Operation) -> ir.Value:
    """The operations on floats, and the elements read and written, of all iterations of a loop, about."""
    return arith.muli(trips(loop), _of_block(loop.regions[0].blocks[0], loop))


def _of_block(block: ir.Block, outermost: ir.Operation) -> ir.Value:
    known, inner = 0, []
    for view in block.operations:
        op = view.operation
        if op.name in ("memref.load", "memref.store"):
            known += 1
        elif any(build.is_real(v.type) or build.is_complex(v.type) for v in op.results):
            known += _FUNCTION if op.name.startswith("math.") else op.name != "arith.constant"
        for region in op.regions:
            inner += [(op, b) for b in region.blocks]
    total = index(known)
    for op, body in inner:
        often = _often(op, outermost)
        total = arith.addi(total, arith.muli(often, _of_block(body, outermost)))
    return total


def _often(op: ir.Operation, outermost: ir.Operation) -> ir.Value:
    """How often the body of an operation runs."""
    if op.name != "scf.for":
        return index(1 if op.name == "scf.if" else _TRIPS)
    bounds = list(op.operands)[:3]
    numbers = [constant_of(v) for v in bounds]
    if any(n is None and is_made_in(v, outermost) for n, v in zip(numbers, bounds)):
        return index(_TRIPS)
    begin, end, step = (v if n is None else index(n) for n, v in zip(numbers, bounds))
    return _emitted([begin, end, step], op)


def _emitted(bounds: list[ir.Value], loop: ir.Operation) -> ir.Value:
    count = trip_count.emitted(bounds, trip_count.is_unsigned(loop))
    return index(count) if isinstance(count, int) else count
