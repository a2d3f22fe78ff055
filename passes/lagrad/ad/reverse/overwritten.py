"""Tensors that a loop carries and of which an iteration overwrites a part only: a row, a block.

Where a plan records such a tensor whole in each iteration, the part is enough. The adjoint loop starts with the tensor
as the loop leaves it, and puts the part back before the adjoint of each iteration:

    old = part of the state        first in the primal iteration, recorded
    state = old put into state     first in the adjoint of the iteration

A part is said for each dimension: it is at one place that the body knows from the start, or all of the dimension. That
every write of the body is inside of it needs no proof of how often what runs. Where the place is not known to be in the
tensor it is moved there: an iteration for which it is not writes nothing at it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import build
from ...analysis.program import Program
from ...analysis.recording.slices import Key
from ...analysis.recording.tbr import Plan
from ...build import DYNAMIC, constant_of
from ...forms import trip_count
from ...mlir import ir
from ..scope import Scope, clone
from .sweep import Sweep

_ARITHMETIC = {f"arith.{name}" for name in "constant addi subi muli minsi maxsi minui maxui index_cast".split()}
Place = tuple[ir.Value | int, int]  # where a part begins in a dimension, and how long it is
Part = list[Place | None]  # for each dimension; None is all of it


def with_parts(program: Program, plan: Plan) -> Program | None:
    """The program with operations for the parts of the tensors that a plan records whole; None if there are none.

    A loop in a loop is put back from its last state, too, which the outer iteration computes again or has.
    """
    found = [
        (loop, state, part)
        for loop, keys in plan.recorded.items()
        for state in _recorded_states(program, loop, keys)
        if (part := _part(program, loop, state)) is not None
    ]
    if not found:
        return None
    olds = {}
    for loop, state, part in found:
        with loop.location, ir.InsertionPoint.at_block_begin(program.body(loop)):
            olds[state] = _emit(program, loop, state, part)
    again = Program(program.function, program.derivatives)
    again.sizes_of.update(program.sizes_of)
    for state, (old, sizes) in olds.items():
        again.overwritten[state] = old
        again.sizes_of[old] = sizes
    return again


def _recorded_states(program: Program, loop: ir.Operation, keys: list[Key]) -> list[ir.Value]:
    """The carried tensors that a loop records, or of which it records what becomes of them in its body."""
    found = {v for v in keys if isinstance(v, ir.Value) and build.is_tensor(v.type)}
    return [
        state
        for state in list(program.body(loop).arguments)[1:]
        if build.is_tensor(state.type) and found & {state, *_states(program, state)}
    ]


def put_back(program: Program, state: ir.Value, later: ir.Value, scope: Scope) -> ir.Value:
    """A carried tensor as it was, from what became of it and from its part."""
    old = program.overwritten[state]
    at = build.slice_parts(old.owner.operation, 1)
    parts = [[n if isinstance(n, int) else scope[n] for n in part] for part in at]
    return build.insert_slice(scope[old], later, *parts)


def before(state: ir.Value, inner: Sweep) -> ir.Value:
    """A carried tensor as it was, once the adjoint of the iteration is done.

    What the adjoint computed again of the iteration has changed it in place, within its part; adjoints of loops inside
    have put back what those changed.
    """
    states = _states(inner.program, state)
    restored = (v for v in states if v in inner.restored)
    *_, last = (v for v in states if v in inner.scope.values)
    last = next(restored, last)
    return inner.scope[state] if last == state else put_back(inner.program, state, inner.scope[last], inner.scope)


def _states(program: Program, state: ir.Value) -> list[ir.Value]:
    """What becomes of a carried tensor in the body of its loop, in order."""
    loop = state.owner.owner
    value, found = program.yields(loop)[ir.BlockArgument(state).arg_number - 1], []
    while value is not None and value != state:
        if program.block_of(value) == program.body(loop):
            found.append(value)
        value = _before(program, value)
    return [state, *reversed(found)]


def _before(program: Program, value: ir.Value) -> ir.Value | None:
    """The tensor that is updated to a value; of a branch, what one side makes of it. None if it is none of these."""
    if isinstance(value.owner, ir.Block):
        return None
    op, number = value.owner.operation, ir.OpResult(value).result_number
    match op.name:
        case "scf.for":
            return op.operands[3 + number]
        case "scf.if":
            return program.yields(op)[number]
        case "tensor.insert" | "tensor.insert_slice":
            return op.operands[1]
    return None


def _part(program: Program, loop: ir.Operation, state: ir.Value) -> Part | None:
    """The least part that covers what an iteration writes; None if that is all."""
    number = ir.BlockArgument(state).arg_number - 1
    shape, body = program.sizes(state), program.body(loop)
    if any(not isinstance(n, int) and not program.is_defined_outside(n, body) for n in shape):
        return None
    part: Part = []
    writes = list(_writes(program, program.yields(loop)[number], state))
    if None in writes:
        return None
    for d, size in enumerate(shape):
        places = {_normal(write[d]) for write in writes}
        place = next(iter(places)) if len(places) == 1 else None
        part.append(place if place and _is_known(program, place[0], body) and _fits(place[1], size) else None)
    return part if any(part) else None


def _normal(place: Place | None) -> Place | None:
    if place is None or isinstance(place[0], int):
        return place
    number = constant_of(place[0])
    return (place[0] if number is None else int(number), place[1])


def _fits(length: int, size: ir.Value | int) -> bool:
    """Whether a place can be moved into a dimension: one element can, where there is one."""
    return length < size if isinstance(size, int) else length == 1


def _writes(program: Program, value: ir.Value, state: ir.Value) -> Iterator[Part | None]:
    """Where what makes a value of a state writes; None where it may be anywhere."""
    while value != state:
        if isinstance(value.owner, ir.Block):
            yield None
            return
        op, number = value.owner.operation, ir.OpResult(value).result_number
        match op.name:
            case "tensor.insert":
                yield [(n, 1) for n in list(op.operands)[2:]]
            case "tensor.insert_slice":
                yield [
                    (at, n) if isinstance(n, int) and (n == 1 or step == 1) else None
                    for at, n, step in zip(*build.slice_parts(op, 2))
                ]
            case "scf.for":
                yield from _writes(program, program.yields(op)[number], program.body(op).arguments[number + 1])
            case "scf.if":
                for region in range(2):
                    yield from _writes(program, program.yields(op, region)[number], state)
                return
            case _:
                yield None
                return
        value = _before(program, value)


def _is_known(program: Program, place: ir.Value | int, body: ir.Block) -> bool:
    """Whether a place can be computed where an iteration begins."""
    if isinstance(place, int) or place == body.arguments[0] or not program.is_inside(place, body):
        return True
    if isinstance(place.owner, ir.Block) or place.owner.operation.name not in _ARITHMETIC:
        return False
    return all(_is_known(program, operand, body) for operand in place.owner.operation.operands)


def _emit(program: Program, loop: ir.Operation, state: ir.Value, part: Part) -> tuple[ir.Value, list[ir.Value | int]]:
    """The part of a state at the insertion point, and its sizes."""
    offsets, sizes, scope = [], [], Scope()
    for place, size in zip(part, program.sizes(state)):
        if place is None:
            offsets.append(0)
            sizes.append(size)
            continue
        at, length = place
        if not isinstance(at, int):
            at = _copied(program, at, program.body(loop), scope)
        if not _is_inside(loop, at, length, size):
            at, length = _moved(loop, at, length, size)
        offsets.append(at)
        sizes.append(length)
    type = build.tensor_type([n if isinstance(n, int) else DYNAMIC for n in sizes], build.element(state.type))
    return build.extract_slice(state, type, offsets, sizes, [1] * len(sizes)), sizes


def _copied(program: Program, value: ir.Value, body: ir.Block, scope: Scope) -> ir.Value:
    """A known place, computed at the insertion point."""
    if value == body.arguments[0] or not program.is_inside(value, body):
        return value
    if value not in scope:
        for operand in value.owner.operation.operands:
            scope[operand] = _copied(program, operand, body, scope)
        clone(value.owner.operation, scope)
    return scope[value]


def _is_inside(loop: ir.Operation, at: ir.Value | int, length: int, size: ir.Value | int) -> bool:
    """Whether a place is known to be inside of a dimension."""
    if isinstance(at, int):
        return isinstance(size, int) and at >= 0 and at + length <= size
    bounds = list(loop.operands)[:3]
    if at != loop.regions[0].blocks[0].arguments[0] or trip_count.is_unsigned(loop):
        return False
    lower, upper, _ = trip_count.numbers(bounds, False)
    if lower is None or lower < 0:
        return False
    return upper is not None and upper + length - 1 <= size if isinstance(size, int) else bounds[1] == size


def _moved(loop: ir.Operation, at: ir.Value | int, length: int, size: ir.Value | int) -> tuple:
    """A place that is inside of a dimension, and the same place if it was; of an empty dimension it is empty."""
    at = build.index(at) if isinstance(at, int) else at
    index, zero = at.type, build.index(0)
    if isinstance(size, int):
        last = build.index(size - length)
    else:
        with ir.InsertionPoint(loop):
            length = build.emit1("arith.minui", index, size, build.index(1))
            last = build.emit1("arith.subi", index, size, build.index(1))
    return build.emit1("arith.maxsi", index, build.emit1("arith.minsi", index, at, last), zero), length
