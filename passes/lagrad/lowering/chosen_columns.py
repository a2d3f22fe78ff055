"""The columns that gathers read, and their numbers among these: what a program finds out as it runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from .. import build
from ..build import DYNAMIC, emit1, extract, index, insert, shape_of
from ..mlir import ir, scf
from .gathers import Gather

_READS = 2  # of each column, on average, from which on all are taken


class Chosen:
    """Emits which of `count` columns some gathers read. If these are more than `percent`, all are taken, and keep their numbers."""

    def __init__(self, count: ir.Value, percent: int, gathers: Sequence[Gather], lengths: Sequence[ir.Value]):
        self.index = build.index_type()
        self.places: dict[Hashable, ir.Value] = {}
        self.made: dict[tuple[ir.Value, int], ir.Value] = {}
        own = {g.index.owner.operation.operands[0].type for g in gathers if _is_cast(g.index)}
        self.number = own.pop() if len(own) == 1 and all(_is_cast(g.index) for g in gathers) else self.index
        marks = build.full(self._list(ir.IntegerType.get_signless(8)), [count], 0)
        reads = index(0)
        for gather, length in zip(gathers, lengths):
            reads = emit1("arith.addi", self.index, reads, length)
            marks, self.places[gather.key()] = self._mark(gather, length, marks)

        is_few = build.compare_integers("sle", reads, emit1("arith.muli", self.index, count, index(_READS)))
        chosen, numbers, self.columns = self._number(self._if(is_few, count, index(0)), count, marks)
        scaled, bound = (emit1("arith.muli", self.index, v, index(n)) for v, n in ((chosen, 100), (count, percent)))
        self.pays = emit1("arith.andi", is_few.type, is_few, build.compare_integers("sle", scaled, bound))
        self.taken, self.count = self._if(self.pays, chosen, index(0)), self._if(self.pays, chosen, count)
        for gather, length in zip(gathers, lengths):
            key = gather.key()
            self.places[key] = self._renamed(self.places[key], self._if(self.pays, length, index(0)), numbers)

    def of(self, tensor: ir.Value, axis: int, user: ir.Operation) -> ir.Value:
        """A tensor with the columns that are taken, for an operation."""
        known = self.made.get((tensor, axis))
        if known is None or not known.owner.operation.is_before_in_block(user):
            with ir.InsertionPoint(user):
                known = self.made[tensor, axis] = self._of(tensor, axis)
        return known

    def _of(self, tensor: ir.Value, axis: int) -> ir.Value:
        sizes = [self.count if d == axis else n for d, n in enumerate(build.sizes_of(tensor))]
        if not isinstance(tensor.owner, ir.Block) and tensor.owner.operation.name == "tensor.empty":
            return build.empty(tensor.type, sizes)
        sizes[axis] = self.taken
        rank = len(sizes)

        def column(_) -> list[ir.Value]:
            at = [emit1("linalg.index", self.index, dim=_i64(d)) for d in range(rank)]
            at[axis] = build.to_index(extract(self.columns, [at[axis]]))
            return [extract(tensor, at)]

        identity = ir.AffineMap.get_identity(rank)
        (few,) = build.generic([], [build.empty(tensor.type, sizes)], [identity], ["parallel"] * rank, column)
        return self._if(self.pays, few, tensor)

    def rename(self, gather: Gather) -> None:
        """Lets a gather read where the column is now."""
        with gather.op.location, ir.InsertionPoint(gather.op):
            at = emit1("linalg.index", self.index, dim=_i64(gather.dim))
            gather.op.operands[1 + gather.axis] = build.to_index(extract(self.places[gather.key()], [at]))

    def _mark(self, gather: Gather, length: ir.Value, marks: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The marks with one for each column that a gather reads, and what it reads in order."""

        def step(at: ir.Value, marks: ir.Value, places: ir.Value) -> list[ir.Value]:
            place = gather.index_at(at)
            one = build.constant(build.element(marks.type), 1)
            return [insert(one, marks, [place]), insert(self._as_number(place), places, [at])]

        return self._loop(length, [marks, build.empty(self._list(self.number), [length])], step)

    def _number(self, end: ir.Value, count: ir.Value, marks: ir.Value) -> list[ir.Value]:
        """How many columns are marked, the number of each, and the column for each number."""

        def step(at: ir.Value, so_far: ir.Value, numbers: ir.Value, columns: ir.Value) -> list[ir.Value]:
            mark = emit1("arith.index_castui", self.index, extract(marks, [at]))
            numbers = insert(self._as_number(so_far), numbers, [at])
            columns = insert(self._as_number(at), columns, [so_far])  # the next one overwrites what is not marked
            return [emit1("arith.addi", self.index, so_far, mark), numbers, columns]

        numbers, columns = (build.empty(self._list(self.number), [count]) for _ in range(2))
        return self._loop(end, [index(0), numbers, columns], step)

    def _renamed(self, places: ir.Value, end: ir.Value, numbers: ir.Value) -> ir.Value:
        def step(at: ir.Value, places: ir.Value) -> list[ir.Value]:
            return [insert(extract(numbers, [build.to_index(extract(places, [at]))]), places, [at])]

        return self._loop(end, [places], step)[0]

    def _loop(self, end: ir.Value, start: list[ir.Value], step: Callable[..., list[ir.Value]]) -> list[ir.Value]:
        loop = scf.ForOp(index(0), end, index(1), start)
        with ir.InsertionPoint(loop.body):
            scf.yield_(step(loop.induction_variable, *loop.inner_iter_args))
        return list(loop.results)

    def _list(self, element: ir.Type) -> ir.Type:
        return build.tensor_type([DYNAMIC], element)

    def _if(self, condition: ir.Value, one: ir.Value, other: ir.Value) -> ir.Value:
        return emit1("arith.select", one.type, condition, one, other)

    def _as_number(self, value: ir.Value) -> ir.Value:
        return value if self.number == self.index else emit1("arith.index_cast", self.number, value)


def _is_cast(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == "arith.index_cast"


def _i64(number: int) -> ir.Attribute:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
