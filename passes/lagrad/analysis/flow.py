"""How values go into, around and out of operations with regions: the one place that says so.

An *edge* leads from an operand, of the operation or of what ends a region of it, to the argument of a region or the
result that it becomes. These are the edges of MLIR's RegionBranchOpInterface, which Python does not see. An operand
without an edge *decides*: which region runs, how often, or where a part is put.

One function for each operation lists its edges. Whoever follows values asks here, forwards (`onward`) or backwards
(`back`), and is told nothing (None) about an operation that has no such function.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from ..mlir import ir
from ..rules import TERMINATORS, terminators
from . import linalg_form

terminators(
    "func.return",
    "linalg.yield",
    "scf.condition",
    "scf.forall.in_parallel",
    "scf.reduce",
    "scf.reduce.return",
    "scf.yield",
    "tensor.parallel_insert_slice",
    "tensor.yield",
)


class Kind(Enum):
    ENTRY = "an operand becomes an argument of a region"
    ACROSS = "what one region hands on becomes an argument of another one"
    AROUND = "what a region hands on becomes an argument of it the next time"
    EXIT = "what a region hands on becomes a result"
    BYPASS = "an operand becomes a result, or a part of one, by no region"


ENTRY, ACROSS, AROUND, EXIT, BYPASS = Kind


class Edge(NamedTuple):
    """Operand `number` of `user`, an operation with regions or what ends one of its regions, becomes `target`."""

    user: ir.Operation
    number: int
    target: ir.Value
    kind: Kind

    @property
    def source(self) -> ir.Value:
        return self.user.operands[self.number]


class _Edges:
    """The edges of one operation, by where they start and by where they end, and what has none."""

    def __init__(self, op: ir.Operation):
        self.op, self.all = op, list(FLOWS[op.name](op))
        self.out_of: dict[tuple[ir.Operation, int], list[Edge]] = {}
        self.into: dict[ir.Value, list[Edge]] = {}
        for edge in self.all:
            self.out_of.setdefault((edge.user, edge.number), []).append(edge)
            self.into.setdefault(edge.target, []).append(edge)

    @functools.cached_property
    def decisions(self) -> list[ir.Value]:
        users = [self.op, *(end for block in _bodies(self.op) for end in _ends(block))]
        return [v for user in users for n, v in enumerate(user.operands) if (user, n) not in self.out_of]


class Flow:
    """The edges of a program, found where they are asked for."""

    def __init__(self) -> None:
        self._known: dict[ir.Operation, _Edges | None] = {}

    def edges(self, op: ir.Operation) -> list[Edge] | None:
        """All edges of an operation with regions; None if it is none, or not known."""
        found = self._of(op)
        return found and found.all

    def onward(self, user: ir.Operation, number: int) -> list[Edge] | None:
        """What operand `number` of an operation becomes: [] if it decides; None if no edge of `user` is known."""
        found = self._of(user)
        return found and found.out_of.get((user, number), [])

    def back(self, value: ir.Value) -> list[Edge] | None:
        """The edges that lead to a value: [] of a loop's counter; None if it is no argument or result of a known
        operation."""
        owner = value.owner
        found = self._of(owner.owner.operation if isinstance(owner, ir.Block) else owner.operation)
        return found and found.into.get(value, [])

    def along(self, user: ir.Operation, kind: Kind) -> list[Edge]:
        """The edges of one kind from the operands of a known operation or of its terminator, in their order."""
        return [edge for number in range(len(user.operands)) for edge in self.onward(user, number) if edge.kind is kind]

    def carried(self, result: ir.Value) -> list[ir.Value]:
        """The arguments that stand for a result of a loop while it runs."""
        found = self._of(result.owner.operation)
        ends = dict.fromkeys((edge.user, edge.number) for edge in found.into.get(result, ()) if edge.kind is EXIT)
        return [edge.target for end in ends for edge in found.out_of[end] if edge.kind is AROUND]

    def decisions(self, op: ir.Operation) -> list[ir.Value]:
        """The values that decide which region of an operation runs, how often, or where a part is put; [] if it is not
        known."""
        found = self._of(op)
        return found.decisions if found else []

    def _of(self, user: ir.Operation) -> _Edges | None:
        """The edges of an operation, or of the one that it hands values on to; None if these are not known."""
        if user not in self._known:
            op = around(user)
            known = self._of(op) if op != user else _Edges(op) if op.name in FLOWS else None
            self._known[user] = known
        return self._known[user]


def around(op: ir.Operation) -> ir.Operation:
    """The operation whose regions something hands values on from; itself if it does not."""
    while op.name in TERMINATORS:
        op = op.parent.operation
    return op


def _body(op: ir.Operation) -> ir.Block:
    return op.regions[0].blocks[0]


def _bodies(op: ir.Operation) -> list[ir.Block]:
    return [block for region in op.regions for block in region.blocks]


def _end(block: ir.Block) -> ir.Operation:
    return block.operations[len(block.operations) - 1].operation


def _ends(block: ir.Block) -> list[ir.Operation]:
    """What hands values on where a block ends: its terminator, and what does inside of that."""
    end = _end(block)
    inside = [view.operation for inner in _bodies(end) for view in inner.operations]
    return [end, *(op for op in inside if op.name in TERMINATORS)]


# -- the operations ------------------------------------------------------------------------------


def _for(op: ir.Operation) -> Iterator[Edge]:
    body = _body(op)
    end = _end(body)
    for k, (argument, result) in enumerate(zip(list(body.arguments)[1:], op.results)):
        yield Edge(op, k + 3, argument, ENTRY)
        yield Edge(op, k + 3, result, BYPASS)
        yield Edge(end, k, argument, AROUND)
        yield Edge(end, k, result, EXIT)


def _while(op: ir.Operation) -> Iterator[Edge]:
    before, after = _bodies(op)
    condition, end = _end(before), _end(after)
    for k, argument in enumerate(before.arguments):
        yield Edge(op, k, argument, ENTRY)
        yield Edge(end, k, argument, AROUND)
    for k, (argument, result) in enumerate(zip(after.arguments, op.results)):
        yield Edge(condition, k + 1, argument, ACROSS)
        yield Edge(condition, k + 1, result, EXIT)


def _one_of_several(op: ir.Operation) -> Iterator[Edge]:
    for block in _bodies(op):
        end = _end(block)
        if end.name == "scf.yield":
            for k, result in enumerate(op.results):
                yield Edge(end, k, result, EXIT)


def _parallel(op: ir.Operation) -> Iterator[Edge]:
    reduce = _end(_body(op))
    first = len(op.operands) - len(op.results)
    for k, (combine, result) in enumerate(zip(_bodies(reduce), op.results)):
        for argument in combine.arguments:  # in whatever order terms meet
            yield Edge(op, first + k, argument, ENTRY)
            yield Edge(reduce, k, argument, ACROSS)
            yield Edge(_end(combine), 0, argument, AROUND)
        yield Edge(op, first + k, result, BYPASS)
        yield Edge(_end(combine), 0, result, EXIT)


def _forall(op: ir.Operation) -> Iterator[Edge]:
    body, count = _body(op), len(op.results)
    shared = list(body.arguments)[len(body.arguments) - count :]
    for k, (argument, result) in enumerate(zip(shared, op.results)):
        yield Edge(op, len(op.operands) - count + k, argument, ENTRY)
        yield Edge(op, len(op.operands) - count + k, result, BYPASS)
    for insertion in _ends(body)[1:]:
        k = shared.index(insertion.operands[1])
        for number in range(2):  # the part, and what it is put into
            yield Edge(insertion, number, shared[k], AROUND)
            yield Edge(insertion, number, op.results[k], EXIT)


def _generic(op: ir.Operation) -> Iterator[Edge]:
    body = _body(op)
    end, first = _end(body), len(op.operands) - len(op.results)
    for number, argument in enumerate(body.arguments):
        yield Edge(op, number, argument, ENTRY)
    maps = linalg_form.maps(op)
    for k, result in enumerate(op.results):
        yield Edge(end, k, result, EXIT)
        if not linalg_form.is_full(maps[first + k]):  # several points make one element, or none does
            argument = body.arguments[first + k]
            yield Edge(end, k, argument, AROUND)
            if any(True for _ in argument.uses):  # else upstream lets an element that no point makes be anything
                yield Edge(op, first + k, result, BYPASS)


def _elements(op: ir.Operation) -> Iterator[Edge]:
    """A tensor whose elements a region computes from their indices; the first operand of a padding is a part of it."""
    yield Edge(_end(_body(op)), 0, op.results[0], EXIT)
    if op.name == "tensor.pad":
        yield Edge(op, 0, op.results[0], BYPASS)


FLOWS: dict[str, Callable[[ir.Operation], Iterator[Edge]]] = {
    "linalg.generic": _generic,
    "scf.execute_region": _one_of_several,
    "scf.for": _for,
    "scf.forall": _forall,
    "scf.if": _one_of_several,
    "scf.index_switch": _one_of_several,
    "scf.parallel": _parallel,
    "scf.while": _while,
    "tensor.generate": _elements,
    "tensor.pad": _elements,
}
