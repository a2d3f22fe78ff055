"""Loops over columns, some at a time, around operations that run over their rows with vectors of columns."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...build import bytes_of, constant, element, emit, emit1, index
from ...forms.generic import clone_into, on_vectors, spread
from ...forms.nests import Range, nest
from ...mlir import ir
from ..lanes.runs import reduced
from ..machine.processors import Registers
from .column_members import Member, Size

_REST = 64  # bytes of a masked vector, for the last columns


@dataclass(frozen=True)
class Tile:
    """How many columns and rows run together: the sums of a product for all of them are in registers."""

    bytes: int  # of a vector of columns: the four that a processor makes of it hide how long an addition takes
    rows: int  # of a product, which read a column of its other factor once


def tile_for(registers: Registers) -> Tile:
    """Half of the registers for sums; columns of the other factor and broadcast numbers are in the others."""
    return Tile(4 * registers.bytes, registers.count // 8)


def emit_tiles(chains: list[list[Member]], passing: set[ir.Value], of: Tile) -> None:
    """All operations for a vector of columns at a time, and for what is left.

    Those of a chain share the loops over the rows of the first one, and what they leave in `passing` buffers stays in
    registers.
    """
    first = chains[0][0]
    type = element(first.op.operands[0].type)
    columns = first.size(first.column)
    bytes = of.bytes
    while bytes > _REST and isinstance(columns, int) and columns * bytes_of(type) < bytes:
        bytes //= 2  # no mask where few columns fill a smaller vector
    width, rest = (index(n // bytes_of(type)) for n in (bytes, _REST))
    size = value_of(columns)
    whole = _whole(size, width)

    def tile(start: ir.Value, mask: ir.Value | None, bytes: int) -> None:
        for chain in chains:
            _Chain(chain, passing, ir.VectorType.get([bytes // bytes_of(type)], type), start, mask, of.rows).emit()

    def masked(start: ir.Value) -> None:
        bits = ir.VectorType.get([_REST // bytes_of(type)], ir.IntegerType.get_signless(1))
        left = emit1("arith.subi", size.type, size, start)
        tile(start, emit1("vector.create_mask", bits, left), _REST)

    nest([(0, whole, width)], lambda at, _: tile(at[0], None, bytes))
    nest([(whole, size, rest)], lambda at, _: masked(at[0]))


@dataclass(frozen=True)
class _Row:
    """A row of a chain: which one it is, and what the operations before leave in it and where."""

    at: list[ir.Value]
    left: dict[ir.Value, tuple[ir.Value, list[ir.Value]]] = field(default_factory=dict)


class _Chain:
    """Operations over the same rows, for the vector of columns that begins at `start`; of a product so many
    `together`."""

    def __init__(
        self,
        members: list[Member],
        passing: set[ir.Value],
        vector: ir.VectorType,
        start: ir.Value,
        mask: ir.Value | None,
        together: int,
    ):
        self.members, self.passing, self.vector, self.start, self.mask = members, passing, vector, start, mask
        self.together = together
        self.element = vector.element_type

    def emit(self) -> None:
        first, *others = self.members
        totals = [m for m in others if not m.rows]  # sums over the rows of the chain
        all_of_it = _Row([])
        carried = [vector for m in totals for vector in self._begin(m, all_of_it, {})]
        if len(first.rows) == 1 and any(m.is_product for m in self.members):
            for range, count in _in_blocks(first.size(first.rows[0]), self.together):
                carried = self._over([range], totals, carried, count)
        else:
            carried = self._over([value_of(first.size(d)) for d in first.rows], totals, carried, 1)
        ended = iter(carried)
        for m in totals:
            self._end(m, all_of_it, {}, [next(ended) for _ in self._begun(m)])
        self._store(all_of_it)

    def _over(self, ranges: list[Range], totals: list[Member], carried: list[ir.Value], count: int) -> list[ir.Value]:
        """So many rows at a time, of the last range; what the totals, which begin with `carried`, come to."""

        def block(at: list[ir.Value], sums: list[ir.Value]) -> list[ir.Value]:
            rows = [_Row([*at[:-1], _plus(at[-1], n)]) for n in range(count)] if at else [_Row([])]
            rest, results = iter(sums), []
            for m in self.members:
                if m in totals:
                    own = [next(rest) for _ in self._begun(m)]
                    for row in rows:
                        own = self._point(m, row, dict(zip(m.sums, row.at)), own)
                    results += own
                else:
                    self._rows(m, rows)
            for row in rows:
                self._store(row)
            return results

        return nest(ranges, block, carried)

    def _rows(self, member: Member, rows: list[_Row]) -> None:
        """An operation for some rows, the sums of all of which one loop adds up."""
        at = [dict(zip(member.rows, row.at)) for row in rows]
        count = len(self._begun(member))

        def add(places: list[ir.Value], sums: list[ir.Value]) -> list[ir.Value]:
            by_sum = dict(zip(member.sums, places))
            points = (
                self._point(member, row, own | by_sum, sums[n * count : (n + 1) * count])
                for n, (row, own) in enumerate(zip(rows, at))
            )
            return [vector for point in points for vector in point]

        sums = [vector for row, own in zip(rows, at) for vector in self._begin(member, row, own)]
        if member.triangle is None:
            sums = nest([value_of(member.size(d)) for d in member.sums], add, sums)
        else:
            range, rest = _within(member, [row.at[0] for row in rows])
            sums = nest([range], add, sums)
            for n, more in enumerate(rest):
                for place in more:
                    sums[n : n + 1] = self._point(member, rows[n], at[n] | {member.sums[0]: place}, sums[n : n + 1])
        each = len(sums) // len(rows)
        for n, (row, own) in enumerate(zip(rows, at)):
            self._end(member, row, own, sums[n * each : (n + 1) * each])

    # -- sums: a vector for each result ---------------------------------------------------------------

    def _begun(self, member: Member) -> list[int]:
        """The results that begin with something."""
        is_sum = member.sums or member.sums_columns
        return [n for n in member.outs if is_sum or member.is_read(n)]

    def _begin(self, member: Member, row: _Row, at: dict[int, ir.Value]) -> list[ir.Value]:
        """What is in the results before."""
        if member.sums_columns:
            return [self._zeros() for _ in member.outs]
        return [self._spread(self._read(member, row, n, at)) for n in self._begun(member)]

    def _end(self, member: Member, row: _Row, at: dict[int, ir.Value], sums: list[ir.Value]) -> None:
        for n, own in zip(member.outs, sums):
            if member.sums_columns:
                self._add(member, n, at, own)
            else:
                row.left[member.op.operands[n]] = own, self._place(member, n, at)

    def _point(self, member: Member, row: _Row, at: dict[int, ir.Value], sums: list[ir.Value]) -> list[ir.Value]:
        """The body; vectors of its results in the order of those of the operation."""
        (*ops, end) = [view.operation for view in member.body.operations]
        known = dict(zip((member.body.arguments[n] for n in self._begun(member)), sums))
        for n in range(member.ins):
            if member.is_read(n):
                known[member.body.arguments[n]] = self._read(member, row, n, at)
        for op in ops:
            operands = [known.get(v, v) for v in op.operands]
            if any(isinstance(v.type, ir.VectorType) for v in operands):
                known.update(zip(op.results, on_vectors(op, operands, self.vector.shape)))
            else:  # the same for all columns of a row
                clone_into(op, known)
        return [self._spread(known.get(v, v)) for v in end.operands]

    def _spread(self, value: ir.Value) -> ir.Value:
        return spread(value, self.vector.shape)

    def _zeros(self) -> ir.Value:
        return self._spread(constant(self.element, 0.0))

    # -- memory -----------------------------------------------------------------------------------

    def _place(self, member: Member, n: int, at: dict[int, ir.Value]) -> list[ir.Value]:
        return [self.start if d == member.column else at[d] for d in member.maps[n]]

    def _read(self, member: Member, row: _Row, n: int, at: dict[int, ir.Value]) -> ir.Value:
        value = member.op.operands[n]
        if value in row.left:
            return row.left[value][0]
        if not isinstance(value.type, ir.MemRefType):
            return value
        place = self._place(member, n, at)
        if member.column not in member.maps[n]:
            return emit1("memref.load", self.element, value, *place)
        if self.mask is None:
            return emit1("vector.load", self.vector, value, *place)
        return emit1("vector.maskedload", self.vector, value, *place, self.mask, self._zeros())

    def _store(self, row: _Row) -> None:
        """Puts into memory what the last operation has left in each buffer."""
        for buffer, (vector, place) in row.left.items():
            if buffer in self.passing:
                continue
            if self.mask is None:
                emit("vector.store", [], [vector, buffer, *place])
            else:
                emit("vector.maskedstore", [], [buffer, *place, self.mask, vector])

    def _add(self, member: Member, n: int, at: dict[int, ir.Value], total: ir.Value) -> None:
        """What the columns of a tile come to, added to the result."""
        flags = ir.Attribute.parse("#arith.fastmath<reassoc,contract>")
        if self.mask is not None:
            total = emit1("arith.select", self.vector, self.mask, total, self._zeros())
        number = reduced("add", total, fastmath=flags)
        buffer, place = member.op.operands[n], self._place(member, n, at)
        old = emit1("memref.load", self.element, buffer, *place)
        emit("memref.store", [], [emit1("arith.addf", self.element, old, number, fastmath=flags), buffer, *place])


def value_of(size: Size) -> ir.Value:
    """A size as `Member.size` gives it, at the insertion point."""
    match size:
        case int():
            return index(size)
        case (buffer, k):
            return emit1("memref.dim", ir.IndexType.get(), buffer, index(k))
    return size


def _within(member: Member, rows: list[ir.Value]) -> tuple[Range, list[list[ir.Value]]]:
    """Of a triangle the terms that all of some neighbouring rows have, and for each row the others."""
    large, _, gap = member.triangle
    end = value_of(member.size(member.sums[0]))
    count = len(rows)
    if large == member.rows[0]:  # row i has the terms up to i - gap
        rest = [[_plus(rows[0], n + 1 - gap) for n in range(row)] for row in range(count)]
        return (0, _plus(rows[0], 1 - gap), 1), rest
    rest = [[_plus(rows[0], n + gap) for n in range(row, count - 1)] for row in range(count)]
    return (_plus(rows[-1], gap), end, 1), rest


def _in_blocks(size: Size, together: int) -> list[tuple[Range, int]]:
    """Ranges that go through all rows, and how many at a time: only those that are not known to be empty."""
    if isinstance(size, int):
        blocks = size - size % together
        found = [(0, blocks, together), (blocks, size, 1)]
        return [(range, range[2]) for range in found if range[0] < range[1]]
    end = value_of(size)
    blocks = _whole(end, index(together))
    return [((0, blocks, together), together), ((blocks, end, 1), 1)]


def _whole(size: ir.Value, step: ir.Value) -> ir.Value:
    """As far as whole steps go."""
    return emit1("arith.subi", size.type, size, emit1("arith.remui", size.type, size, step))


def _plus(value: ir.Value, number: int) -> ir.Value:
    return value if number == 0 else emit1("arith.addi", value.type, value, index(number))
