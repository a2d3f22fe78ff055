"""`lagrad-tabulate-rows`: what many iterations compute from the same row of a table is computed once for each row."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import DYNAMIC, attributes_of, compare_integers, constant_of, emit, emit1, index
from ...errors import Report
from ...mlir import ir, memref
from ...passes import Pass, option
from ..walk import walk
from .row_values import RowValues, cost, places, written

_MOST = 64  # numbers of a row of the new table
_MOST_OPERATIONS = 300  # that make them


@dataclass(frozen=True)
class TabulateRows(Pass):
    """Compute once for each row of a table what the iterations of a loop compute from the row that data tell them.

    ```
    for i: out[i] = b[i] * exp(sin(a[places[i]]))        // many iterations, few rows
    ```
    becomes
    ```
    for r: t[r] = exp(sin(a[r]))
    for i: out[i] = b[i] * t[places[i]]
    ```
    Cameras that took many pictures are such rows, atoms of few kinds, words of a text. Values inside of branches belong
    to this if only arithmetic is needed for them: they are computed for all rows. Where there are more rows than
    iterations, which is seen when the program runs, the table has a row for each iteration. Each value is computed by
    the same operations as before, so the results are the same to the last bit. The table is on the heap while the loop
    runs; loops inside of loops stay as they are.

    Runs with `inspect=true`: the Jacobian of ADBench's BA takes 1.0 to 1.25 times as long without it, and nothing else
    that was measured does.
    """

    name = "lagrad-tabulate-rows"
    creates = ("arith", "memref", "scf")

    least: int = option(30, "How much arithmetic of an iteration, in sums of floats, is worth a table.")

    def run(self, op: ir.Operation, report: Report) -> None:
        for loop in [child for child in walk(op) if child.name == "scf.for"]:
            if loop.parent.operation.name != "func.func" or constant_of(loop.operands[2]) != 1:
                continue
            memory = written(loop)
            if memory is None or sum(map(cost, walk(loop))) < self.least:
                continue
            at = None
            for place in places(loop):
                at = at or _Copies(loop, memory)
                if not at.can(place):
                    continue
                found = RowValues(loop, place, memory)
                if len(found.of_rows) > _MOST_OPERATIONS:
                    continue
                wanted, saved = found.wanted()
                if saved >= self.least and 0 < len(wanted) <= _MOST and len({v.type for v in wanted}) == 1:
                    count, at = _tabulate(loop, found, wanted, at), None  # the loop is another one now
                    report.remark(
                        loop.location, f"{count} numbers of this loop are computed once for each row that data refer to"
                    )


def _tabulate(loop: ir.Operation, found: RowValues, wanted: list[ir.Value], at: _Copies) -> int:
    """Puts a loop that fills a table before another one, which reads it; how many numbers a row has."""
    begin, end = list(loop.operands)[:2]
    trip = loop.regions[0].blocks[0].arguments[0]
    kind = wanted[0].type
    with loop.location, ir.InsertionPoint(loop):
        trips = emit1("arith.maxsi", begin.type, emit1("arith.subi", begin.type, end, begin), index(0))
        rows = trips
        for buffer, d in found.sizes:
            rows = emit1("arith.minui", begin.type, rows, emit1("memref.dim", begin.type, buffer, index(d)))
        few = compare_integers("ult", rows, trips)
        fill = ir.Operation.create("scf.for", operands=[index(0), rows, index(1)], regions=1)
        row = fill.regions[0].blocks.append(begin.type, arg_locs=[loop.location]).arguments[0]
    with loop.location, ir.InsertionPoint(row.owner):
        of_trip = at.copy(found.place, {trip: emit1("arith.addi", begin.type, begin, row)})
        known = {found.place: emit1("arith.select", begin.type, few, row, of_trip)}
        numbers = [at.copy(value, known) for value in wanted]
        columns = {number: n for n, number in enumerate(dict.fromkeys(numbers))}
        with ir.InsertionPoint(fill):
            table = memref.alloc(ir.MemRefType.get([DYNAMIC, len(columns)], kind), [rows], [])
        for number, n in columns.items():
            emit("memref.store", [], [number, table, row, index(n)])
        emit("scf.yield", [], [])
    with loop.location, ir.InsertionPoint.after(found.place.owner.operation):
        number = emit1("arith.subi", begin.type, trip, begin)
        row = emit1("arith.select", begin.type, few, found.place, number)
        loads = [emit1("memref.load", kind, table, row, index(n)) for n in columns.values()]
        for value, number in zip(wanted, numbers):
            value.replace_all_uses_with(loads[columns[number]])
    with loop.location, ir.InsertionPoint.after(loop):
        emit("memref.dealloc", [], [table])
    return len(columns)


class _Copies:
    """Copies of what a loop computes, outside of it; what is computed twice there is copied once."""

    def __init__(self, loop: ir.Operation, memory: set[ir.Value]):
        body = loop.regions[0].blocks[0]
        self.of_trips = RowValues(loop, body.arguments[0], memory)
        self.made: dict[tuple, list[ir.Value]] = {}

    def can(self, place: ir.Value) -> bool:
        """Whether the index is computed from the number of the iteration and memory that the loop does not write."""
        return self.of_trips.is_of_row(place)

    def copy(self, value: ir.Value, known: dict[ir.Value, ir.Value]) -> ir.Value:
        """A value computed at the insertion point, from those that are known there."""
        if value in known or self.of_trips.is_outside(value):
            return known.get(value, value)
        op = value.owner.operation
        operands = [self.copy(v, known) for v in op.operands]
        key = (op.name, *sorted(attributes_of(op).items(), key=lambda item: item[0]), *operands)
        if key not in self.made:
            again = op.clone(ip=ir.InsertionPoint.current).operation
            for n, operand in enumerate(operands):
                again.operands[n] = operand
            self.made[key] = list(again.results)
        known.update(zip(op.results, self.made[key]))
        return known[value]
