"""Tensors of which only a slice, or few, are ever read: only those are computed.

What a one-hot tensor is multiplied by is read at its index. Where that is an intermediate result, its loops over the
one-hot dimension are of no use to anyone either. So slices move up, through structured operations, reshapes
and loops that write a tensor part by part, to the operations that make it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from .. import build
from ..analysis.effects import effects
from ..analysis.program import walk
from ..build import DYNAMIC
from ..mlir import ir
from .bodies import Summand, summands
from .reads import SEVERAL, Group, Reads, reads_of
from .reshapes import groups_of, reshaped
from .rewrite import Rewrite
from .slices import kept_dimensions, written_parts
from .structured import Fixed, Nest
from .terms import Index, Place, part, rest_type

Way = Callable[
    [ir.Operation, Reads], list[ir.Operation] | None
]  # what makes operands that may be made in parts now; None for no change


def narrow_reads(function: ir.Operation, few: int, call: Way) -> list[tuple[ir.Location, str]]:
    """Replaces what is computed whole and read in at most `few` slices; what got shorter, and where.

    `call` is how that is done for a result of a function that is called.
    """
    gains = []
    ways = {**_MAKERS, "func.call": call}
    work = deque(op for op in list(walk(function))[::-1] if _way(op, ways))
    waiting = set(work)
    while work:
        op = work.popleft()
        waiting.remove(op)
        found = _places(op, few)
        if found is None:
            continue
        location, name = op.location, op.name
        with location:
            made = _way(op, ways)(op, found)
        if made is None:
            continue
        gains.append((location, f"'{name}' is computed where it is read"))
        for maker in made:  # of which slices may be read now
            if maker not in waiting:
                work.append(maker)
                waiting.add(maker)
        if name not in SEVERAL:
            op.erase()
    return gains


_PURE = ("arith.", "math.", "tensor.", "linalg.", "complex.", "affine.")


def erase_unused(function: ir.Operation) -> None:
    """Drops what nobody reads, which would seem to be read whole."""

    def visit(block: ir.Block) -> None:
        for view in list(block.operations)[::-1]:
            op = view.operation
            is_unused = op.results and op.name.startswith(_PURE) and not any(True for r in op.results for _ in r.uses)
            if is_unused and next(effects(op), None) is None:
                op.erase()
                continue
            for region in op.regions:
                for inner in region.blocks:
                    visit(inner)

    for block in function.regions[0].blocks:
        visit(block)


def _places(op: ir.Operation, few: int) -> Reads | None:
    """The places at which all of a result is read, with indices that are known where it is made; None for others."""
    if op.name in SEVERAL:
        return []  # each of its results has reads of its own
    if len(op.results) != 1:
        return None
    return reads_of(op.results[0], op, few)


# -- what makes a tensor ---------------------------------------------------------------------------


def _structured(op: ir.Operation, groups: Reads) -> list[ir.Operation] | None:
    if any(len(view.operation.regions) for view in op.regions[0].blocks[0].operations):
        return None
    if next(effects(op), None) is not None:
        return None
    nest = Nest(Rewrite({}, 1), op)
    out = op.operands[nest.ins]
    map = nest.maps[nest.ins]
    if not all(isinstance(e, ir.AffineDimExpr) for e in map.results):
        return None
    position = [ir.AffineDimExpr(e).position for e in map.results]
    if any(position[d] in nest.mixed for group in groups for d in group.fixed):
        return None
    split = summands(op, 0)
    sizes = build.sizes_of(out) if DYNAMIC not in build.shape_of(out.type) else None
    for group in groups:
        fixed: Fixed = {p: n for p, n in zip(position, group.place) if n is not None}
        with ir.InsertionPoint(group.at):
            if split is None:
                value = list(nest.block.operations)[-1].operands[0]
                terms, before = [Summand(value, 0)], True
            else:
                terms, before = split[1], split[0]
            start = part(out, group.place, sizes or build.sizes_of(out)) if before else None
            narrow = nest.compute(0, terms, {}, fixed, start)
        group.replace(narrow)
    return [maker for v in op.operands for maker in _maker(v)]


def _maker(value: ir.Value) -> list[ir.Operation]:
    """What makes a tensor, if it may be made in parts; loops have their turn anyway."""
    if (
        isinstance(value.owner, ir.Block)
        or not _way(value.owner.operation, _MAKERS)
        or value.owner.operation.name in SEVERAL
    ):
        return []
    return [value.owner.operation]


def _elementwise(op: ir.Operation, groups: Reads) -> list[ir.Operation]:
    names = [own if isinstance(own, str) else own.name for own in op.attributes]
    attributes = {name: op.attributes[name] for name in names}
    for group in groups:
        with ir.InsertionPoint(group.at):
            parts = [part(v, group.place, build.sizes_of(v)) if build.is_tensor(v.type) else v for v in op.operands]
            type = rest_type(op.results[0].type, group.rest)
            narrow = build.emit1(op.name, type, *parts, **attributes)
        group.replace(narrow)
    return [maker for v in op.operands for maker in _maker(v)]


def _filled(op: ir.Operation, groups: Reads) -> list[ir.Operation]:
    number = op.operands[0]
    for group in groups:
        with ir.InsertionPoint(group.at):
            sizes = [n for n, index in zip(build.sizes_of(op.operands[1]), group.place) if index is None]
            type = rest_type(op.results[0].type, group.rest)
            narrow = build.fill(number, build.empty(type, sizes)) if build.is_tensor(type) else number
        group.replace(narrow)
    return []


def _collapsed(op: ir.Operation, groups: Reads) -> list[ir.Operation] | None:
    source = op.operands[0]
    dims = groups_of(op)
    if any(len(dims[d]) != 1 for group in groups for d in group.fixed):
        return None
    for group in groups:
        inner: Place = tuple(n for d, n in enumerate(group.place) for _ in dims[d])
        with ir.InsertionPoint(group.at):
            narrow = part(source, inner, build.sizes_of(source))
            left, first = [], 0
            for d in group.rest:
                left.append(list(range(first, first + len(dims[d]))))
                first += len(dims[d])
            if left:
                type = rest_type(op.results[0].type, group.rest)
                narrow = reshaped("tensor.collapse_shape", narrow, type, left)
        group.replace(narrow)
    return _maker(source)


def _loop(op: ir.Operation, _: Reads) -> list[ir.Operation] | None:
    """A loop that writes a tensor by slices which are whole in the dimension that is read at one index."""
    for number, result in enumerate(op.results):
        groups = reads_of(result, op, 1)
        if groups and (found := _narrowed(op, number, groups[0])) is not None:
            return found
    return None


def _narrowed(op: ir.Operation, number: int, group: Group) -> list[ir.Operation] | None:
    body = op.regions[0].blocks[0]
    carried = body.arguments[1 + number]
    place, fixed, rest = group.place, group.fixed, group.rest
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
    group.replace(made.results[number])
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


def _way(op: ir.Operation, ways: dict[str, Way]) -> Way | None:
    """How a tensor that an operation makes is made in parts; None where it is not."""
    is_elementwise = (
        op.name.startswith(("arith.", "math."))
        and op.operands
        and len(op.results) == 1
        and build.is_tensor(op.results[0].type)
    )
    return _elementwise if is_elementwise else ways.get(op.name)


_MAKERS = {
    "linalg.generic": _structured,
    "linalg.fill": _filled,
    "tensor.collapse_shape": _collapsed,
    "scf.for": _loop,
}
