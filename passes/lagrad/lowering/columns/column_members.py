"""Operations that go through columns of floats as they lie in memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ... import build
from ...analysis.recording.cost import is_elementary
from ...mlir import ir
from ...triangular.support import TRIANGLE, Atom
from ..facts.sum_of_products import all_places
from ..facts.views import lies_in_rows
from ..lanes.lanes import SCALAR_ONLY
from ..walk import last
from .groups import Touch, touches_of

_ELEMENTS = ("f64", "f32")
_SUMS = ("arith.addf", "arith.subf")

# A size of a buffer: a number, the value that it was made with, or the buffer and the dimension.
Size = int | ir.Value | tuple[ir.Value, int]


@dataclass
class Member:
    """An operation and which of its dimensions are columns, rows of its results, and sums."""

    op: ir.Operation
    column: int
    rows: list[int]
    sums: list[int]
    maps: list[tuple[int, ...]]
    ins: int

    @property
    def triangle(self) -> Atom | None:
        """Which terms of a product are not zero, as `lagrad-keep-triangles` says."""
        found = Atom(*self.op.attributes[TRIANGLE]) if TRIANGLE in self.op.attributes else None
        return found if found and {*self.rows, *self.sums} == {found.large, found.small} else None

    @property
    def body(self) -> ir.Block:
        return self.op.regions[0].blocks[0]

    @property
    def outs(self) -> range:
        return range(self.ins, len(self.maps))

    @property
    def sums_columns(self) -> bool:
        return self.column not in self.maps[-1]

    @property
    def is_product(self) -> bool:
        return bool(self.rows and self.sums)

    @cached_property
    def touches(self) -> list[Touch]:
        """What it does for a column; rows of a view and of the whole buffer are other rows of a tile."""
        return [touch._replace(rows=frozenset()) for touch in touches_of(self.op, self.column)]

    def is_read(self, n: int) -> bool:
        """Whether the body reads an operand."""
        return any(True for _ in self.body.arguments[n].uses)

    def sizes(self, d: int) -> list[Size]:
        """How far a dimension goes, as each operand that has it says."""
        return [_size(v, places.index(d)) for v, places in zip(self.op.operands, self.maps) if d in places]

    def size(self, d: int) -> Size:
        found = self.sizes(d)
        return next((n for n in found if isinstance(n, int)), found[0])

    def is_as_long(self, d: int, other: Member, its: int) -> bool:
        return not set(self.sizes(d)).isdisjoint(other.sizes(its))


def member_of(op: ir.Operation) -> Member | None:
    """The operation, if it goes through columns of floats as they lie in memory."""
    if op.name != "linalg.generic" or op.results:
        return None
    maps = all_places(op)
    ins = op.attributes["operandSegmentSizes"][0]
    if None in maps or not all(_is_plain(o.operation) for o in op.regions[0].blocks[0].operations):
        return None
    elements = {str(build.element(v.type)) for v in op.operands}
    if len(elements) != 1 or not elements.issubset(_ELEMENTS):
        return None
    outs = {frozenset(places) for places in maps[ins:]}
    count = op.attributes["indexing_maps"][0].value.n_dims
    if len(outs) != 1:
        return None
    (out,) = outs
    for column in range(count):
        if not _is_column(op, maps, column):
            continue
        rows = [d for d in range(count) if d in out and d != column]
        sums = [d for d in range(count) if d not in out and d != column]
        member = Member(op, column, rows, sums, maps, ins)
        if (column in out or not sums and not rows and _adds(member)) and not _has_functions_of_rows(member):
            return member
    return None


def _has_functions_of_rows(member: Member) -> bool:
    """Whether the body has an elementary function of what all columns share: `lagrad-hoist-invariants` has it once."""
    varying = {a for a, places in zip(member.body.arguments, member.maps) if member.column in places}
    for view in member.body.operations:
        op = view.operation
        if any(v in varying for v in op.operands):
            varying.update(op.results)
        elif is_elementary(op):
            return True
    return False


def _is_plain(op: ir.Operation) -> bool:
    """Whether it computes floats from floats, and vectors of them as well."""
    is_float = all(isinstance(v.type, ir.FloatType) or str(v.type) == "i1" for v in (*op.operands, *op.results))
    is_known = op.name.split(".")[0] in ("arith", "math") and op.name not in SCALAR_ONLY and not op.regions
    return op.name == "linalg.yield" or is_known and is_float


def _is_column(op: ir.Operation, maps: list[tuple[int, ...]], d: int) -> bool:
    """Whether neighbours in a dimension are neighbours in memory, wherever it counts."""
    having = [(v, places) for v, places in zip(op.operands, maps) if d in places]
    return len(having) > 0 and all(places[-1] == d and lies_in_rows(v) for v, places in having)


def _adds(member: Member) -> bool:
    """Whether each result is a sum that may be added up in any order."""
    body = member.body
    for out, value in zip(list(body.arguments)[member.ins :], last(body).operands):
        op = build.defining_op(value)
        if op is None or op.name not in _SUMS or op.operands[0] != out or len(list(out.uses)) != 1:
            return False
        if "fastmath" not in op.attributes or "reassoc" not in str(op.attributes["fastmath"]):
            return False
    return True


def is_buffer(value: ir.Value) -> bool:
    return isinstance(value.type, ir.MemRefType)


def _size(buffer: ir.Value, k: int) -> Size:
    type = ir.MemRefType(buffer.type)
    if not type.is_dynamic_dim(k):
        return type.get_dim_size(k)
    if isinstance(buffer.owner, ir.Block):
        return buffer, k
    op, place = buffer.owner.operation, [d for d in range(type.rank) if type.is_dynamic_dim(d)].index(k)
    match op.name:
        case "memref.alloc" | "memref.alloca":
            return _index(op.operands[place])
        case "memref.view":
            return _index(op.operands[2 + place])
        case "memref.subview" | "memref.reinterpret_cast":
            sizes = list(op.attributes["static_sizes"])
            _, offsets, dynamic, _ = op.attributes["operandSegmentSizes"]
            if (
                sum(n == build.DYNAMIC for n in sizes)
                == dynamic
                == sum(type.is_dynamic_dim(d) for d in range(type.rank))
            ):
                return _index(op.operands[1 + offsets + place])
    return buffer, k


def _index(value: ir.Value) -> Size:
    op = build.defining_op(value)
    if op is not None and op.name == "memref.dim" and (k := build.constant_of(op.operands[1])) is not None:
        return _size(op.operands[0], int(k))
    return value
