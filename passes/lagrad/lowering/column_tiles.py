"""Loops over columns, some at a time, around operations that run over their rows with vectors of columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..build import bytes_of, constant, element, emit, emit1, index
from ..mlir import ir

if TYPE_CHECKING:
    from .tile_columns import Member

_BYTES = 256  # of a vector: the four or eight that LLVM makes of it hide how long an addition takes

Vectors = list[ir.Value]  # one for each vector of a tile


def emit_tiles(chains: list[list[Member]]) -> None:
    """All operations for a vector of columns at a time, and for what is left.

    Those of a chain share the loops over the rows of the first one.
    """
    first = chains[0][0]
    type = element(first.op.operands[0].type)
    width = _BYTES // bytes_of(type)
    size = value_of(first.size(first.column))
    step = index(width)
    rest = emit1("arith.remui", size.type, size, step)
    whole = emit1("arith.subi", size.type, size, rest)

    def tile(start: ir.Value, mask: ir.Value | None = None) -> None:
        for chain in chains:
            _Chain(chain, ir.VectorType.get([width], type), [start], mask).emit()

    def masked(start: ir.Value) -> None:
        tile(start, emit1("vector.create_mask", ir.VectorType.get([width], ir.IntegerType.get_signless(1)), rest))

    _loops([(index(0), whole, step)], [], lambda at, _: tile(at[0]) or [])
    _loops([(whole, size, step)], [], lambda at, _: masked(at[0]) or [])


class _Chain:
    """Operations over the same rows, for the vectors of columns that begin at `starts`."""

    def __init__(self, members: list[Member], vector: ir.VectorType, starts: Vectors, mask: ir.Value | None):
        self.members, self.vector, self.starts, self.mask = members, vector, starts, mask
        self.element = vector.element_type
        self.left: dict[ir.Value, Vectors] = {}  # what the operations before leave in a row of a buffer
        self.places: dict[ir.Value, list[list[ir.Value]]] = {}  # where that is

    def emit(self) -> None:
        first, *others = self.members
        totals = [m for m in others if not m.rows]  # sums over the rows of the chain
        begun = [vector for m in totals for vector in self._begin(m, {})]

        def row(at: list[ir.Value], sums: Vectors) -> Vectors:
            rest = iter(sums)
            results: Vectors = []
            for m in self.members:
                if m in totals:
                    results += self._point(m, dict(zip(m.sums, at)), [next(rest) for _ in self._begun(m)])
                else:
                    self._row(m, dict(zip(m.rows, at)))
            self._store()
            return results

        ended = iter(_loops([self._range(first, d) for d in first.rows], begun, row))
        for m in totals:
            self._end(m, {}, [next(ended) for _ in self._begun(m)])
        self._store()

    def _range(self, member: Member, d: int) -> tuple[ir.Value, ir.Value, ir.Value]:
        return index(0), value_of(member.size(d)), index(1)

    def _row(self, member: Member, at: dict[int, ir.Value]) -> None:
        def add(places: list[ir.Value], sums: Vectors) -> Vectors:
            return self._point(member, at | dict(zip(member.sums, places)), sums)

        ranges = [self._range(member, d) for d in member.sums]
        self._end(member, at, _loops(ranges, self._begin(member, at), add))

    # -- sums: the vectors of the first result, of the second one, and so on --------------------------

    def _begun(self, member: Member) -> list[int]:
        """Which vectors there are."""
        is_sum = member.sums or member.sums_columns
        return [n for n in member.outs for _ in self.starts if is_sum or member.is_read(n)]

    def _begin(self, member: Member, at: dict[int, ir.Value]) -> Vectors:
        """What is in the results before."""
        if member.sums_columns:
            return [self._spread(constant(self.element, 0.0)) for _ in self._begun(member)]
        return [vector for n in dict.fromkeys(self._begun(member)) for vector in self._read(member, n, at)]

    def _end(self, member: Member, at: dict[int, ir.Value], sums: Vectors) -> None:
        count = len(self.starts)
        for k, n in enumerate(member.outs):
            own = sums[k * count : (k + 1) * count]
            if member.sums_columns:
                self._add(member, n, at, own)
            else:
                self._write(member, n, at, own)

    def _point(self, member: Member, at: dict[int, ir.Value], sums: Vectors) -> Vectors:
        """The body for each vector; the results in the order of `sums`."""
        (*ops, end) = [view.operation for view in member.body.operations]
        known: list[dict[ir.Value, ir.Value]] = [{} for _ in self.starts]
        rest = iter(sums)
        for n, argument in enumerate(member.body.arguments):
            if n >= member.ins:
                vectors = [next(rest) for _ in self.starts] if n in self._begun(member) else []
            else:
                vectors = self._read(member, n, at) if member.is_read(n) else []
            for of_vector, vector in zip(known, vectors):
                of_vector[argument] = vector
        for of_vector in known:
            for op in ops:
                if op.name == "arith.constant":
                    of_vector[op.results[0]] = self._spread(constant(self.element, op.attributes["value"].value))
                    continue
                operands = [of_vector[v] if v in of_vector else self._spread(v) for v in op.operands]
                types = [ir.VectorType.get(self.vector.shape, r.type) for r in op.results]
                attributes = {name: op.attributes[name] for name in op.attributes}
                of_vector.update(zip(op.results, emit(op.name, types, operands, **attributes)))
        return [of_vector[v] if v in of_vector else self._spread(v) for v in end.operands for of_vector in known]

    def _spread(self, value: ir.Value) -> ir.Value:
        return emit1("vector.broadcast", ir.VectorType.get(self.vector.shape, value.type), value)

    # -- memory -----------------------------------------------------------------------------------

    def _place(self, member: Member, n: int, at: dict[int, ir.Value], column: ir.Value | None = None) -> list[ir.Value]:
        return [column if d == member.column else at[d] for d in member.maps[n]]

    def _read(self, member: Member, n: int, at: dict[int, ir.Value]) -> Vectors:
        value = member.op.operands[n]
        if value in self.left:
            return self.left[value]
        if member.column not in member.maps[n]:
            if isinstance(value.type, ir.MemRefType):
                value = emit1("memref.load", self.element, value, *self._place(member, n, at))
            return [self._spread(value)] * len(self.starts)
        places = [self._place(member, n, at, start) for start in self.starts]
        if self.mask is None:
            return [emit1("vector.load", self.vector, value, *place) for place in places]
        zeros = self._spread(constant(self.element, 0.0))
        return [emit1("vector.maskedload", self.vector, value, *place, self.mask, zeros) for place in places]

    def _write(self, member: Member, n: int, at: dict[int, ir.Value], vectors: Vectors) -> None:
        buffer = member.op.operands[n]
        self.left[buffer] = vectors
        self.places[buffer] = [self._place(member, n, at, start) for start in self.starts]

    def _store(self) -> None:
        """Puts into memory what the last operation has left in each row."""
        for buffer, vectors in self.left.items():
            for place, vector in zip(self.places[buffer], vectors):
                if self.mask is None:
                    emit("vector.store", [], [vector, buffer, *place])
                else:
                    emit("vector.maskedstore", [], [buffer, *place, self.mask, vector])
        self.left.clear()

    def _add(self, member: Member, n: int, at: dict[int, ir.Value], vectors: Vectors) -> None:
        """What the columns of a tile come to, added to the result."""
        flags = ir.Attribute.parse("#arith.fastmath<reassoc,contract>")
        total, *others = vectors
        for other in others:
            total = emit1("arith.addf", self.vector, total, other, fastmath=flags)
        if self.mask is not None:
            total = emit1("arith.select", self.vector, self.mask, total, self._spread(constant(self.element, 0.0)))
        number = emit1("vector.reduction", self.element, total, kind=ir.Attribute.parse("#vector.kind<add>"), fastmath=flags)
        buffer, place = member.op.operands[n], self._place(member, n, at)
        old = emit1("memref.load", self.element, buffer, *place)
        emit("memref.store", [], [emit1("arith.addf", self.element, old, number, fastmath=flags), buffer, *place])


def value_of(size) -> ir.Value:
    """A size as `Member.size` gives it, at the insertion point."""
    match size:
        case int():
            return index(size)
        case (buffer, k):
            return emit1("memref.dim", ir.IndexType.get(), buffer, index(k))
    return size


def _loops(
    ranges: list[tuple[ir.Value, ir.Value, ir.Value]], carried: Vectors, body: Callable[[list[ir.Value], Vectors], Vectors]
) -> Vectors:
    """Loops from, to and in steps of some values around what `body` writes, and what they leave of what they carry."""

    def nest(at: list[ir.Value], carried: Vectors) -> Vectors:
        if len(at) == len(ranges):
            return body(at, carried)
        types = [v.type for v in carried]
        loop = ir.Operation.create("scf.for", results=types, operands=[*ranges[len(at)], *carried], regions=1)
        location = ir.Location.current
        block = loop.regions[0].blocks.append(ir.IndexType.get(), *types, arg_locs=[location] * (1 + len(types)))
        with ir.InsertionPoint(block):
            emit("scf.yield", [], nest([*at, block.arguments[0]], list(block.arguments)[1:]))
        return list(loop.results)

    return nest([], carried)
