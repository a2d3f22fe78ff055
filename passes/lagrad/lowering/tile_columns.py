"""`lagrad-tile-columns`: neighbouring operations run for some columns at a time, and keep their sums in registers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from .. import build
from ..errors import Failure
from ..mlir import ir
from ..passes import Pass, option
from ..triangular.support import TRIANGLE, Atom
from .accesses import Access, Accesses
from .column_tiles import emit_tiles, value_of
from .lanes import SCALAR_ONLY
from .places import ALLOCATIONS, VIEWS
from .sum_of_products import places_of
from .walk import walk

_PURE = ("arith", "math", "affine")
_VIEWS = VIEWS | {"memref.reinterpret_cast"}
_FREE = _VIEWS | {"memref.dim", *ALLOCATIONS}
_ELEMENTS = ("f64", "f32")
_SUMS = ("arith.addf", "arith.subf")
_FEW = 4  # columns that are not worth a vector


@dataclass(frozen=True)
class TileColumns(Pass):
    """Run neighbouring `linalg.generic`s on buffers for some columns at a time, each of them over all rows.

    ```mlir
    y[i, p] = c[i]                  // columns are what the last index of each buffer counts
    y[i, p] += q[i, j] * x[j, p]
    t[p] += y[i, p] * y[i, p]
    ```
    one after the other would go through `y` three times, and the loop over `p`, of which LLVM makes vector code, adds a
    term to a row in memory. They become one loop over `p` in steps of 32: there, for all `i`, a vector is
    filled with `c[i]`, gets the products for all `j`, is stored unless nobody else looks at `y`, and is squared and added to
    another one, which is stored after the last `i`. (LLVM makes several of it that the processor has.) With a product, four rows run together, for which
    `x[j, p]` is read once. The last columns are eight at a time, masked.

    A group has an operation that sums over rows, at most one product and something else with it, and no buffer of it is used
    at two different columns at once. Where an operation has more than `most` points for a column, which is asked when it runs,
    the group stays as it is, and products become calls of a library. So does a sum over the rows of an array of more than
    `alone` elements with which nothing else is done: one row after the other comes faster from a cache that is far, or from
    memory (`python -m benchmarks.column_sums`). A product with a triangular matrix, which
    `lagrad-keep-triangles` has found, is tiled alone too, and whatever its size: its rows run as far as the matrix is not zero.
    """

    name = "lagrad-tile-columns"
    creates = ("scf", "arith", "memref", "vector")

    most: int = option(4096, "Points of an operation for one column up to which columns are tiled.")
    alone: int = option(1 << 17, "Points of an operation, over all columns, up to which that is tiled which runs over rows alone.")

    def __post_init__(self):
        for name, value in (("most", self.most), ("alone", self.alone)):
            if value < 1:
                raise Failure(f"option '{name}' of '{self.name}' is 1 or more, not {value}")

    def run(self, op: ir.Operation, report) -> None:
        with op.context, op.location:
            for block in [b for child in (op, *walk(op)) if child.name != "linalg.generic" for r in child.regions for b in r.blocks]:
                for group in _groups(block):
                    report.remark(group.members[0].op.location, f"{len(group.members)} operations run for some columns at a time")
                    _replace(group, self.most, self.alone)


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


@dataclass
class Group:
    """Neighbours with the same columns, and what stands between them, which can go before them."""

    members: list[Member] = field(default_factory=list)
    between: list[ir.Operation] = field(default_factory=list)
    accesses: Accesses = field(default_factory=Accesses)

    def add(self, member: Member, before: list[ir.Operation]) -> None:
        """Takes an operation, and what stands before it since the last one."""
        self.members.append(member)
        self.between += before
        for access in _accesses(member):
            self.accesses.add(access)

    def takes(self, member: Member) -> bool:
        """Whether an operation can run column by column together with those before it."""
        if self.members and not any(member.is_as_long(member.column, m, m.column) for m in self.members):
            return False
        if member.is_product and any(m.is_product and (m.triangle or member.triangle) for m in self.members):
            return False
        return all(map(self.accesses.let_pass, _accesses(member)))

    def lets_pass(self, op: ir.Operation) -> bool:
        """Whether an operation can move before the group: it has no effect, and reads nothing that the group writes."""
        if op.name.split(".")[0] in _PURE or op.name in _FREE:
            return True
        if op.name == "memref.load":
            touched = [(op.operands[0], False)]
        elif op.name == "linalg.generic" and not any(ir.MemRefType(v.type).rank for v in op.operands if _is_buffer(v)):
            ins = op.attributes["operandSegmentSizes"][0]
            touched = [(v, n >= ins) for n, v in enumerate(op.operands) if _is_buffer(v)]
        else:
            return False
        return all(self.accesses.let_pass(Access(v, _root(v), False, written)) for v, written in touched)

    def chains(self) -> list[list[Member]]:
        """The operations in an order in which they may run, those that share loops over rows together."""
        found: list[list[Member]] = []
        for member in self.members:
            if found and _continues(found[-1], member):
                found[-1].append(member)
            elif found and not member.rows and not member.sums and not any(_share(other, member) for other in found[-1]):
                found.insert(len(found) - 1, [member])  # what a sum over the rows of the chain begins with
            else:
                found.append([member])
        return found

    @property
    def reads_once(self) -> bool:
        """Whether there is one operation that runs over rows, so that none finds in registers what another one has left there."""
        return sum(bool(m.rows or m.sums) for m in self.members) == 1 and not any(m.is_product for m in self.members)

    @property
    def is_worth(self) -> bool:
        if any(isinstance(n, int) and n < _FEW for m in self.members for n in m.sizes(m.column)):
            return False
        if any(m.triangle for m in self.members):
            return True
        products = sum(m.is_product for m in self.members)  # of several one is often large, and the code long
        return products < 2 and len(self.members) > 1 + products and any(m.sums for m in self.members)


def _continues(chain: list[Member], member: Member) -> bool:
    """Whether an operation can run row by row after those of a chain, or sums over its rows."""
    first, own = chain[0], member.rows or member.sums
    if not first.rows or member.sums_columns or len(own) != len(first.rows):
        return False
    if not all(any(member.is_as_long(d, m, (m.rows or m.sums)[n]) for m in chain) for n, d in enumerate(own)):
        return False
    written = {other.op.operands[n] for other in chain for n in other.outs}
    for other in chain:
        for n in other.outs:
            in_order = other.rows and [d for d in other.maps[n] if d != other.column] == other.rows
            if other.op.operands[n] in list(member.op.operands) and not in_order:
                return False  # a sum over rows is complete after the last one
    if not member.rows and any(v in written for v in list(member.op.operands)[member.ins :]):
        return False
    return all(
        [d for d in places if d != member.column] == own for v, places in zip(member.op.operands, member.maps) if v in written
    ) and all(not _is_written(member, v) for other in chain for v in other.op.operands if v not in written)


def _passing(chain: list[Member]) -> set[ir.Value]:
    """Buffers with which operations of a chain hand rows to each other and which nobody else looks at: they need not be in memory."""
    found = set()
    for buffer in {m.op.operands[n] for m in chain for n in m.outs}:
        first = next(m for m in chain if buffer in list(m.op.operands))
        begins = bool(first.rows) and not first.sums and not any(v == buffer and first.is_read(n) for n, v in enumerate(first.op.operands))
        if begins and _is_seen_by(_root(buffer), {buffer}, [m.op for m in chain]):
            found.add(buffer)
    return found


def _is_seen_by(buffer: ir.Value, known: set[ir.Value], ops: list[ir.Operation]) -> bool:
    """Whether only some operations read or write a buffer that the function has taken, all of them through a view that is known."""
    if isinstance(buffer.owner, ir.Block) or buffer.owner.operation.name not in {*ALLOCATIONS, *_VIEWS}:
        return False
    for use in buffer.uses:
        user = use.owner.operation
        if user.name in _VIEWS:
            if not _is_seen_by(user.results[0], known, ops):
                return False
        elif user.name not in ("memref.dealloc", "memref.dim") and not (buffer in known and user in ops):
            return False
    return True


def _is_written(member: Member, buffer: ir.Value) -> bool:
    return buffer in list(member.op.operands)[member.ins :]


def _share(a: Member, b: Member) -> bool:
    """Whether one of two operations writes a buffer that the other one uses."""
    return any(_is_written(x, v) for x, y in ((a, b), (b, a)) for v in y.op.operands)


def _accesses(member: Member) -> list[Access]:
    operands = enumerate(zip(member.op.operands, member.maps))
    return [Access(v, _root(v), member.column in places, n >= member.ins) for n, (v, places) in operands if _is_buffer(v)]


def _groups(block: ir.Block) -> list[Group]:
    found, group, waiting = [], Group(), []
    for view in block.operations:
        op = view.operation
        member = _member(op)
        if member is not None and group.takes(member):
            group.add(member, waiting)
            waiting = []
        elif group.members and group.lets_pass(op):
            waiting.append(op)
        else:
            found.append(group)
            group, waiting = Group(), []
            if member is not None:
                group.add(member, [])
    return [group for group in [*found, group] if group.is_worth]


def _member(op: ir.Operation) -> Member | None:
    """The operation, if it goes through columns of floats as they lie in memory."""
    if op.name != "linalg.generic" or op.results:
        return None
    maps = [places_of(attribute.value) for attribute in op.attributes["indexing_maps"]]
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
        if column in out or not sums and not rows and _adds(member):
            return member
    return None


def _is_plain(op: ir.Operation) -> bool:
    """Whether it computes floats from floats, and vectors of them as well."""
    is_float = all(isinstance(v.type, ir.FloatType) or str(v.type) == "i1" for v in (*op.operands, *op.results))
    is_known = op.name.split(".")[0] in ("arith", "math") and op.name not in SCALAR_ONLY and not op.regions
    return op.name == "linalg.yield" or is_known and is_float


def _is_column(op: ir.Operation, maps: list[tuple[int, ...]], d: int) -> bool:
    """Whether neighbours in a dimension are neighbours in memory, wherever it counts."""
    having = [(v, places) for v, places in zip(op.operands, maps) if d in places]
    return len(having) > 0 and all(places[-1] == d and _last_stride(v) == 1 for v, places in having)


def _last_stride(buffer: ir.Value) -> int:
    return ir.MemRefType(buffer.type).get_strides_and_offset()[0][-1]


def _adds(member: Member) -> bool:
    """Whether each result is a sum that may be added up in any order."""
    body = member.body
    for out, value in zip(list(body.arguments)[member.ins :], body.operations[len(body.operations) - 1].operands):
        op = None if isinstance(value.owner, ir.Block) else value.owner.operation
        if op is None or op.name not in _SUMS or op.operands[0] != out or len(list(out.uses)) != 1:
            return False
        if "fastmath" not in op.attributes or "reassoc" not in str(op.attributes["fastmath"]):
            return False
    return True


def _is_buffer(value: ir.Value) -> bool:
    return isinstance(value.type, ir.MemRefType)


def _root(buffer: ir.Value) -> ir.Value:
    """The buffer that a view, of whatever shape, is a part of."""
    while not isinstance(buffer.owner, ir.Block) and buffer.owner.operation.name in _VIEWS:
        buffer = buffer.owner.operation.operands[0]
    return buffer


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
        case "memref.subview" | "memref.reinterpret_cast":
            sizes = list(op.attributes["static_sizes"])
            _, offsets, dynamic, _ = op.attributes["operandSegmentSizes"]
            if sum(n == build.DYNAMIC for n in sizes) == dynamic == sum(type.is_dynamic_dim(d) for d in range(type.rank)):
                return _index(op.operands[1 + offsets + place])
    return buffer, k


def _index(value: ir.Value) -> Size:
    op = None if isinstance(value.owner, ir.Block) else value.owner.operation
    if op is not None and op.name == "memref.dim" and (k := build.constant_of(op.operands[1])) is not None:
        return _size(op.operands[0], int(k))
    return value


def _replace(group: Group, most: int, alone: int) -> None:
    """Tiles in the place of a group, or a choice between them and the group."""
    first = group.members[0].op
    for op in group.between:
        op.move_before(first)
    chains = group.chains()
    passing = {buffer for chain in chains for buffer in _passing(chain)}
    with ir.InsertionPoint(first), first.location:
        small = _is_small(group, most, alone)
        if small is False:
            return
        if small is not True:
            branch = ir.Operation.create("scf.if", operands=[small], regions=2)
            tiled, whole = (region.blocks.append() for region in branch.regions)
    if small is True:
        with ir.InsertionPoint(first), first.location:
            emit_tiles(chains, passing)
        for member in group.members:
            member.op.erase()
        return
    with ir.InsertionPoint(tiled), first.location:
        emit_tiles(chains, passing)
        build.emit("scf.yield", [], [])
    with ir.InsertionPoint(whole), first.location:
        end = ir.Operation.create("scf.yield")
    for member in group.members:
        member.op.move_before(end)


def _is_small(group: Group, most: int, alone: int) -> ir.Value | bool:
    """Whether no operation has more than so many points for a column, or too many in all if it is alone."""
    conditions: list[ir.Value] = []
    for member in group.members:
        if member.triangle:
            continue  # whatever its size, as fast as a library that multiplies the zeros
        along = (*member.rows, *member.sums)
        limits = [(along, most), ((*along, member.column), alone)] if group.reads_once and along else [(along, most)]
        for dims, limit in limits:
            found = _has_at_most(limit, [member.size(d) for d in dims])
            if found is False:
                return False
            if found is not True:
                conditions.append(found)
    for other in conditions[1:]:
        conditions[0] = build.emit1("arith.andi", conditions[0].type, conditions[0], other)
    return conditions[0] if conditions else True


def _has_at_most(limit: int, sizes: list[Size]) -> ir.Value | bool:
    """Whether the product of some sizes is no more than that."""
    known, work = math.prod(n for n in sizes if isinstance(n, int)), None
    if known > limit:
        return False
    for size in sizes:
        if not isinstance(size, int):
            value = value_of(size)
            work = value if work is None else build.emit1("arith.muli", value.type, work, value)
    return True if work is None else build.compare_integers("sle", work, build.index(limit // max(1, known)))
