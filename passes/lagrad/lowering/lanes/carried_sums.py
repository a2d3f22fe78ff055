"""Loops that carry sums, as loops that add to memory: their iterations are independent but for that."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import emit, emit1
from ...mlir import ir, memref
from ..walk import enclosing_function, walk

_SUMS = {"arith.addf": (0, 1), "arith.subf": (0,)}  # where the sum so far may stand


@dataclass
class InMemory:
    """A loop beside the one that carries sums: `loop` adds them up in `buffers` instead. It is one or the other."""

    carrying: ir.Operation
    loop: ir.Operation
    buffers: list[ir.Value]
    around: list[ir.Operation]  # what was written for it, in order

    def keep(self) -> None:
        """The sums come from memory."""
        with self.carrying.location, ir.InsertionPoint(self.carrying):
            for old, buffer in zip(self.carrying.results, self.buffers):
                old.replace_all_uses_with(emit1("memref.load", old.type, buffer))
        self.carrying.erase()

    def drop(self) -> None:
        """The loop that carries them stays."""
        for op in reversed(self.around):
            op.erase()


def is_of_sums(loop: ir.Operation) -> bool:
    """Whether all that a loop carries are sums, of floats, and there is a loop in it."""
    if loop.name != "scf.for" or not loop.results or not any(op.name == "scf.for" for op in walk(loop)):
        return False
    block = loop.regions[0].blocks[0]
    yielded = list(block.operations)[-1].operation.operands
    carried = list(block.arguments)[1:]
    return all(isinstance(a.type, ir.FloatType) and _is_sum(a, last) for a, last in zip(carried, yielded))


def _is_sum(value: ir.Value, last: ir.Value) -> bool:
    """Whether a value is added to, step by step, and nothing but the `last` sum is read otherwise."""
    block, steps = value.owner, 0
    while value != last:
        uses = list(value.uses)
        if len(uses) != 1:
            return False
        op, number = uses[0].owner.operation, uses[0].operand_number
        if op.block != block or number not in _SUMS.get(op.name, ()):
            return False
        value, steps = op.results[0], steps + 1
    return steps > 0 and len(list(value.uses)) == 1


def in_memory(loop: ir.Operation) -> InMemory:
    """Writes the other loop in front of one that `is_of_sums`."""
    lower, upper, step, *begin = loop.operands
    around: list[ir.Operation] = []

    def written(op: ir.Operation) -> ir.Operation:
        around.append(op)
        return op

    with loop.location:
        with ir.InsertionPoint.at_block_begin(enclosing_function(loop).regions[0].blocks[0]):
            buffers = [memref.alloca(ir.MemRefType.get([], v.type), [], []) for v in begin]
            around += [buffer.owner.operation for buffer in buffers]
        with ir.InsertionPoint(loop):
            for value, buffer in zip(begin, buffers):
                written(ir.Operation.create("memref.store", operands=[value, buffer]))
            copy = loop.clone(ip=ir.InsertionPoint.current).operation
            new = written(ir.Operation.create("scf.for", operands=[lower, upper, step], regions=1))
        old = copy.regions[0].blocks[0]
        body = new.regions[0].blocks.append(lower.type, arg_locs=[loop.location])
        counter, *carried = old.arguments
        counter.replace_all_uses_with(body.arguments[0])
        with ir.InsertionPoint(body):
            emit("scf.yield", [], [])
        end = list(body.operations)[0].operation
        sums = list(list(old.operations)[-1].operation.operands)
        for value, buffer in zip(carried, buffers):
            with ir.InsertionPoint(next(iter(value.uses)).owner):
                value.replace_all_uses_with(emit1("memref.load", value.type, buffer))
        for op in [view.operation for view in old.operations][:-1]:
            op.move_before(end)
        with ir.InsertionPoint(end):
            for value, buffer in zip(sums, buffers):
                emit("memref.store", [], [value, buffer])
        copy.erase()
    return InMemory(loop, new, buffers, around)
