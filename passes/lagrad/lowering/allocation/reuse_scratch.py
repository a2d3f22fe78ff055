"""`lagrad-reuse-scratch`: a buffer whose size only the trip around it knows is kept from trip to trip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from ... import build
from ...mlir import arith, ir, memref, scf
from ...passes import Pass
from ..walk import walk
from .stores import bytes_needed, can_hold

_LOOPS = {"scf.for", "scf.while"}
_APART = {"scf.parallel", "scf.forall"}  # whose trips must not share memory
SMALL = 1024  # bytes: as what is put on the stack before buffers are freed


@dataclass(frozen=True)
class ReuseScratch(Pass):
    """Keep a buffer that a loop allocates and frees in every trip, and enlarge it where it is too small.

    ```mlir
    scf.for ... {
      %n = ...
      %a = memref.alloc(%n) : memref<?xf64>
      ...
      memref.dealloc %a
    }
    ```
    The memory is a `memref<?xi8>` in a cell before the loop. A trip that needs more frees it and allocates twice what
    it needs; all others take what is there. Buffers that can move out of their loops have done so before.
    """

    name = "lagrad-reuse-scratch"
    creates = ("arith", "memref", "scf")

    def run(self, op, report) -> None:
        for view in op.regions[0].blocks[0].operations:
            function = view.operation
            if function.name == "func.func" and len(list(function.regions[0].blocks)) == 1:
                entry = function.regions[0].blocks[0]
                for alloc in [child for child in walk(function) if child.name == "memref.alloc"]:
                    with alloc.location:
                        if is_small(alloc) and not runs_apart(alloc):
                            _put_on_stack(alloc, entry)
                        elif is_scratch(alloc):
                            _keep(alloc, entry)


def is_scratch(op: ir.Operation) -> bool:
    """An allocation in a loop, freed at the end of the same trip."""
    return can_hold(op) and len(frees(op)) == 1 and is_in_loop(op) and not runs_apart(op)


def is_small(op: ir.Operation) -> bool:
    """An allocation that the stack has room for, freed where it was made."""
    type = ir.MemRefType(op.results[0].type)
    return can_hold(op) and type.has_static_shape and prod(type.shape) * build.bytes_of(type.element_type) <= SMALL and len(frees(op)) == 1


def is_in_loop(op: ir.Operation) -> bool:
    return any(around.name in _LOOPS for around in _around(op))


def runs_apart(op: ir.Operation) -> bool:
    """Is an operation in a loop whose trips must not share memory?"""
    return any(around.name in _APART for around in _around(op))


def _around(op: ir.Operation) -> Iterator[ir.Operation]:
    while (op := op.parent.operation).name != "func.func":
        yield op


def frees(alloc: ir.Operation) -> list[ir.Operation]:
    users = [use.owner.operation for use in alloc.results[0].uses]
    return [user for user in users if user.name == "memref.dealloc" and user.block == alloc.block]


def _put_on_stack(alloc: ir.Operation, entry: ir.Block) -> None:
    with ir.InsertionPoint.at_block_begin(entry):
        buffer = memref.alloca(alloc.results[0].type, [], [])
    (free,) = frees(alloc)
    free.erase()
    alloc.results[0].replace_all_uses_with(buffer)
    alloc.erase()


def _keep(alloc: ir.Operation, entry: ir.Block) -> None:
    type = ir.MemRefType(alloc.results[0].type)
    bytes_type = ir.MemRefType.get([ir.ShapedType.get_dynamic_size()], ir.IntegerType.get_signless(8))
    with ir.InsertionPoint.at_block_begin(entry):
        cell = memref.alloca(ir.MemRefType.get([], bytes_type), [], [])
        memref.store(memref.alloc(bytes_type, [build.index(0)], []), cell, [])
    (free,) = frees(alloc)
    with ir.InsertionPoint(alloc):
        needed = bytes_needed(type, list(alloc.operands))
        before = memref.load(cell, [])
        there = memref.dim(before, build.index(0))
        grow = scf.IfOp(arith.cmpi(arith.CmpIPredicate.ugt, needed, there))
        with ir.InsertionPoint(grow.then_block):
            memref.dealloc(before)
            memref.store(memref.alloc(bytes_type, [arith.muli(needed, build.index(2))], []), cell, [])
            scf.yield_([])
        kept = memref.view(type, memref.load(cell, []), build.index(0), list(alloc.operands))
    free.erase()
    alloc.results[0].replace_all_uses_with(kept)
    alloc.erase()
    with ir.InsertionPoint(list(entry.operations)[-1]):
        memref.dealloc(memref.load(cell, []))
