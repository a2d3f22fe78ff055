"""The columns that gathers read, and their numbers among these: what a program finds out as it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from ... import build
from ...build import DYNAMIC, defining_op, emit1, extract, index, insert, shape_of
from ...forms.nests import nest
from ...mlir import ir
from .gathers import Gather

_READS = 2  # of each column, on average, from which on all are taken


class Chosen:
    """Emits which of `count` columns some gathers read. If these are more than `percent`, all are taken, and keep their
    numbers."""

    def __init__(
        self,
        count: ir.Value,
        percent: Callable[[ir.Value], ir.Value],
        gathers: Sequence[Gather],
        lengths: Sequence[ir.Value],
    ):
        """`percent` emits that for how many columns are chosen; `lengths` are how many places each gather reads."""
        self.index = build.index_type()
        self.made: dict[tuple[ir.Value, int], ir.Value] = {}
        own = {g.index.owner.operation.operands[0].type for g in gathers if _is_cast(g.index)}
        self.number = own.pop() if len(own) == 1 and all(_is_cast(g.index) for g in gathers) else self.index
        reads = reduce(lambda a, b: emit1("arith.addi", self.index, a, b), lengths)
        is_few = build.compare_integers("sle", reads, emit1("arith.muli", self.index, count, index(_READS)))
        none, end = index(0), self._if(is_few, count, index(0))
        marks = build.full(self._list(ir.IntegerType.get_signless(8)), [end], 0)
        for gather, length in zip(gathers, lengths):
            marks = self._mark(gather, self._if(is_few, length, none), marks)
        chosen = self._sum(marks, end)
        scaled, bound = (emit1("arith.muli", self.index, *v) for v in ((chosen, index(100)), (count, percent(chosen))))
        self.pays = emit1("arith.andi", is_few.type, is_few, build.compare_integers("sle", scaled, bound))
        self.taken, self.count = self._if(self.pays, chosen, none), self._if(self.pays, chosen, count)
        self.numbers, self.columns = self._number(self._if(self.pays, count, none), marks)

    def of(self, tensor: ir.Value, axis: int, user: ir.Operation) -> ir.Value:
        """A tensor with the columns that are taken, for an operation."""
        known = self.made.get((tensor, axis))
        if known is None or not known.owner.operation.is_before_in_block(user):
            with ir.InsertionPoint(user):
                known = self.made[tensor, axis] = self._of(tensor, axis)
        return known

    def _of(self, tensor: ir.Value, axis: int) -> ir.Value:
        sizes = build.sizes_of(tensor)
        if is_empty(tensor):
            return build.empty(tensor.type, [self.count if d == axis else n for d, n in enumerate(sizes)])
        room = build.empty(tensor.type, [self.taken if d == axis else n for d, n in enumerate(sizes)])
        return self._if(self.pays, columns_of(tensor, axis, self.columns, room), tensor)

    def rename(self, gather: Gather) -> None:
        """Lets a gather read where the column is now."""
        with gather.op.location, ir.InsertionPoint(gather.op):
            place = gather.index
            number = extract(self.numbers, [self._if(self.pays, place, index(0))])
            gather.op.operands[1 + gather.axis] = self._if(self.pays, build.to_index(number), place)

    def _mark(self, gather: Gather, end: ir.Value, marks: ir.Value) -> ir.Value:
        """The marks with one for each column that a gather reads."""

        def step(at: ir.Value, marks: ir.Value) -> list[ir.Value]:
            return [insert(build.constant(build.element(marks.type), 1), marks, [gather.index_at(at)])]

        return self._loop(end, [marks], step)[0]

    def _sum(self, marks: ir.Value, end: ir.Value) -> ir.Value:
        """How many columns are marked."""

        def step(at: ir.Value, so_far: ir.Value) -> list[ir.Value]:
            return [emit1("arith.addi", self.index, so_far, self._mark_at(marks, at))]

        return self._loop(end, [index(0)], step)[0]

    def _number(self, end: ir.Value, marks: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The number of each column among those that are marked, and the column for each number."""

        def step(at: ir.Value, so_far: ir.Value, numbers: ir.Value, columns: ir.Value) -> list[ir.Value]:
            numbers = insert(self._as_number(so_far), numbers, [at])
            columns = insert(self._as_number(at), columns, [so_far])  # the next one overwrites what is not marked
            return [emit1("arith.addi", self.index, so_far, self._mark_at(marks, at)), numbers, columns]

        # One more: of the numbers one is read, and not used, if there are none; behind the last column what is not
        # marked is written.
        rooms = (emit1("arith.addi", self.index, size, index(1)) for size in (end, self.taken))
        _, numbers, columns = self._loop(
            end, [index(0), *(build.empty(self._list(self.number), [room]) for room in rooms)], step
        )
        return numbers, columns

    def _mark_at(self, marks: ir.Value, at: ir.Value) -> ir.Value:
        return emit1("arith.index_castui", self.index, extract(marks, [at]))

    def _loop(self, end: ir.Value, start: list[ir.Value], step: Callable[..., list[ir.Value]]) -> list[ir.Value]:
        return nest([end], lambda at, carried: step(*at, *carried), start)

    def _list(self, element: ir.Type) -> ir.Type:
        return build.tensor_type([DYNAMIC], element)

    def _if(self, condition: ir.Value, one: ir.Value, other: ir.Value) -> ir.Value:
        return emit1("arith.select", one.type, condition, one, other)

    def _as_number(self, value: ir.Value) -> ir.Value:
        return value if self.number == self.index else emit1("arith.index_cast", self.number, value)


def columns_of(tensor: ir.Value, axis: int, columns: ir.Value, room: ir.Value) -> ir.Value:
    """Emits a tensor of the first ones of some columns, which are numbers along `axis`: as many as there is room
    for."""
    rank = len(shape_of(tensor.type))

    def column(_) -> list[ir.Value]:
        at = [emit1("linalg.index", build.index_type(), dim=_i64(d)) for d in range(rank)]
        at[axis] = build.to_index(extract(columns, [at[axis]]))
        return [extract(tensor, at)]

    return build.generic([], [room], [ir.AffineMap.get_identity(rank)], ["parallel"] * rank, column)[0]


def is_empty(value: ir.Value) -> bool:
    return defining_op(value, "tensor.empty") is not None


def _is_cast(value: ir.Value) -> bool:
    return defining_op(value, "arith.index_cast") is not None


def _i64(number: int) -> ir.Attribute:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
