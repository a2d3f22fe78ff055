"""Elements that an inner loop reads in each lane, and that a loop around it reads again in each iteration.

    scf.for %j ... {                        // over the rows of %c
      scf.for %l = %c0 to %d step %c1 {
        %x = memref.load %a[%i, %l]         // of the lanes, and the same for all %j
        %y = memref.load %c[%j, %l]

They are read once, in front of the loop over `%j`, and written as vectors one behind the other. The buffer for them has
as many elements as the lanes read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...build import DYNAMIC, compare_integers, constant_of, emit, emit1, index
from ...forms.nests import nest
from ...forms.trip_count import is_unsigned, known
from ...mlir import ir, memref
from ..facts.in_place import is_made_in
from ..facts.views import root_of
from ..walk import walk

_FEW = 4  # times that an element is read, from which on it is worth it


@dataclass(frozen=True, eq=False)
class _Again:
    load: ir.Operation
    loops: tuple[ir.Operation, ...]  # from the one that has it read again to the one over the elements


class ReadAgain:
    """What the lanes (`Lanes`) of a loop read again, and the buffers for it, which are made where this is.

    `rounds` says how often the loop runs for all lanes.
    """

    def __init__(self, lanes, loop: ir.Operation, rounds: ir.Value):
        self.lanes = lanes
        written = {root_of(op.operands[1]) for op in walk(loop) if op.name == "memref.store"}
        wanted = [op for op in walk(loop) if op.name == "memref.load" and root_of(op.operands[0]) not in written]
        found = [_again(op, loop) for op in wanted if op.results[0] in lanes.moving and lanes.goes_by_itself(op)]
        self.found = {again.load: again for again in found if again}
        self.full: set[ir.Operation] = set()  # loads whose buffers have all that they read
        self.buffers = {load: self._buffer(again, rounds) for load, again in self.found.items()}

    def _buffer(self, again: _Again, rounds: ir.Value) -> ir.Value:
        begin, end = list(again.loops[-1].operands)[:2]
        count = emit1("arith.maxsi", end.type, emit1("arith.subi", end.type, end, begin), index(0))
        lanes = emit1("arith.muli", end.type, emit1("arith.minsi", end.type, rounds, index(1)), index(self.lanes.width))
        size = emit1("arith.muli", end.type, count, lanes)
        type = ir.MemRefType.get([DYNAMIC], again.load.results[0].type)
        return memref.alloc(type, [size], [])

    def free(self) -> None:
        for buffer in self.buffers.values():
            memref.dealloc(buffer)

    def enter(self, loop: ir.Operation) -> None:
        """Reads what a loop of the old body, which is about to be written, would have read again."""
        for load, again in self.found.items():
            if again.loops[0] == loop:
                self._fill(again)
                self.full.add(load)

    def leave(self, loop: ir.Operation) -> None:
        self.full -= {load for load, again in self.found.items() if again.loops[0] == loop}

    def load(self, op: ir.Operation) -> ir.Value:
        """The vector of a load whose buffer is full."""
        type = self.lanes.vector_type(op.results[0].type)
        return emit1("vector.load", type, *self._place(op, self.lanes.one(self._counter(op))))

    def _fill(self, again: _Again) -> None:
        lanes, load, inner = self.lanes, again.load, again.loops[-1]
        begin, end = list(inner.operands)[:2]
        for loop in again.loops[:-1]:  # one that does not run reads nothing
            bounds = [lanes.one(v) for v in list(loop.operands)[:2]]
            runs = compare_integers("slt", *bounds)
            end = emit1("arith.select", end.type, runs, end, begin)

        def inside(at: list[ir.Value], _) -> None:
            lanes.uniform[self._counter(load)] = at[0]
            lanes.read(load, None)
            emit("vector.store", [], [lanes.vector(load.results[0]), *self._place(load, at[0])])
            for values in (lanes.lists, lanes.vectors):
                values.pop(load.results[0], None)

        nest([(begin, end, index(1))], inside)

    def _counter(self, load: ir.Operation) -> ir.Value:
        return self.found[load].loops[-1].regions[0].blocks[0].arguments[0]

    def _place(self, load: ir.Operation, at: ir.Value) -> list[ir.Value]:
        number = emit1("arith.subi", at.type, at, self.found[load].loops[-1].operands[0])
        return [self.buffers[load], emit1("arith.muli", at.type, number, index(self.lanes.width))]


def _again(load: ir.Operation, whole: ir.Operation) -> _Again | None:
    """How a load in a loop over lanes, `whole`, is read again, if it is."""
    loops = [load.parent.operation]
    while loops[0].name == "scf.for" and loops[0] != whole:
        loops.insert(0, loops[0].parent.operation)
    if loops[0] != whole or len(loops) < 3 or any(is_unsigned(loop) for loop in loops[1:]):
        return None
    *others, inner = loops[1:]
    counter = inner.regions[0].blocks[0].arguments[0]
    if counter not in load.operands or not isinstance(counter.type, ir.IndexType):
        return None
    if constant_of(inner.operands[2]) != 1 or any(is_made_in(v, whole) for v in list(inner.operands)[:2]):
        return None
    needs = [v for v in load.operands if v != counter]
    needs += [v for loop in others for v in list(loop.operands)[:2]]
    while others and any(is_made_in(v, others[0]) for v in needs):
        others.pop(0)
    times = [known(loop) for loop in others]
    if not others or None not in times and math.prod(times) < _FEW:
        return None
    return _Again(load, (*others, inner))
