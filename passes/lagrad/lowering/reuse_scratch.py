"""`lagrad-reuse-scratch`: a buffer whose size only the trip around it knows is kept from trip to trip."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from .. import build
from ..mlir import arith, ir, memref, scf
from ..passes import Pass
from .walk import walk

_LOOPS = {"scf.for", "scf.while"}
_APART = {"scf.parallel", "scf.forall"}  # whose trips must not share memory


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
                for alloc in [child for child in walk(function) if _is_scratch(child, function)]:
                    with alloc.location:
                        _keep(alloc, function.regions[0].blocks[0])


def _is_scratch(op: ir.Operation, function: ir.Operation) -> bool:
    """An allocation in a loop, freed at the end of the same trip."""
    if op.name != "memref.alloc":
        return False
    type = ir.MemRefType(op.results[0].type)
    if type.has_static_shape or not type.affine_map.is_permutation or not _is_whole_bytes(type.element_type) or len(_frees(op)) != 1:
        return False
    around, in_loop = op.parent, False
    while around != function:
        if around.name in _APART:
            return False
        in_loop |= around.name in _LOOPS
        around = around.parent
    return in_loop


def _is_whole_bytes(type: ir.Type) -> bool:
    # In memory a truth value is a byte.
    return isinstance(type, (ir.FloatType, ir.IndexType)) or isinstance(type, ir.IntegerType) and type.width in (1, 8, 16, 32, 64)


def _frees(alloc: ir.Operation) -> list[ir.Operation]:
    users = [use.owner.operation for use in alloc.results[0].uses]
    return [user for user in users if user.name == "memref.dealloc" and user.block == alloc.block]


def _keep(alloc: ir.Operation, entry: ir.Block) -> None:
    type = ir.MemRefType(alloc.results[0].type)
    bytes_type = ir.MemRefType.get([ir.ShapedType.get_dynamic_size()], ir.IntegerType.get_signless(8))
    with ir.InsertionPoint.at_block_begin(entry):
        cell = memref.alloca(ir.MemRefType.get([], bytes_type), [], [])
        memref.store(memref.alloc(bytes_type, [build.index(0)], []), cell, [])
    (free,) = _frees(alloc)
    with ir.InsertionPoint(alloc):
        known = prod(type.get_dim_size(k) for k in range(type.rank) if not type.is_dynamic_dim(k))
        needed = build.index(known * build.bytes_of(type.element_type))
        for size in alloc.operands:
            needed = arith.muli(needed, size)
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
