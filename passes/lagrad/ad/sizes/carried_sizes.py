"""Sizes that loops and branches decide, as values that they pass on.

    %r = scf.for ... iter_args(%t = %x) -> tensor<?xf64>      the size of %t is another in each iteration
    %r, %n = scf.for ... iter_args(%t = %x, %m = %size) -> (tensor<?xf64>, index)

So the sizes of all tensors are arithmetic on integers, which can be done without the tensors.
"""

from __future__ import annotations

from ... import build
from ...analysis.program import walk
from ...build import DYNAMIC, shape_of
from ...dialect import SHAPE
from ...mlir import ir
from ..emission import for_loop
from ..scope import copy_block


def carry(function: ir.Operation) -> bool:
    """Lets loops and branches carry the sizes that only the tensors they carry tell; whether there were any.

    All sizes are named by `lagrad.shape`.
    """
    changed = False
    for op in reversed([op for op in walk(function) if op.name in ("scf.for", "scf.if")]):  # inner ones first
        changed |= _carry_through_loop(op) if op.name == "scf.for" else _carry_through_branch(op)
    return changed


def _sizes(tensor: ir.Value) -> list[ir.Value | int]:
    """As they are named; read off the tensor, at the insertion point, where they are not."""
    for use in tensor.uses:
        if (op := use.owner.operation).name == SHAPE and op.operands[0] == tensor:
            dynamic = iter(list(op.operands)[1:])
            return [next(dynamic) if n == DYNAMIC else n for n in shape_of(tensor.type)]
    return build.sizes_of(tensor)


def _index(size: ir.Value | int) -> ir.Value:
    return build.index(size) if isinstance(size, int) else size


def _untold(tensor: ir.Value) -> list[tuple[int, ir.Value]]:
    """(dimension, size) where a size is only read off the tensor itself."""
    if not build.is_tensor(tensor.type) or DYNAMIC not in shape_of(tensor.type):
        return []
    found = []
    for use in tensor.uses:
        op = use.owner.operation
        if op.name == "tensor.dim" and (d := build.constant_of(op.operands[1])) is not None:
            found.append((d, op.results[0]))
    return found


def _name(tensor: ir.Value, dim: int, size: ir.Value) -> None:
    """Puts a size in the place of what reads it off a tensor."""
    for own, read in _untold(tensor):
        if own == dim:
            read.replace_all_uses_with(size)


def _open(pairs: list[tuple[ir.Value, ...]]) -> list[tuple[int, int]]:
    """(slot, dimension) of which one of the values that take turns in a slot tells the size."""
    return sorted({(slot, d) for slot, values in enumerate(pairs) for v in values for d, _ in _untold(v)})


def _carry_through_loop(op: ir.Operation) -> bool:
    body = op.regions[0].blocks[0]
    places = _open(list(zip(list(body.arguments)[1:], op.results)))
    if not places:
        return False
    count = len(list(op.results))
    with op.location, ir.InsertionPoint(op):
        inits = list(op.operands)[3:]
        starts = [_index(_sizes(inits[slot])[d]) for slot, d in places]
        loop = for_loop(list(op.operands)[:3], [*inits, *starts], op)
        block = loop.regions[0].blocks[0]
        induction, *carried = block.arguments
        with ir.InsertionPoint(block):
            yields = copy_block(body, [induction, *carried[:count]])
            build.emit("scf.yield", [], [*yields, *(_index(_sizes(yields[slot])[d]) for slot, d in places)])
    for number, (slot, d) in enumerate(places):
        _name(carried[slot], d, carried[count + number])
    return _put(op, loop, places)


def _carry_through_branch(op: ir.Operation) -> bool:
    places = _open([(r,) for r in op.results])
    if not places:
        return False
    types = [*(r.type for r in op.results), *[build.index_type()] * len(places)]
    with op.location, ir.InsertionPoint(op):
        branch = ir.Operation.create("scf.if", results=types, operands=[op.operands[0]], regions=2)
        for region, old in zip(branch.regions, op.regions):
            with ir.InsertionPoint(region.blocks.append()):
                yields = copy_block(old.blocks[0], [])
                build.emit("scf.yield", [], [*yields, *(_index(_sizes(yields[slot])[d]) for slot, d in places)])
    return _put(op, branch, places)


def _put(op: ir.Operation, new: ir.Operation, places: list[tuple[int, int]]) -> bool:
    """Puts an operation in the place of one with fewer results."""
    count = len(list(op.results))
    for old, result in zip(op.results, list(new.results)[:count]):
        old.replace_all_uses_with(result)
    op.erase()
    for (slot, d), size in zip(places, list(new.results)[count:]):
        _name(new.results[slot], d, size)
    return True
