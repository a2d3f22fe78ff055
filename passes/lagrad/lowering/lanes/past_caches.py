"""Stores that go to memory past the caches, of a loop over neighbours."""

from __future__ import annotations

import math

from ...build import DYNAMIC, bytes_of, compare_integers, emit, emit1, index, index_type
from ...forms.nests import choice
from ...mlir import ir
from ..facts.in_place import is_made_in
from ..facts.independence import Independent
from ..facts.places import place
from ..walk import walk
from .at_once import run_at_once
from .runs import accessed, counter_by_one, has_lanes, is_run
from .varying import varying

_WIDTH = 8  # elements that are written together
_SEQUENTIAL = 7  # LLVM's number of `seq_cst`


def may_be_large(buffer: ir.Value, least: int) -> bool:
    type = ir.MemRefType(buffer.type)
    return DYNAMIC in type.shape or math.prod(type.shape) * bytes_of(type.element_type) >= least


def goes_along(loop: ir.Operation, store: ir.Operation) -> bool:
    """Is it an innermost loop over neighbours, which reads what is the same in all iterations, or neighbours too?"""
    if loop.name != "scf.for" or loop.results:
        return False
    counter = loop.regions[0].blocks[0].arguments[0]
    if not isinstance(counter.type, ir.IndexType):
        return False
    if any(is_made_in(value, loop) and value != counter for at in place(store).indices for value in at.terms):
        return False
    moving = varying(loop)
    for op in walk(loop):
        if len(op.regions) or not all(has_lanes(v.type) for v in op.results):
            return False
        if op.name in ("memref.load", "memref.store"):
            buffer, indices = accessed(op)
            same = op != store and buffer not in moving and not any(v in moving for v in indices)
            if not same and not is_run(buffer, indices, counter_by_one(loop), moving):
                return False
    return True


def is_large(buffer: ir.Value, least: int) -> ir.Value:
    """Whether a buffer has `least` bytes, at run time."""
    type = ir.MemRefType(buffer.type)
    size = index(bytes_of(type.element_type))
    for n in range(type.rank):
        size = emit1("arith.muli", index_type(), size, emit1("memref.dim", index_type(), buffer, index(n)))
    return compare_integers("sge", size, index(least))


def write_past_caches(loop: ir.Operation, store: ir.Operation, large: ir.Value, found: Independent) -> None:
    begin, end = list(loop.operands)[:2]
    size = bytes_of(store.operands[0].type)
    with loop.location, ir.InsertionPoint(loop):
        type = begin.type
        trips = emit1("arith.maxsi", type, emit1("arith.subi", type, end, begin), index(0))
        to_line = emit1("arith.subi", type, index(0), _address(loop, store))
        to_line = emit1("arith.andi", type, to_line, index(_WIDTH * size - 1))
        # An array that does not even begin at a multiple of its elements' size never comes to a line.
        comes = compare_integers("eq", emit1("arith.andi", type, to_line, index(size - 1)), index(0))
        comes = emit1("arith.andi", comes.type, comes, large)
        ahead = emit1("arith.minsi", type, emit1("arith.divui", type, to_line, index(size)), trips)
        ahead = emit1("arith.select", type, comes, ahead, trips)
        aligned = emit1("arith.addi", type, begin, ahead)
        first = loop.clone()
    first.operation.operands[1] = aligned
    loop.operands[0] = aligned
    at_once = run_at_once(loop, _WIDTH, varying(loop), found)
    [written] = [op for op in walk(at_once) if op.name == "vector.store" and op.operands[1] == store.operands[1]]
    written.attributes["nontemporal"] = ir.BoolAttr.get(True)
    written.attributes["alignment"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _WIDTH * size)


def _address(loop: ir.Operation, store: ir.Operation) -> ir.Value:
    """Where the first iteration writes, in bytes."""
    at = place(store)
    begin, counter = loop.operands[0], loop.regions[0].blocks[0].arguments[0]
    rank = len(at.indices)
    scalar = ir.MemRefType.get([], ir.MemRefType(at.root.type).element_type)
    _, offset, *numbers = emit("memref.extract_strided_metadata", [scalar] + [index_type()] * (1 + 2 * rank), [at.root])
    for place_, stride in zip(at.indices, numbers[rank:]):
        of_dimension = index(place_.number)
        for value, factor in place_.terms.items():
            term = emit1("arith.muli", index_type(), begin if value == counter else value, index(factor))
            of_dimension = emit1("arith.addi", index_type(), of_dimension, term)
        offset = emit1("arith.addi", index_type(), offset, emit1("arith.muli", index_type(), of_dimension, stride))
    size = index(bytes_of(scalar.element_type))
    pointer = emit1("memref.extract_aligned_pointer_as_index", index_type(), at.root)
    return emit1("arith.addi", index_type(), pointer, emit1("arith.muli", index_type(), offset, size))


def fence(before: ir.Operation, larges: list[ir.Value]) -> None:
    """Has the stores done before an operation: they are not in order with later ones, as another thread sees them."""
    with before.location, ir.InsertionPoint(before):
        any_large = larges[0]
        for large in larges[1:]:
            any_large = emit1("arith.ori", any_large.type, any_large, large)
        ordering = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _SEQUENTIAL)
        choice(any_large, [], lambda: emit("llvm.fence", [], [], ordering=ordering))
