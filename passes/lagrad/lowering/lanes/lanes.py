"""The body of a loop for several iterations at once: one lane of a vector for each.

A value that is the same in all iterations stays a scalar. One that differs is a vector, or a list of
scalars, one an iteration: floats are vectors, and integers from which places in memory are computed are
lists. Either becomes the other where an operation needs it, right behind the operation that makes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...build import behind, constant, emit, emit1, like
from ...forms.nests import choice
from ...mlir import ir
from ..facts.updates import Update
from .lane_control import MAY_TRAP, Control
from .read_again import ReadAgain
from .runs import accessed, direction, has_lanes, picked
from .shifted import add, add_up, may_add_up, shifted
from .together import Together

# Operations whose lowering upstream has for scalars only, or less precise on vectors (`expand_math`).
SCALAR_ONLY = {
    "math.expm1",
    "math.clampf",
    "math.isinf",
    "math.isnormal",
    "math.fpowi",
    "math.ipowi",
    "arith.flush_denormals",
}


class Lanes:
    """Writes the operations of a body for `width` iterations, at the end of a new one.

    `trip` is the old counter if it grows by one; `moving` are the values that differ between iterations; lanes have
    `turns`, each at the updates of a list. The body is that of `loop`, and runs `rounds` times.
    """

    def __init__(
        self,
        width: int,
        trip: ir.Value | None,
        moving: set[ir.Value],
        turns: list[list[Update]],
        before: ir.Operation,
        transpose: bool,
        agree: bool,
        loop: ir.Operation,
        rounds: ir.Value,
    ):
        self.width = width
        self.trip = trip
        self.moving = moving
        # What is stored -> the updates that are written there: all of a list at the last one.
        self.updates = {u.sums[-1].results[0]: turn if u is turn[-1] else [] for turn in turns for u in turn}
        self.in_updates = {op.results[0] for turn in turns for u in turn for op in (u.load, *u.sums)}
        self.transpose = transpose  # what a lane has next to each other in memory
        self.before = before  # what does not depend on the iteration is written in front of it
        self.uniform: dict[ir.Value, ir.Value] = {}
        self.vectors: dict[ir.Value, ir.Value] = {}
        self.lists: dict[ir.Value, list[ir.Value]] = {}
        self.together = Together(self)
        self.control = Control(self, agree)
        with ir.InsertionPoint(before):
            self.again = ReadAgain(self, loop, rounds)

    # -- values ---------------------------------------------------------------------------------

    def vector_type(self, type: ir.Type) -> ir.Type:
        return ir.VectorType.get([self.width], type)

    def one(self, value: ir.Value) -> ir.Value:
        """A value that is the same in all lanes."""
        return self.uniform.get(value, value)

    def vector(self, value: ir.Value) -> ir.Value:
        if value not in self.vectors:
            type = self.vector_type(value.type)
            if value in self.lists:
                lanes = self.lists[value]
                with behind(lanes[-1]):
                    made = emit1("vector.from_elements", type, *lanes)
            else:
                with behind(self.uniform[value]) if value in self.uniform else ir.InsertionPoint(self.before):
                    made = emit1("vector.broadcast", type, self.one(value))
            self.vectors[value] = made
        return self.vectors[value]

    def list(self, value: ir.Value) -> list[ir.Value]:
        if value not in self.moving:
            return [self.one(value)] * self.width
        if value not in self.lists:
            whole = self.vectors[value]
            with behind(whole):
                self.lists[value] = [_lane(whole, n) for n in range(self.width)]
        return self.lists[value]

    def _differs(self, op: ir.Operation) -> bool:
        return any(v in self.moving for v in op.operands)

    # -- operations -----------------------------------------------------------------------------

    def block(self, block: ir.Block, mask: ir.Value | None) -> list[ir.Value]:
        """Writes a block, for the lanes of the mask if there is one; gives what the block yields, old values."""
        (*ops, terminator) = [view.operation for view in block.operations]
        if self.transpose and mask is None:
            self.together.begin(block, lambda op: op not in self.again.full and self.goes_by_itself(op))
        for number, op in enumerate(ops):
            with op.location:
                if mask is None and not terminator.operands and self.control.decides(op, ops[number + 1 :]):
                    self.control.if_all_agree(op.operands[0], ops[number:])
                    break
                self.operation(op, mask)
        return list(terminator.operands)

    def operation(self, op: ir.Operation, mask: ir.Value | None) -> None:
        """Writes one operation of the old body, for the lanes of the mask if there is one."""
        if op.results and op.results[0] in self.in_updates:
            return  # written where it is stored
        match op.name:
            case "scf.if":
                self.control.branch(op, mask)
            case "scf.for":
                self.control.loop(op, mask)
            case "memref.store" if op.operands[0] in self.updates:
                self._take_turns(self.updates[op.operands[0]], mask)
            case "memref.load" if op in self.again.full:
                self.vectors[op.results[0]] = self.again.load(op)
            case "memref.load" | "memref.store" if op in self.together.groups:
                self.together.access(op)
            case "memref.load":
                self.read(op, mask)
            case "memref.store":
                self._store(op, mask)
            case _ if not self._differs(op):
                copy = self._copy(op, self.one)
                self.uniform.update(zip(op.results, copy.results))
            case _ if self._is_for_vectors(op):
                types = [self.vector_type(result.type) for result in op.results]
                made = like(op, [self.vector(v) for v in op.operands], types)
                self.vectors.update(zip(op.results, made.results))
            case name:
                guarded = mask is not None and name in MAY_TRAP
                self._each(op, mask if guarded else None)

    def _is_for_vectors(self, op: ir.Operation) -> bool:
        if op.name.split(".")[0] not in ("arith", "math") or op.name in SCALAR_ONLY | MAY_TRAP:
            return False
        values = [*op.operands, *op.results]
        if not all(has_lanes(v.type) for v in values):
            return False
        return any(v in self.vectors or isinstance(v.type, ir.FloatType) for v in values)

    def _copy(self, op: ir.Operation, value_of) -> ir.Operation:
        copy = op.clone(ip=ir.InsertionPoint.current).operation
        for number, value in enumerate(op.operands):
            copy.operands[number] = value_of(value)
        return copy

    def _each(self, op: ir.Operation, mask: ir.Value | None) -> None:
        """The operation once a lane."""
        operands = {v: self.list(v) for v in op.operands}
        copies = []
        for n in range(self.width):
            copies.append(self._guarded(mask, n, op, lambda: self._copy(op, lambda v: operands[v][n]).results))
        for number, result in enumerate(op.results):
            self.lists[result] = [copy[number] for copy in copies]

    def _guarded(self, mask: ir.Value | None, n: int, op: ir.Operation, make) -> Sequence[ir.Value]:
        """What `make` makes for lane `n`, if the mask has it; zeros else."""
        if mask is None:
            return list(make())
        types = [result.type for result in op.results]
        others = [lambda: [constant(t, 0) for t in types]] if types else []
        return choice(_lane(mask, n), types, lambda: list(make()), *others)

    # -- memory ---------------------------------------------------------------------------------

    def read(self, op: ir.Operation, mask: ir.Value | None) -> None:
        buffer, *indices = op.operands
        result = op.results[0]
        if result not in self.moving:
            self.uniform[result] = self._copy(op, self.one).results[0]
        elif way := self._direction(buffer, indices, result.type, mask):
            first = [self.list(v)[0 if way == 1 else -1] for v in indices]
            type = self.vector_type(result.type)
            if mask is None:
                self.vectors[result] = self._turned(emit1("vector.load", type, self.one(buffer), *first), way)
            else:
                zero = emit1("vector.broadcast", type, constant(result.type, 0))
                self.vectors[result] = emit1("vector.maskedload", type, self.one(buffer), *first, mask, zero)
        else:
            self._each(op, mask)

    def _store(self, op: ir.Operation, mask: ir.Value | None) -> None:
        value, buffer, *indices = op.operands
        if way := self._direction(buffer, indices, value.type, mask):
            at = [self.one(buffer), *(self.list(v)[0 if way == 1 else -1] for v in indices)]
            if mask is None:
                emit("vector.store", [], [self._turned(self.vector(value), way), *at])
            else:
                emit("vector.maskedstore", [], [*at, mask, self.vector(value)])
        else:
            self._each(op, mask)

    def goes_by_itself(self, op: ir.Operation) -> bool:
        """Does each lane read or write an element of its own, which is not next to that of the next lane?"""
        loads = op.name == "memref.load"
        value = op.results[0] if loads else op.operands[0]
        buffer, indices = accessed(op)
        if not isinstance(value.type, ir.FloatType) or not has_lanes(value.type):
            return False
        if value in (self.in_updates if loads else self.updates) or loads and value not in self.moving:
            return False
        return self._direction(buffer, indices, value.type, None) is None

    def _take_turns(self, updates: list[Update], mask: ir.Value | None) -> None:
        """One lane after the other, each with all updates, or all at once where these are about neighbours, or where
        one element gets the sum of all lanes, which need not be in order."""
        if mask is None and updates and (found := shifted(updates, self.trip, self.moving, self.width)):
            add(found, self)
            return
        if mask is None and len(updates) == 1 and may_add_up(updates[0], self.moving):
            add_up(updates[0], self)
            return
        chain = [op for update in updates for op in (update.load, *update.sums, update.store)]
        own = {op.results[0] for op in chain if op.results}
        lists = {v: self.list(v) for op in chain for v in op.operands if v not in own}
        for n in range(self.width):

            def make() -> list[ir.Value]:
                values = {v: lanes[n] for v, lanes in lists.items()}
                for op in chain:
                    copy = self._copy(op, values.__getitem__)
                    values.update(zip(op.results, copy.results))
                return []

            if updates:
                self._guarded(mask, n, updates[-1].store, make)

    def _direction(self, buffer: ir.Value, indices: list[ir.Value], of: ir.Type, mask: ir.Value | None) -> int | None:
        """1 where the lanes are neighbours in memory, -1 where they are from the last one on; None where neither.

        With a mask they are read and written in their order only.
        """
        way = direction(buffer, indices, self.trip, self.moving)
        return way if has_lanes(of) and str(of) != "i1" and (mask is None or way == 1) else None

    def _turned(self, vector: ir.Value, way: int) -> ir.Value:
        """A vector as it is, or from the last lane on."""
        return vector if way == 1 else picked(vector, vector, range(self.width)[::-1])


def _lane(vector: ir.Value, n: int) -> ir.Value:
    kind = ir.VectorType(vector.type).element_type
    return emit1("vector.extract", kind, vector, static_position=ir.DenseI64ArrayAttr.get([n]))
