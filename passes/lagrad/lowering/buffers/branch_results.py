"""What both sides of a branch make and give, in one buffer that is taken before the branch."""

from __future__ import annotations

from ...build import like
from ...mlir import ir, memref
from ..facts.in_place import is_known_before
from ..facts.views import is_scratch
from ..walk import last, walk


def take_before(root: ir.Operation) -> None:
    """Takes the memory of what branches give in front of them, where both sides take some of one size.

        %r = scf.if %c {                         %r = memref.alloc()
          %a = memref.alloc()                    scf.if %c {
          ...                                      ... to %r
          scf.yield %a                           } else {
        } else {                            =>     ... to %r
          %b = memref.alloc()                    }
          ...
          scf.yield %b
        }

    So it has one owner, and is freed where it is used last. Upstream's deallocation would ask at the end of the
    function which of its buffers it is.
    """
    for branch in reversed([op for op in walk(root) if op.name == "scf.if" and op.results]):
        sides = [last(region.blocks[0]) for region in branch.regions]
        made = {n: [_made(side, n) for side in sides] for n in range(len(branch.results))}
        alike = {n: buffers for n, buffers in made.items() if _are_alike(branch, buffers)}
        if alike:
            _take(branch, sides, alike)


def _made(side: ir.Operation, number: int) -> ir.Operation | None:
    """What takes the memory of a value that one side of a branch gives, and gives it once."""
    buffers = [_without_casts(value) for value in side.operands]
    buffer = buffers[number]
    if not is_scratch(buffer) or buffer.owner.operation.block != side.block or buffers.count(buffer) != 1:
        return None
    return buffer.owner.operation


def _without_casts(value: ir.Value) -> ir.Value:
    while not isinstance(value.owner, ir.Block) and value.owner.operation.name == "memref.cast":
        value = value.owner.operation.operands[0]
    return value


def _are_alike(branch: ir.Operation, buffers: list[ir.Operation | None]) -> bool:
    one, other = buffers
    if one is None or other is None or one.results[0].type != other.results[0].type:
        return False
    sizes = list(one.operands)
    return sizes == list(other.operands) and all(is_known_before(branch, size) for size in sizes)


def _take(branch: ir.Operation, sides: list[ir.Operation], alike: dict[int, list[ir.Operation]]) -> None:
    for n, (one, other) in alike.items():
        one.move_before(branch)
        other.results[0].replace_all_uses_with(one.results[0])
        other.erase()
        buffer, type = one.results[0], branch.results[n].type
        if buffer.type != type:
            with branch.location, ir.InsertionPoint.after(branch):
                buffer = memref.cast(type, buffer)
        branch.results[n].replace_all_uses_with(buffer)
    kept = [n for n in range(len(branch.results)) if n not in alike]
    for side in sides:
        with side.location, ir.InsertionPoint(side):
            ir.Operation.create("scf.yield", operands=[side.operands[n] for n in kept])
        side.erase()
    with branch.location, ir.InsertionPoint(branch):
        new = like(branch, branch.operands, [branch.results[n].type for n in kept])
    for n, result in zip(kept, new.results):
        branch.results[n].replace_all_uses_with(result)
    branch.erase()
