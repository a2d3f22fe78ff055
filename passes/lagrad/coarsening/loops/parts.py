"""The parts that `scf.for` and `scf.while` have in common: what they carry, and the block that computes what is next.

An `scf.while` has them if its condition passes on what it carries, as it is and in order: all work is in its second
region. And it has to end: one part of its condition is that a counter, which grows by one, is below a bound that stays.
Such a loop may run where the program does not get to.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...ad.emission import for_loop
from ...ad.scope import Scope, clone, copy_block
from ...build import constant_of
from ...build import emit as emit_operation
from ...mlir import ir

_BELOW = {2, 6}  # slt and ult of arith.cmpi


@dataclass
class LoopParts:
    """A loop: values that it carries, at the start and in its block, and the terminator with the next ones.

    `tests` are the operations that decide whether an `scf.while` goes on, on `tested`; `condition` is its terminator.
    """

    loop: ir.Operation
    block: ir.Block
    starts: list[ir.Value]
    carried: list[ir.Value]
    tests: list[ir.Operation]
    tested: list[ir.Value]
    condition: ir.Operation | None = None

    def tested_numbers(self) -> set[int]:
        """What is carried that decides whether the loop goes on, by number."""
        return {self.tested.index(value) for op in self.tests for value in op.operands if value in self.tested}

    @property
    def ops(self) -> list[ir.Operation]:
        """The operations of the block, without its terminator."""
        return [view.operation for view in self.block.operations][:-1]

    @property
    def terminator(self) -> ir.Operation:
        return list(self.block.operations)[-1].operation

    @property
    def bounds(self) -> list[ir.Value]:
        """The bounds and the step of an `scf.for`."""
        return [] if self.condition else list(self.loop.operands)[:3]


def pass_all_on(loop: ir.Operation) -> None:
    """Makes an `scf.while` of which the condition passes on some of what it carries pass on all, in order.

    Canonicalization takes out what the second region and the results do not need: a flag that only the condition reads.
    """
    before, after = (region.blocks[0] for region in loop.regions)
    condition = list(before.operations)[-1].operation
    passed, tested = list(condition.operands)[1:], list(before.arguments)
    if passed == tested or not set(passed) <= set(tested):
        return
    numbers = [tested.index(value) for value in passed]
    with loop.location, ir.InsertionPoint(loop):
        types = [value.type for value in tested]
        new = ir.Operation.create("scf.while", results=types, operands=list(loop.operands), regions=2)
        for attribute in loop.attributes:
            new.attributes[attribute.name] = attribute.attr
        first, second = (region.blocks.append(*types, arg_locs=[loop.location] * len(types)) for region in new.regions)
        with ir.InsertionPoint(first):
            on, *_ = copy_block(before, first.arguments)
            emit_operation("scf.condition", [], [on, *first.arguments])
        with ir.InsertionPoint(second):
            emit_operation("scf.yield", [], copy_block(after, [second.arguments[n] for n in numbers]))
    for result, number in zip(loop.results, numbers, strict=True):
        result.replace_all_uses_with(new.results[number])
    loop.erase()


def parts_of(loop: ir.Operation) -> LoopParts | None:
    """The parts of a loop; None for an `scf.while` of another form, and what is no loop."""
    if loop.name == "scf.for":
        block = loop.regions[0].blocks[0]
        return LoopParts(loop, block, list(loop.operands)[3:], list(block.arguments)[1:], [], [])
    if loop.name != "scf.while":
        return None
    before, after = (region.blocks[0] for region in loop.regions)
    *tests, condition = [view.operation for view in before.operations]
    tested = list(before.arguments)
    if list(condition.operands)[1:] != tested or any(len(op.regions) for op in tests):
        return None
    parts = LoopParts(loop, after, list(loop.operands), list(after.arguments), tests, tested, condition)
    return parts if _ends(parts, condition.operands[0]) else None


def _ends(parts: LoopParts, condition: ir.Value) -> bool:
    """Whether a condition, or one of those it is all of, bounds a counter that grows by one."""
    op = _owner(condition)
    if op is None:
        return False
    if op.name == "arith.andi":
        return any(_ends(parts, part) for part in op.operands)
    if op.name != "arith.cmpi" or ir.IntegerAttr(op.attributes["predicate"]).value not in _BELOW:
        return False
    counter, bound = op.operands
    inside = not isinstance(bound.owner, ir.Block) and bound.owner.operation.block == condition.owner.operation.block
    if counter not in parts.tested or bound in parts.tested or inside and constant_of(bound) is None:
        return False
    number = parts.tested.index(counter)
    following = _owner(parts.terminator.operands[number])
    if following is None or following.name != "arith.addi" or parts.carried[number] not in following.operands:
        return False
    return any(constant_of(operand) == 1 for operand in following.operands)


def _owner(value: ir.Value) -> ir.Operation | None:
    return None if isinstance(value.owner, ir.Block) else value.owner.operation


def again(parts: LoopParts, kept: list[int], starts: list[ir.Value]) -> tuple[ir.Operation, Scope, list[ir.Value]]:
    """A loop that runs as often, at the insertion point, with an empty block.

    It carries what the loop does at the numbers `kept`, and after that as much as `starts` has. With it come the scope
    of its block, which knows the former, and the values of the latter.
    """
    own = [parts.starts[n] for n in kept]
    if parts.condition is None:
        loop = for_loop(parts.bounds, [*own, *starts], like=parts.loop)
        block = loop.regions[0].blocks[0]
        counter, *carried = block.arguments
        scope = Scope().bind([parts.block.arguments[0]], [counter])
    else:
        types = [value.type for value in (*own, *starts)]
        loop = ir.Operation.create("scf.while", results=types, operands=[*own, *starts], regions=2)
        places = [parts.loop.location] * len(types)
        before, block = (region.blocks.append(*types, arg_locs=places) for region in loop.regions)
        with ir.InsertionPoint(before):
            tested = Scope().bind([parts.tested[n] for n in kept], list(before.arguments)[: len(kept)])
            for op in parts.tests:
                clone(op, tested)
            emit_operation("scf.condition", [], [tested.found(parts.condition.operands[0]), *before.arguments])
        scope, carried = Scope(), list(block.arguments)
    scope.bind([parts.carried[n] for n in kept], carried[: len(kept)])
    return loop, scope, carried[len(kept) :]
