"""Whether something in a function could get shorter, told by what becomes of its tensors of zeros.

To write a function anew takes far longer than to look, and in most functions that write into zeros nothing gets
shorter: what each iteration writes at an index of its own is dense behind the loop. Errs to the side of yes.
"""

from __future__ import annotations

from collections.abc import Container

from .. import build
from ..analysis import linalg_form
from ..analysis.walk import walk
from ..mlir import ir
from .access import is_inside
from .slices import written_parts
from .terms import Index, may_be_sparse

_PARTS = ("tensor.cast", "tensor.collapse_shape", "tensor.expand_shape", "tensor.extract_slice")
_YIELDS = ("scf.condition", "scf.yield")


def may_shorten(function: ir.Operation, rules: Container[str]) -> bool:
    """Whether an operation of a function may read a sparse tensor by a rule, whose names are given, that shortens
    it. Calls may."""
    look = _Look(rules)
    for op in walk(function):
        if op.name == "func.call":
            return True
        if op.name in ("arith.constant", "linalg.fill") and any(may_be_sparse(r.type) for r in op.results):
            if build.constant_of(op.operands[0] if op.name == "linalg.fill" else op.results[0]) == 0:
                look.reach(op.results[0], [])
    return look.finds()


class _Look:
    """The sparse tensors of a function, and the indices of what is written into each: none where all is zero."""

    def __init__(self, rules: Container[str]):
        self.rules = rules
        self.hot: dict[ir.Value, list[Index]] = {}
        self.work: list[ir.Value] = []
        self.carried: list[ir.Value] = []  # what loops begin with that may carry what is not zero of it

    def finds(self) -> bool:
        while self.work:
            value = self.work.pop()
            if any(self.shortens(value, use.owner.operation, use.operand_number) for use in value.uses):
                return True
        return any(map(self.stays, self.carried))

    def reach(self, value: ir.Value, hot: list[Index]) -> bool:
        """Notes a sparse tensor; False, since that shortens nothing."""
        if value not in self.hot and may_be_sparse(value.type):
            self.hot[value] = hot
            self.work.append(value)
        return False

    def shortens(self, value: ir.Value, op: ir.Operation, number: int) -> bool:
        """Whether an operand that is sparse may shorten its operation; else what is sparse then is noted."""
        name, hot = op.name, self.hot[value]
        if name in _YIELDS:
            return self.hands_on(op, number)
        if name not in self.rules or name == "tensor.dim":
            return False
        if hot and op.block != _block_of(value):
            return True  # it may be that one iteration only reads what is not zero
        match name:
            case "scf.for":
                self.reach(op.regions[0].blocks[0].arguments[number - 2], hot)
                return bool(hot) or self.goes_around(op, number - 3)
            case "tensor.extract":
                return False
            case "tensor.insert":
                return self.reach(op.results[0], [*hot, *map(_index, list(op.operands)[2:])])
            case "tensor.insert_slice":
                return self.overwrites(op)
            case _ if name in _PARTS:
                return bool(hot) or self.reach(op.results[0], [])
        return not (name.startswith("linalg.") and number >= linalg_form.inputs(op))

    def overwrites(self, op: ir.Operation) -> bool:
        source, into = (self.hot.get(v) for v in list(op.operands)[:2])
        if into is None:
            return False
        if source is None:
            ones = _ones(op)
            return bool(ones) and self.reach(op.results[0], [*into, *ones])
        return bool(source or into) or self.reach(op.results[0], [])

    def hands_on(self, end: ir.Operation, number: int) -> bool:
        op = end.parent.operation
        if op.name == "scf.for":
            return self.goes_around(op, number)
        if op.name != "scf.if":
            return op.name == "scf.while"
        sides = [self.hot.get(_end(region.blocks[0]).operands[number]) for region in op.regions]
        return all(side is not None for side in sides) and self.reach(op.results[number], sum(sides, []))

    def goes_around(self, loop: ir.Operation, number: int) -> bool:
        """Notes what a loop may carry: what is not zero at indices that are the same in all iterations."""
        first, kept = loop.operands[3 + number], self.kept(loop, number)
        if first in self.hot and kept is not None:
            self.reach(loop.results[number], kept)
            if kept:
                self.carried.append(first)
        return False

    def kept(self, loop: ir.Operation, number: int) -> list[Index] | None:
        """The indices of what a loop hands on that are known around it; None where it hands on a dense tensor."""
        body = loop.regions[0].blocks[0]
        last = self.hot.get(_end(body).operands[number])
        if last is None:
            return None
        kept = [n for n in last if isinstance(n, int) or not is_inside(n, body)]
        return kept if kept or not last else None

    def stays(self, value: ir.Value) -> bool:
        """Whether what a loop carries is sparse in all iterations, as it is when they begin."""
        if not isinstance(value.owner, ir.Block):
            return True
        loop, number = value.owner.owner.operation, ir.BlockArgument(value).arg_number - 1
        return self.kept(loop, number) is not None and self.stays(loop.operands[3 + number])


def _ones(op: ir.Operation) -> list[Index]:
    """Where a slice is written, in the dimensions of which it takes one of several indices."""
    offsets, sizes, _ = written_parts(op, 2)
    shape = build.shape_of(op.operands[1].type)
    return [_index(n) for n, size, of in zip(offsets, map(_index, sizes), shape) if size == 1 and of != 1]


def _index(n: Index) -> Index:
    number = n if isinstance(n, int) else build.constant_of(n)
    return n if number is None else int(number)


def _end(block: ir.Block) -> ir.Operation:
    return block.operations[len(block.operations) - 1].operation


def _block_of(value: ir.Value) -> ir.Block:
    return value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
