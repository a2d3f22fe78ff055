"""An `scf.while` as an `scf.for` whose iterations were counted before.

    n = how often the condition holds        a while loop of what the condition depends on
    for _ in range(n): state = after(before(state))
    results = before(state)

The rest is a loop with a tape of known size, which can be differentiated again. The count costs
little where the condition does not depend on the work. Where it does, a primal that runs twice
costs half as much again as a tape that grows by doubling (benchmarks/derivatives/while_tape.py); but a
tensor that grows is none that a loop of tensors can carry in place.
"""

from __future__ import annotations

from ... import build
from ...analysis.effects import effects
from ...analysis.program import walk
from ...dialect import PURE
from ...errors import Failure, error, note
from ...mlir import ir
from ..emission import for_loop
from ..scope import Scope, copy_block, copy_in
from .marks import taken_marks


def rewrite(op: ir.Operation) -> list[ir.Value]:
    """Builds the loops at the insertion point; the values of the results."""
    marks = taken_marks(op)
    with op.location:
        return _counted(op, marks)


def _counted(op: ir.Operation, marks: dict[str, ir.Attribute]) -> list[ir.Value]:
    inits = list(op.operands)
    trips = _count(op)
    loop = for_loop([build.index(0), trips, build.index(1)], inits, op)
    for name, mark in marks.items():
        loop.attributes[name] = mark
    block = loop.regions[0].blocks[0]
    with ir.InsertionPoint(block):
        passed = copy_block(op.regions[0].blocks[0], list(block.arguments)[1:])[1:]
        build.emit("scf.yield", [], copy_block(op.regions[1].blocks[0], passed))
    return copy_block(op.regions[0].blocks[0], list(loop.results))[1:]


def _count(op: ir.Operation) -> ir.Value:
    """A while loop of the carried values that the condition depends on, and a counter."""
    before, after = (region.blocks[0] for region in op.regions)
    slots, passed, work = _behind_condition(before, after)
    _refuse_effects(op, work)
    inits = [op.operands[k] for k in slots] + [build.index(0)]
    types = [v.type for v in inits]
    given = [before_type(before, j) for j in passed] + [build.index_type()]
    count = ir.Operation.create("scf.while", results=given, operands=inits, regions=2)
    head = count.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
    with ir.InsertionPoint(head):
        scope = Scope().bind([before.arguments[k] for k in slots], list(head.arguments)[:-1])
        condition, *values = copy_in(scope, before, work)
        build.emit("scf.condition", [], [condition, *(values[j] for j in passed), head.arguments[len(slots)]])
    tail = count.regions[1].blocks.append(*given, arg_locs=[op.location] * len(given))
    with ir.InsertionPoint(tail):
        scope = Scope().bind([after.arguments[j] for j in passed], list(tail.arguments)[:-1])
        values = copy_in(scope, after, work)
        more = build.emit1("arith.addi", build.index_type(), tail.arguments[len(passed)], build.index(1))
        build.emit("scf.yield", [], [*(values[k] for k in slots), more])
    return list(count.results)[-1]


def _refuse_effects(loop: ir.Operation, counted: set[ir.Operation]) -> None:
    """Failure where what decides how often a loop runs would have its effects twice."""
    found = [effect for child in walk(loop) if child in counted for effect in effects(child)]
    if found:
        raise Failure(
            error(
                found[0].location,
                f"cannot run '{found[0].name}' again to count the iterations of an 'scf.while'",
                note(
                    loop.location,
                    "the condition of this loop depends on it, or on what it is a part of, and a second run may differ",
                ),
                note(
                    None,
                    "use an 'scf.for' with a largest number of iterations and a branch inside, "
                    f"or mark what it calls '{PURE}'",
                ),
            )
        )


def before_type(before: ir.Block, number: int) -> ir.Type:
    """The type of what the condition passes on as its value `number`."""
    return list(before.operations)[-1].operands[number + 1].type


def _behind_condition(before: ir.Block, after: ir.Block):
    """What the condition depends on, through the iterations: carried slots, values passed on, operations."""
    passes = list(list(before.operations)[-1].operands)
    yields = list(list(after.operations)[-1].operands)
    slots: set[int] = set()
    passed: set[int] = set()
    operations: set[ir.Operation] = set()
    seen: set[ir.Value] = set()
    work = [passes[0]]
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        owner = value.owner
        if isinstance(owner, ir.Block):
            number = ir.BlockArgument(value).arg_number
            if owner == before:
                slots.add(number)
                work.append(yields[number])
            elif owner == after:
                passed.add(number)
                work.append(passes[number + 1])
        elif owner.operation.block in (before, after):
            operations.add(owner.operation)
            work += [v for op in (owner.operation, *walk(owner.operation)) for v in op.operands]
    return sorted(slots), sorted(passed), operations
