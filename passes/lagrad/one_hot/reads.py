"""Tensors of which only a slice, or few, are ever read: only those are computed.

What a one-hot tensor is multiplied by is read at its index. Where that is an intermediate result, its loops over the
one-hot dimension are of no use to anyone either. So slices move up, through structured operations, reshapes
and loops that write a tensor part by part, to the operations that make it. An index is right where it is read: what is
read in a branch only is computed there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .. import build
from ..analysis.program import walk
from ..build import DYNAMIC
from ..mlir import ir
from .bodies import Summand, summands
from .reshapes import groups_of, reshaped
from .rewrite import Rewrite
from .slices import kept_dimensions, written_parts
from .structured import Fixed, Nest
from .terms import Index, Place, index_of, part, rest_type, same_place

_MOVABLE = ("arith.", "tensor.extract", "tensor.dim", "affine.apply")


def narrow_reads(function: ir.Operation, few: int, call: Way) -> list[tuple[ir.Location, str]]:
    """Replaces what is computed whole and read in at most `few` slices; what got shorter, and where.

    `call` is how that is done for a result of a function that is called.
    """
    gains = []
    ways = {**_MAKERS, "func.call": call}
    work = [op for op in walk(function) if _way(op, ways)][::-1]
    while work:
        op = work.pop(0)
        work = [other for other in work if other != op]
        found = _places(op, few)
        if found is None:
            continue
        location, name = op.location, op.name
        with location:
            made = _way(op, ways)(op, found)
        if made is None:
            continue
        gains.append((location, f"'{name}' is computed where it is read"))
        work += made  # of which slices may be read now
        if name not in _SEVERAL:
            op.erase()
    return gains


_PURE = ("arith.", "math.", "tensor.", "linalg.", "complex.", "affine.")


def erase_unused(function: ir.Operation) -> None:
    """Drops what nobody reads, which would seem to be read whole."""

    def visit(block: ir.Block) -> None:
        for view in list(block.operations)[::-1]:
            op = view.operation
            if op.results and op.name.startswith(_PURE) and not any(True for r in op.results for _ in r.uses):
                op.erase()
                continue
            for region in op.regions:
                for inner in region.blocks:
                    visit(inner)

    for block in function.regions[0].blocks:
        visit(block)


class _Read:
    """A slice or an element that is read of a tensor: at which index in the dimensions that are fixed."""

    def __init__(self, op: ir.Operation):
        self.op = op
        if op.name == "tensor.extract":
            self.place: Place = tuple(index_of(v) for v in list(op.operands)[1:])
            self.offsets, self.sizes, self.strides = list(self.place), [1] * len(self.place), [1] * len(self.place)
            return
        self.offsets, self.sizes, self.strides = written_parts(op, 1)
        kept = kept_dimensions(self.sizes, op.results[0].type) or []
        self.place = tuple(
            (o if isinstance(o, int) else index_of(o)) if n == 1 and d not in kept else None
            for d, (o, n) in enumerate(zip(self.offsets, self.sizes))
        )

    def _is_all_of(self, narrow: ir.Value, rest: list[int]) -> bool:
        """Whether a part has nothing that is not read."""
        static = self.op.results[0].type == narrow.type and DYNAMIC not in build.shape_of(narrow.type)
        return static and all(isinstance(self.offsets[d], int) and self.offsets[d] == 0 and self.strides[d] == 1 for d in rest)

    def replace(self, narrow: ir.Value, fixed: list[int]) -> None:
        """Reads the same of the part that was computed."""
        rest = [d for d in range(len(self.place)) if d not in fixed]
        with self.op.location, ir.InsertionPoint(self.op):
            if not build.is_tensor(narrow.type):
                new = narrow
            elif self.op.name == "tensor.extract":
                new = build.extract(narrow, [list(self.op.operands)[1 + d] for d in rest])
            elif self._is_all_of(narrow, rest):
                new = narrow
            else:
                parts = [[own[d] for d in rest] for own in (self.offsets, self.sizes, self.strides)]
                new = build.extract_slice(narrow, self.op.results[0].type, *parts)
        self.op.results[0].replace_all_uses_with(new)
        self.op.erase()


class _Size:
    """A size that is read of a tensor, and is one of the part."""

    def __init__(self, op: ir.Operation):
        self.op = op

    def replace(self, narrow: ir.Value, fixed: list[int]) -> None:
        d = int(build.constant_of(self.op.operands[1]))
        with self.op.location, ir.InsertionPoint(self.op):
            new = build.emit1("tensor.dim", build.index_type(), narrow, build.index(d - sum(other < d for other in fixed)))
        self.op.results[0].replace_all_uses_with(new)
        self.op.erase()


class _Group(NamedTuple):
    """What is read at one place, and before which operation that may be computed."""

    place: Place
    reads: list[_Read | _Size]
    at: ir.Operation


Reads = list[_Group]
Way = Callable[[ir.Operation, Reads], list[ir.Operation] | None]  # what makes operands that may be made in parts now; None for no change
_SEVERAL = ("scf.for", "func.call")  # operations that take care of each of their results, and go away by themselves


def _places(op: ir.Operation, few: int) -> Reads | None:
    """The places at which all of a result is read, with indices that are known where it is made; None for others."""
    if op.name in _SEVERAL:
        return []  # each of its results has reads of its own
    if len(op.results) != 1:
        return None
    return reads_of(op.results[0], op, few)


def reads_of(value: ir.Value, op: ir.Operation, few: int) -> Reads | None:
    """Where all of a result of an operation is read, with indices that are known where it is made; None for others."""
    found = _all_reads(value, few)
    if found is None:
        return None
    groups, dims = found
    ats = [_certain([read.op for read in reads], op) for _, reads in groups]
    if any(at is None for at in ats) or any(at != op for at in ats) and (dims or op.name in _SEVERAL):
        return None
    if len(groups) > 1 and op.name in _SEVERAL:
        return None
    groups[0][1].extend(map(_Size, dims))
    indices = [(n, at) for (place, _), at in zip(groups, ats) for n in place if isinstance(n, ir.Value)]
    if not all(_can_precede(n, at) for n, at in indices) or not all(_precede(n, at) for n, at in indices):
        return None
    return [_Group(place, reads, at) for (place, reads), at in zip(groups, ats)]


def _all_reads(value: ir.Value, few: int) -> tuple[list[tuple[Place, list[_Read]]], list[ir.Operation]] | None:
    """The places at which all of a tensor is read, if there are few; and what reads its sizes."""
    if not build.is_tensor(value.type):
        return None
    for user in [use.owner.operation for use in value.uses]:
        if user.name == "tensor.dim" and not any(True for _ in user.results[0].uses):
            user.erase()
    users = [(use.owner.operation, use.operand_number) for use in value.uses]
    dims = [user for user, _ in users if user.name == "tensor.dim"]
    users = [(user, n) for user, n in users if user.name != "tensor.dim"]
    if not users or any(user.name not in ("tensor.extract_slice", "tensor.extract") or n != 0 for user, n in users):
        return None
    reads = [_Read(user) for user, _ in users]
    rank = len(build.shape_of(value.type))
    fixed = [d for d in range(rank) if all(read.place[d] is not None for read in reads)]
    fixed = [d for d in fixed if _is_long(build.shape_of(value.type)[d], few)]
    groups: list[tuple[Place, list[_Read]]] = []
    for read in reads:
        place = tuple(read.place[d] if d in fixed else None for d in range(rank))
        known = next((own for other, own in groups if same_place(other, place)), None)
        if known is not None:
            known.append(read)
        else:
            groups.append((place, [read]))
    if any(build.constant_of(dim.operands[1]) is None or build.constant_of(dim.operands[1]) in fixed for dim in dims):
        return None
    return (groups, dims) if fixed and len(groups) <= few else None


def _certain(reads: list[ir.Operation], op: ir.Operation) -> ir.Operation | None:
    """Where what some operations read is read for certain: before `op`, or before the first of them in a branch; None for others."""
    ways = [_way_down(read, op.block) for read in reads]
    if any("scf.if" not in way and "scf.while" not in way for way in ways):
        return op
    if any(set(way) != {"scf.if"} for way in ways) or any(read.block != reads[0].block for read in reads):
        return None
    return next(view.operation for view in reads[0].block.operations if view.operation in reads)


def _way_down(read: ir.Operation, block: ir.Block) -> list[str]:
    """The operations of regions between a block and something inside it."""
    way = []
    while read.block != block:
        read = read.block.owner.operation
        way.append(read.name)
    return way


def _is_long(size: int, few: int) -> bool:
    """Whether a dimension has more elements than there may be places."""
    return size == DYNAMIC or size > few


def _is_above(value: ir.Value, op: ir.Operation) -> bool | None:
    """Whether a value is there before an operation; None where it could not be, from where it is defined."""
    block = value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
    here = op
    while here.block != block:
        here = here.block.owner.operation
        if here.name == "func.func":
            return None
    if isinstance(value.owner, ir.Block):
        return True
    for view in block.operations:
        if view.operation == value.owner.operation:
            return True
        if view.operation == here:
            return False if here == op else None
    return None


def _can_precede(value: ir.Value, op: ir.Operation) -> bool:
    """Whether an index is computed before an operation, or can be: from what is there, without effects."""
    above = _is_above(value, op)
    if above is not False:
        return above is True
    owner = value.owner.operation
    return owner.name in _MOVABLE or owner.name.startswith("arith.") and all(_can_precede(v, op) for v in owner.operands)


def _precede(value: ir.Value, op: ir.Operation) -> bool:
    """Moves what computes an index before an operation."""
    if _is_above(value, op) is False:
        owner = value.owner.operation
        if not all(_can_precede(v, op) and _precede(v, op) for v in owner.operands):
            return False
        owner.move_before(op)
    return True


# -- what makes a tensor ---------------------------------------------------------------------------


def _structured(op: ir.Operation, groups: Reads) -> list[ir.Operation] | None:
    if any(len(view.operation.regions) for view in op.regions[0].blocks[0].operations):
        return None
    nest = Nest(Rewrite({}, 1), op)
    out = op.operands[nest.ins]
    map = nest.maps[nest.ins]
    if not all(isinstance(e, ir.AffineDimExpr) for e in map.results):
        return None
    position = [ir.AffineDimExpr(e).position for e in map.results]
    if any(p in nest.mixed for place, *_ in groups for p, n in zip(position, place) if n is not None):
        return None
    split = summands(op, 0)
    sizes = build.sizes_of(out) if DYNAMIC not in build.shape_of(out.type) else None
    for place, reads, at in groups:
        fixed: Fixed = {p: n for p, n in zip(position, place) if n is not None}
        with ir.InsertionPoint(at):
            if split is None:
                value = list(nest.block.operations)[-1].operands[0]
                terms, before = [Summand(value, 0)], True
            else:
                terms, before = split[1], split[0]
            start = part(out, place, sizes or build.sizes_of(out)) if before else None
            narrow = nest.compute(0, terms, {}, fixed, start)
        for read in reads:
            read.replace(narrow, [d for d, n in enumerate(place) if n is not None])
    return [maker for v in op.operands for maker in _maker(v)]


def _maker(value: ir.Value) -> list[ir.Operation]:
    """What makes a tensor, if it may be made in parts; loops have their turn anyway."""
    if isinstance(value.owner, ir.Block) or not _way(value.owner.operation, _MAKERS) or value.owner.operation.name in _SEVERAL:
        return []
    return [value.owner.operation]


def _elementwise(op: ir.Operation, groups: Reads) -> list[ir.Operation]:
    names = [own if isinstance(own, str) else own.name for own in op.attributes]
    attributes = {name: op.attributes[name] for name in names}
    for place, reads, at in groups:
        with ir.InsertionPoint(at):
            parts = [part(v, place, build.sizes_of(v)) if build.is_tensor(v.type) else v for v in op.operands]
            type = rest_type(op.results[0].type, [d for d, n in enumerate(place) if n is None])
            narrow = build.emit1(op.name, type, *parts, **attributes)
        for read in reads:
            read.replace(narrow, [d for d, n in enumerate(place) if n is not None])
    return [maker for v in op.operands for maker in _maker(v)]


def _filled(op: ir.Operation, groups: Reads) -> list[ir.Operation]:
    number = op.operands[0]
    for place, reads, at in groups:
        with ir.InsertionPoint(at):
            sizes = [n for n, index in zip(build.sizes_of(op.operands[1]), place) if index is None]
            type = rest_type(op.results[0].type, [d for d, n in enumerate(place) if n is None])
            narrow = build.fill(number, build.empty(type, sizes)) if build.is_tensor(type) else number
        for read in reads:
            read.replace(narrow, [d for d, n in enumerate(place) if n is not None])
    return []


def _collapsed(op: ir.Operation, groups: Reads) -> list[ir.Operation] | None:
    source = op.operands[0]
    dims = groups_of(op)
    if any(len(dims[d]) != 1 for place, *_ in groups for d, n in enumerate(place) if n is not None):
        return None
    for place, reads, at in groups:
        inner: Place = tuple(n for d, n in enumerate(place) for _ in dims[d])
        with ir.InsertionPoint(at):
            narrow = part(source, inner, build.sizes_of(source))
            left, first = [], 0
            for d, n in enumerate(place):
                if n is None:
                    left.append(list(range(first, first + len(dims[d]))))
                    first += len(dims[d])
            if left:
                type = rest_type(op.results[0].type, [d for d, n in enumerate(place) if n is None])
                narrow = reshaped("tensor.collapse_shape", narrow, type, left)
        for read in reads:
            read.replace(narrow, [d for d, n in enumerate(place) if n is not None])
    return _maker(source)


def _loop(op: ir.Operation, _: Reads) -> list[ir.Operation] | None:
    """A loop that writes a tensor by slices which are whole in the dimension that is read at one index."""
    for number, result in enumerate(op.results):
        groups = reads_of(result, op, 1)
        if groups and (found := _narrowed(op, number, groups[0].place, groups[0].reads)) is not None:
            return found
    return None


def _narrowed(op: ir.Operation, number: int, place: Place, reads: list[_Read]) -> list[ir.Operation] | None:
    body = op.regions[0].blocks[0]
    carried = body.arguments[1 + number]
    fixed = [d for d, n in enumerate(place) if n is not None]
    chain: list[ir.Operation] = []
    value = carried
    while True:
        users = [(use.owner.operation, use.operand_number) for use in value.uses]
        if len(users) != 1:
            return None
        user, at = users[0]
        if user.name == "scf.yield" and user.block == body and at == number:
            break
        if user.name != "tensor.insert_slice" or at != 1 or user.block != body or not _is_whole_in(user, fixed):
            return None
        chain.append(user)
        value = user.results[0]
    if not chain:
        return None
    rest = [d for d in range(len(place)) if d not in fixed]
    start = op.operands[3 + number]
    with ir.InsertionPoint(op):
        new_start = _start(start, place)
    sources = []
    for step, insert in enumerate(chain):
        offsets, sizes, strides = written_parts(insert, 2)
        source = insert.operands[0]
        kept = kept_dimensions(sizes, source.type)
        inner: Place = tuple(place[d] for d in kept)
        with insert.location, ir.InsertionPoint(insert):
            narrow = part(source, inner, build.sizes_of(source))
            into = insert.operands[1]  # the carried one, or what the insertion before was replaced by
            if step == 0:
                carried.set_type(new_start.type)
            own = [[part[d] for d in rest] for part in (offsets, sizes, strides)]
            if build.is_tensor(narrow.type):
                new = build.insert_slice(narrow, into, *own)
            else:
                new = build.insert(narrow, into, [build.index(o) if isinstance(o, int) else o for o in own[0]])
        insert.results[0].replace_all_uses_with(new)
        sources += _maker(source)
        insert.erase()
    operands = list(op.operands)
    operands[3 + number] = new_start
    types = [new_start.type if n == number else r.type for n, r in enumerate(op.results)]
    with op.location, ir.InsertionPoint(op):
        made = ir.Operation.create("scf.for", results=types, operands=operands, regions=1)
    for name in (own if isinstance(own, str) else own.name for own in op.attributes):
        made.attributes[name] = op.attributes[name]
    body.append_to(made.regions[0])
    for read in reads:
        read.replace(made.results[number], fixed)
    for n, (old, new) in enumerate(zip(op.results, made.results)):
        if n != number:
            old.replace_all_uses_with(new)
    op.erase()
    return sources


def _start(value: ir.Value, place: Place) -> ir.Value:
    """A part of what a loop begins with, which is a tensor also where it is one element of a row."""
    op = None if isinstance(value.owner, ir.Block) else value.owner.operation
    type = rest_type(value.type, [d for d, n in enumerate(place) if n is None])
    sizes = [n for n, index in zip(build.sizes_of(value), place) if index is None]
    if op is not None and op.name == "tensor.empty":
        return build.empty(type, sizes)
    return part(value, place, build.sizes_of(value))


def _is_whole_in(insert: ir.Operation, dims: list[int]) -> bool:
    """Whether an insertion writes all of some dimensions, with what it writes."""
    offsets, sizes, strides = written_parts(insert, 2)
    kept = kept_dimensions(sizes, insert.operands[0].type)
    if kept is None:
        return False
    into = build.shape_of(insert.operands[1].type)
    begins = all(d in kept and isinstance(offsets[d], int) and offsets[d] == 0 and strides[d] == 1 for d in dims)
    return begins and all(_is_size(sizes[d], into[d], insert, d) for d in dims)


def _is_size(size: Index, static: int, insert: ir.Operation, d: int) -> bool:
    """Whether a size is that of a dimension of the tensor that is written to."""
    if static != DYNAMIC:
        return size == static
    value = insert.operands[1]
    while isinstance(value.owner, ir.Block):
        loop = value.owner.owner.operation
        if loop.name != "scf.for":
            return False
        value = loop.operands[2 + list(value.owner.arguments).index(value)]
    op = value.owner.operation
    if op.name == "tensor.insert_slice":
        return _is_size(size, static, op, d)
    if op.name != "tensor.empty" or isinstance(size, int):
        return False
    dynamic = iter(op.operands)
    return [next(dynamic) if n == DYNAMIC else n for n in build.shape_of(value.type)][d] == size


def narrow_argument(argument: ir.Value, indices: list[ir.Value]) -> Place | None:
    """Makes an argument of a function the part of it that is read, at some of these indices; where that is."""
    found = _all_reads(argument, 1)
    if found is None:
        return None
    ((place, reads),), dims = found
    if any(isinstance(n, ir.Value) and not any(n == known for known in indices) for n in place):
        return None
    first = argument.owner.operations[0].operation
    if _certain([read.op for read in reads], first) != first:
        return None
    reads = [*reads, *map(_Size, dims)]
    argument.set_type(rest_type(argument.type, [d for d, n in enumerate(place) if n is None]))
    for read in reads:
        read.replace(argument, [d for d, n in enumerate(place) if n is not None])
    return place


def _way(op: ir.Operation, ways: dict[str, Way]) -> Way | None:
    """How a tensor that an operation makes is made in parts; None where it is not."""
    is_elementwise = op.name.startswith(("arith.", "math.")) and op.operands and len(op.results) == 1 and build.is_tensor(op.results[0].type)
    return _elementwise if is_elementwise else ways.get(op.name)


_MAKERS = {
    "linalg.generic": _structured,
    "linalg.fill": _filled,
    "tensor.collapse_shape": _collapsed,
    "scf.for": _loop,
}
