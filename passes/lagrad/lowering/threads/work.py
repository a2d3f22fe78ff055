"""How much a loop has to do, as a number that the program computes."""

from __future__ import annotations

import math
from collections.abc import Callable

from ... import build
from ...build import constant_of, index
from ...forms import trip_count
from ...mlir import arith, ir
from ..facts.in_place import is_made_in
from ..facts.places import READS, WRITES, Linear, Place, moved, place
from ..facts.sum_of_products import static_sizes
from ..facts.whole_buffers import is_on_whole, loads_in_body
from ..walk import reached, walk

_FUNCTION = 10  # what a function costs, in sums
_ALONE = 32  # bytes of a vector, which take as long as one number where there is no vector code
_DIVISIONS = {"arith.remui", "arith.divui", "arith.ceildivui"}
_BOUNDS = {"memref.dim", "arith.constant", "arith.addi", "arith.subi", "arith.muli", *_DIVISIONS}
_TRIPS = 8  # of an inner loop whose bounds are not known before


def trips(loop: ir.Operation) -> ir.Value:
    """How often an `scf.for` of a positive step runs."""
    return _emitted(list(loop.operands)[:3], loop)


def work(loop: ir.Operation) -> ir.Value:
    """The bytes that all iterations of a loop read, write and compute as floats, about: of a number that is in no
    vector, and that LLVM puts in none, as many as a vector has."""
    return arith.muli(trips(loop), _of_block(loop.regions[0].blocks[0], loop))


def known_work(loop: ir.Operation) -> int | None:
    """`work`, where the bounds of the loop and of those inside are constants."""
    return _by(trip_count.known, (loop, loop.regions[0].blocks[0]), loop)


def most_work(loop: ir.Operation) -> int | None:
    """What `work` is at most, if that is known: loops over tiles of constant size are whole ones."""
    return _by(_most_trips, (loop, loop.regions[0].blocks[0]), loop)


def _by(
    trips: Callable[[ir.Operation], int | None], part: tuple[ir.Operation, ir.Block], outermost: ir.Operation
) -> int | None:
    """The work of an operation with a block, by the `trips` of loops; None where they are not known of one."""
    op, block = part
    often = trips(op) if op.name == "scf.for" else 1 if op.name == "scf.if" else _elements(op)
    if often is None:
        return None
    known, inner = _of_operations(block, outermost)
    for each in inner:
        if (more := _by(trips, each, outermost)) is None:
            return None
        known += more
    return often * known


def _elements(op: ir.Operation) -> int | None:
    """How often the body of an operation on whole buffers runs, if that is known."""
    fills = op.name in ("linalg.fill", "linalg.copy")
    sizes = static_sizes(op) if op.name == "linalg.generic" else op.operands[1].type.shape if fills else [build.DYNAMIC]
    return None if build.DYNAMIC in sizes else math.prod(sizes)


def _most_trips(loop: ir.Operation) -> int | None:
    if (count := trip_count.known(loop)) is not None:
        return count
    lower, upper, step = list(loop.operands)[:3]
    least = build.defining_op(upper, "arith.minsi")
    for end in least.operands if least and constant_of(step) == 1 else ():
        if (sum := build.defining_op(end, "arith.addi")) and lower in (operands := list(sum.operands)):
            if (size := constant_of(operands[1 - operands.index(lower)])) is not None:
                return max(0, size)
    return None


def _of_block(block: ir.Block, outermost: ir.Operation) -> ir.Value:
    known, inner = _of_operations(block, outermost)
    total = index(known)
    for op, body in inner:
        often = _often(op, outermost)
        total = arith.addi(total, arith.muli(often, _of_block(body, outermost)))
    return total


def _of_operations(block: ir.Block, outermost: ir.Operation) -> tuple[int, list[tuple[ir.Operation, ir.Block]]]:
    """What the operations of a block have to do, and the blocks inside them."""
    known, inner = 0, []
    least = 1 if _is_vector_code(block.owner.operation, outermost) else _ALONE
    for view in block.operations:
        op = view.operation
        if op.name in READS or op.name in WRITES:
            known += _bytes(moved(op).type, least)
        elif op.results and _is_number(op.results[0].type) and not _is_free(op):
            each = _FUNCTION if op.name.startswith("math.") else 1
            known += each * _bytes(op.results[0].type, least)
        elif is_on_whole(op):
            known += sum(_bytes_of_buffer(value) for value in op.operands)
        for region in op.regions:
            inner += [(op, b) for b in region.blocks]
    return known, inner


def _is_free(op: ir.Operation) -> bool:
    """Is it no instruction of its own? A product that is added is one with the sum."""
    uses = list(op.results[0].uses)
    is_added = len(uses) == 1 and uses[0].owner.operation.name in ("arith.addf", "arith.subf")
    return op.name in ("arith.constant", "vector.broadcast") or op.name == "arith.mulf" and is_added


def _is_vector_code(op: ir.Operation, outermost: ir.Operation) -> bool:
    """Is it an innermost loop whose iterations, or those of the outermost one, are neighbours in memory?"""
    if is_on_whole(op):
        return not loads_in_body(op)
    if op.name != "scf.for" or any(len(child.regions) for child in walk(op)):
        return False
    places = [place(access) for access in walk(op) if access.name in READS or access.name in WRITES]
    return any(all(_is_along(at, loop) for at in places) for loop in (op, outermost))


def _is_along(at: Place, loop: ir.Operation) -> bool:
    """Does a place move to a neighbour, in either direction, or stay, from one iteration of a loop to the next?"""
    counter = loop.regions[0].blocks[0].arguments[0]
    made_of = lambda value: () if isinstance(value.owner, ir.Block) else value.owner.operation.operands
    inside = lambda value: [other for other in made_of(value) if is_made_in(other, loop)]
    *outer, last = at.inside or (Linear({}, 0),)
    others = [value for index in outer for value in index.terms]
    others += [value for value in last.terms if value != counter]
    return last.terms.get(counter, 0) in (-1, 0, 1) and counter not in reached(others, inside)


def _is_number(type: ir.Type) -> bool:
    type = ir.VectorType(type).element_type if isinstance(type, ir.VectorType) else type
    return build.is_real(type) or build.is_complex(type)


def _bytes(type: ir.Type, least: int) -> int:
    """Of what is moved or computed; a number alone counts as the `least`."""
    if isinstance(type, ir.VectorType):
        return type.shape[0] * build.bytes_of(type.element_type)
    return max(least, build.bytes_of(type))


def _bytes_of_buffer(value: ir.Value) -> int:
    type = ir.MemRefType(value.type) if isinstance(value.type, ir.MemRefType) else None
    is_known = type is not None and type.has_static_shape and _is_number(type.element_type)
    return math.prod(type.shape) * build.bytes_of(type.element_type) if is_known else 0


def _often(op: ir.Operation, outermost: ir.Operation) -> ir.Value:
    """How often the body of an operation runs."""
    if op.name != "scf.for":
        return index(1 if op.name == "scf.if" else _TRIPS)
    bounds = [_before(v, outermost) for v in list(op.operands)[:3]]
    return index(_TRIPS) if any(v is None for v in bounds) else _emitted(bounds, op)


def _before(value: ir.Value, loop: ir.Operation) -> ir.Value | None:
    """A bound of an inner loop in front of the outermost one; None where that may not be computed there."""
    if not is_made_in(value, loop):
        return value
    op = build.defining_op(value, *_BOUNDS)
    if op is None or op.name in _DIVISIONS and not constant_of(op.operands[1]):
        return None
    operands = [_before(operand, loop) for operand in op.operands]
    known = all(operand is not None for operand in operands)
    return build.like(op, operands, [value.type]).results[0] if known else None


def _emitted(bounds: list[ir.Value], loop: ir.Operation) -> ir.Value:
    count = trip_count.emitted(bounds, trip_count.is_unsigned(loop))
    return index(count) if isinstance(count, int) else count
