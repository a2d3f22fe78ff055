"""`lagrad-hoist-buffers`: memory that every trip of a loop needs is taken once, with room for the largest."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import DYNAMIC, index
from ...mlir import arith, ir, memref
from ...passes import Pass, option
from ..facts.in_place import inside
from ..facts.views import TYPES
from ..walk import walk
from .bounds import Bounds
from .shared_rooms import Room, share


@dataclass(frozen=True)
class HoistBuffers(Pass):
    """Move allocations out of loops where their sizes change from trip to trip but have a bound.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %buffer = memref.alloc(%i) : memref<?xf64>
    ```
    becomes
    ```mlir
    %room = memref.alloc(%n - 1) : memref<?xf64>
    scf.for %i = %c0 to %n step %c1 {
      %buffer = memref.reinterpret_cast %room to offset: [0], sizes: [%i], strides: [1]
    ```
    Upstream's `buffer-loop-hoisting` moves those of one size. A buffer that the next trip gets stays. Buffers of one
    loop that no trip needs at the same time have one room, as large as the largest of them.

    A `memref.alloca` of static size moves to the beginning of its function. The stack grows with each one that runs
    until the function returns: one in a loop of a million trips overflows it.
    """

    name = "lagrad-hoist-buffers"
    anchor = "func.func"
    creates = ("memref", "arith")

    share: bool = option(True, "Whether buffers of one loop may have one room.")

    def run(self, op: ir.Operation, report) -> None:
        if not op.regions[0].blocks:
            return
        first = op.regions[0].blocks[0].operations[0].operation
        for alloca in [child for child in walk(op) if child.name == "memref.alloca" and not child.operands]:
            if alloca.block != first.block:
                alloca.move_before(first)
        found = [_hoist(alloc) for alloc in [child for child in walk(op) if child.name == "memref.alloc"]]
        if self.share:
            share([room for room in found if room is not None], report)


def _hoist(alloc: ir.Operation) -> Room | None:
    if not alloc.results[0].type.affine_map == ir.AffineMap.get_identity(alloc.results[0].type.rank):
        return None
    target, elements = None, None
    for loop in _loops_around(alloc):
        if loop.name not in ("scf.for", "scf.while") or leaves(alloc.results[0], loop):
            break
        with alloc.location, ir.InsertionPoint(loop):
            bounds = [Bounds(loop).upper(size) for size in alloc.operands]
            if any(bound is None for bound in bounds):
                break
            target, elements = loop, bounds
    return None if target is None else _replace(alloc, target, elements)


def _loops_around(op: ir.Operation):
    while op.name != "func.func":
        op = op.parent
        if op.name in ("scf.for", "scf.while", "scf.parallel", "scf.forall"):
            yield op


def leaves(buffer: ir.Value, loop: ir.Operation) -> bool:
    """Whether a buffer may outlive a trip of the loop: it, or another name of it, is passed on."""
    work, seen = [buffer], {buffer}
    while work:
        for use in work.pop().uses:
            user = use.owner.operation
            if user.name == "memref.store" and use.operand_number == 0:
                return True  # by whom it is loaded is not known
            if user.name in ("scf.yield", "scf.condition", "cf.br", "cf.cond_br", "func.return"):
                user = user.parent
                if user == loop or all(inside(user, region.blocks[0]) is None for region in loop.regions):
                    return True
            aliases = [r for r in user.results if isinstance(r.type, TYPES)]
            if len(user.regions) and user.name in ("scf.for", "scf.while"):
                aliases += [a for region in user.regions for a in region.blocks[0].arguments]
            for alias in aliases:
                if isinstance(alias.type, TYPES) and alias not in seen:
                    seen.add(alias)
                    work.append(alias)
    return False


def _replace(alloc: ir.Operation, loop: ir.Operation, bounds: list[ir.Value]) -> Room:
    """Gives every trip its part of one buffer in front of the loop."""
    t = alloc.results[0].type
    with alloc.location, ir.InsertionPoint(loop):
        room, largest = index(1), iter(bounds)
        for k in range(t.rank):
            size = arith.maxsi(next(largest), index(0)) if t.is_dynamic_dim(k) else index(t.get_dim_size(k))
            room = arith.muli(room, size)
        whole = memref.alloc(ir.MemRefType.get([DYNAMIC], t.element_type), [room], [])
    with alloc.location, ir.InsertionPoint(alloc):
        given = iter(alloc.operands)
        sizes = [next(given) if t.is_dynamic_dim(k) else t.get_dim_size(k) for k in range(t.rank)]
        strides: list[ir.Value | int] = []
        for size in reversed([*sizes[1:], 1][: t.rank]):
            strides.insert(0, _times(size, strides[0]) if strides else size)
        part = memref.ReinterpretCastOp(
            t, whole, [], *map(_dynamic, (sizes, strides)), [0], *map(_static, (sizes, strides))
        ).result
    alloc.results[0].replace_all_uses_with(part)
    alloc.erase()
    return Room(whole, room, loop, part.owner.operation)


def _times(x: ir.Value | int, y: ir.Value | int) -> ir.Value | int:
    if isinstance(x, int) and isinstance(y, int):
        return x * y
    return arith.muli(*(index(n) if isinstance(n, int) else n for n in (x, y)))


def _dynamic(numbers: list[ir.Value | int]) -> list[ir.Value]:
    return [n for n in numbers if not isinstance(n, int)]


def _static(numbers: list[ir.Value | int]) -> list[int]:
    return [n if isinstance(n, int) else DYNAMIC for n in numbers]
