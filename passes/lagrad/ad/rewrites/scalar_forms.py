"""Scalars that a front end wraps in tensors, and counters that loops carry.

Exporters write a loop counter as a `tensor<i32>` and its increment as a `linalg.generic` without
loops. Here such operations become scalar ones, loops and branches hand on the element instead
of the tensor, and an integer to which a loop adds the same amount in every iteration becomes a
function of the induction variable. So it need not be recorded, nor does an index made of it.
"""

from __future__ import annotations

from ... import build
from ...analysis.program import walk
from ...forms import trip_count
from ...mlir import ir
from ..emission import for_loop
from ..scope import copy_block


def unwrap(function: ir.Operation) -> bool:
    """Makes scalars of tensors of rank 0, where loops and branches carry them; whether there were any."""
    changed = False
    for op in reversed([op for op in walk(function) if op.name in _UNWRAPPED]):  # inner ones first
        changed |= _UNWRAPPED[op.name](op)
    return changed


def count(function: ir.Operation) -> bool:
    """Makes counters functions of the induction variable; whether there were any."""
    return any([_count(op) for op in walk(function) if op.name == "scf.for"])


def _is_wrapped(type: ir.Type) -> bool:
    return build.is_tensor(type) and not build.shape_of(type)


def _element(tensor: ir.Value) -> ir.Value:
    return build.extract(tensor, []) if _is_wrapped(tensor.type) else tensor


def _wrap(value: ir.Value, type: ir.Type) -> ir.Value:
    return build.emit1("tensor.from_elements", type, value) if _is_wrapped(type) else value


def _bare(type: ir.Type) -> ir.Type:
    return build.element(type) if _is_wrapped(type) else type


def _replace(op: ir.Operation, values: list[ir.Value]) -> bool:
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()
    return True


def _unwrap_linalg(op: ir.Operation) -> bool:
    if not op.results or not all(_is_wrapped(v.type) or not build.is_tensor(v.type) for v in op.operands):
        return False
    with op.location, ir.InsertionPoint(op):
        if op.name == "linalg.fill":
            values = [op.operands[0]]
        else:
            values = copy_block(op.regions[0].blocks[0], [_element(v) for v in op.operands])
        return _replace(op, [_wrap(v, r.type) for v, r in zip(values, op.results)])


def _unwrap_for(op: ir.Operation) -> bool:
    if not any(_is_wrapped(r.type) for r in op.results):
        return False
    types = [r.type for r in op.results]
    with op.location, ir.InsertionPoint(op):
        bounds, inits = list(op.operands)[:3], list(op.operands)[3:]
        loop = for_loop(bounds, [_element(v) for v in inits], op)
        block = loop.regions[0].blocks[0]
        with ir.InsertionPoint(block):
            induction, *carried = block.arguments
            wrapped = [_wrap(v, t) for v, t in zip(carried, types)]
            build.emit(
                "scf.yield", [], [_element(v) for v in copy_block(op.regions[0].blocks[0], [induction, *wrapped])]
            )
        return _replace(op, [_wrap(v, t) for v, t in zip(loop.results, types)])


def _unwrap_if(op: ir.Operation) -> bool:
    if not any(_is_wrapped(r.type) for r in op.results):
        return False
    types = [r.type for r in op.results]
    with op.location, ir.InsertionPoint(op):
        branch = ir.Operation.create("scf.if", results=[_bare(t) for t in types], operands=[op.operands[0]], regions=2)
        for region, old in zip(branch.regions, op.regions):
            with ir.InsertionPoint(region.blocks.append()):
                build.emit("scf.yield", [], [_element(v) for v in copy_block(old.blocks[0], [])])
        return _replace(op, [_wrap(v, t) for v, t in zip(branch.results, types)])


_UNWRAPPED = {
    "linalg.generic": _unwrap_linalg,
    "linalg.fill": _unwrap_linalg,
    "scf.for": _unwrap_for,
    "scf.if": _unwrap_if,
}


def _count(op: ir.Operation) -> bool:
    body = op.regions[0].blocks[0]
    bounds, inits = list(op.operands)[:3], list(op.operands)[3:]
    last = list(body.operations)[-1].operation
    found = False
    for slot, start in enumerate(inits):
        before = body.arguments[slot + 1]
        step = _amount(op, before, last.operands[slot])
        if step is None:
            continue
        with op.location:
            with ir.InsertionPoint.at_block_begin(body):
                now = _after(start, trip_count.iteration(body.arguments[0], bounds), *step)
            before.replace_all_uses_with(now)
            last.operands[slot] = before  # so that folding takes it out of the loop
            if list(op.results[slot].uses):
                with ir.InsertionPoint(op):
                    trips = trip_count.emitted(bounds, trip_count.is_unsigned(op))
                    trips = build.index(trips) if isinstance(trips, int) else trips
                    op.results[slot].replace_all_uses_with(_after(start, trips, *step))
        found = True
    return found


def _amount(loop: ir.Operation, before: ir.Value, after: ir.Value) -> tuple[str, ir.Value] | None:
    """How a carried integer changes: the operation, and what every iteration adds or subtracts."""
    if not isinstance(before.type, (ir.IntegerType, ir.IndexType)) or isinstance(after.owner, ir.Block):
        return None
    op = after.owner.operation
    if op.name not in ("arith.addi", "arith.subi"):
        return None
    left, right = op.operands
    if op.name == "arith.addi" and right == before:
        left, right = right, left
    if left != before or right == before or _is_inside(right, loop):
        return None
    return op.name, right


def _is_inside(value: ir.Value, loop: ir.Operation) -> bool:
    """Whether a value that the body of a loop uses directly is computed in it."""
    owner = value.owner
    block = owner if isinstance(owner, ir.Block) else owner.operation.block
    return block == loop.regions[0].blocks[0]


def _after(start: ir.Value, iterations: ir.Value, how: str, amount: ir.Value) -> ir.Value:
    """The integer after so many iterations; like the additions, it wraps around."""
    type = start.type
    if iterations.type != type:
        iterations = build.emit1("arith.index_cast", type, iterations)
    change = build.emit1("arith.muli", type, iterations, amount)
    return build.emit1(how, type, start, change)
