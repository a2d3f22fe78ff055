"""Loops that carry sums, as loops that add to memory: their iterations are independent but for that."""

from __future__ import annotations

from ... import build
from ...dialect import EXACT
from ...forms.generic import clone_into
from ...mlir import arith, ir, memref, scf
from ..walk import enclosing_function

NOTHING = -0.0  # adding it changes no number


def carries_sums(loop: ir.Operation) -> bool:
    """Is each number that a loop carries one to which its iterations add, and which nothing else in it reads?"""
    carried = list(loop.regions[0].blocks[0].arguments)[1:]
    return all(isinstance(value.type, ir.FloatType) and _is_summed(value, n) for n, value in enumerate(carried))


def _is_summed(value: ir.Value, number: int) -> bool:
    """Does a number that a loop carries become the sum of it and others, through inner loops too?"""
    block = value.owner
    while True:
        uses = list(value.uses)
        if len(uses) != 1 or uses[0].owner.operation.block != block:
            return False
        user, at = uses[0].owner.operation, uses[0].operand_number
        match user.name:
            case "scf.yield":
                return at == number
            case "scf.for" if at >= 3 and _is_summed(list(user.regions[0].blocks[0].arguments)[at - 2], at - 3):
                value = user.results[at - 3]
            case _ if EXACT in user.attributes:
                return False
            case "arith.addf":
                value = user.results[0]
            case "arith.subf" if at == 0:
                value = user.results[0]
            case _:
                return False


def cells_of(loop: ir.Operation) -> list[ir.Value]:
    """Buffers of one number for what a loop carries, made where the function begins."""
    with ir.InsertionPoint.at_block_begin(enclosing_function(loop).regions[0].blocks[0]):
        return [memref.alloca(ir.MemRefType.get([], result.type), [], []) for result in loop.results]


def with_sums_in_memory(loop: ir.Operation, cells: list[ir.Value], in_order: bool = False) -> ir.Operation:
    """A copy of the loop, here, that adds to buffers of one number what each iteration adds to what it carries.

    It adds all that one iteration has at once, or one term after the other, `in_order`, as the loop does.
    """
    new = scf.ForOp(*list(loop.operands)[:3])
    old = loop.regions[0].blocks[0]
    counter, *carried = old.arguments
    (*ops, last) = [view.operation for view in old.operations]
    with ir.InsertionPoint(new.body):
        known = {counter: new.induction_variable}
        for value, cell in zip(carried, cells):
            known[value] = memref.load(cell, []) if in_order else build.constant(value.type, NOTHING)
        for op in ops:
            clone_into(op, known)
        for value, cell in zip(last.operands, cells):
            total = known.get(value, value)
            memref.store(total if in_order else arith.addf(memref.load(cell, []), total), cell, [])
        scf.yield_([])
    return new.operation
