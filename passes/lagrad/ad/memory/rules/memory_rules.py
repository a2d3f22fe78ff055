"""What operations of `memref` and `bufferization` do to the values that memory holds."""

from __future__ import annotations

from .... import build
from ....analysis.memory import PART
from ....errors import Failure, error, note
from ....mlir import ir
from ...rewrites.atomics import combined
from ...scope import Scope, clone, copy_in
from ..places import index_arithmetic as index
from ..places.pointers import Choice, load, mapped, store
from ..places.points_to import Root
from ..places.views import (
    Cast,
    Collapse,
    Expand,
    Slice,
    Strided,
    Transpose,
    View,
    Whole,
    cast,
    is_contiguous,
    shape_of,
    tensor_of,
)
from ..raising.raiser import Raiser, positions, raises, sizes_of


@raises("memref.alloc", "memref.alloca")
def allocate(raiser: Raiser, op: ir.Operation) -> None:
    """Memory that nothing was written to yet is an empty tensor."""
    dynamic = list(op.operands)[: op.attributes["operandSegmentSizes"][0]]
    type = op.results[0].type
    sizes = [_open(n, static) for n, static in zip(sizes_of(raiser, type, dynamic), shape_of(type))]
    new_memory(raiser, op.results[0], build.empty(tensor_of(type), sizes))


def _open(size, static: int):
    """A size that the type leaves open as a value."""
    return index.value(size) if static == build.DYNAMIC else size


def new_memory(raiser: Raiser, memref: ir.Value, tensor: ir.Value) -> None:
    """A root that comes into being with these contents."""
    root = Root(memref.type, memref)
    raiser.contents[root] = cast(tensor, tensor_of(memref.type))
    raiser.pointers[memref] = Whole(root, build.sizes_of(raiser.contents[root]))


@raises("memref.realloc")
def reallocate(raiser: Raiser, op: ir.Operation) -> None:
    """New memory that begins with what the old one held, as far as both reach."""
    old, (result,) = raiser.read(op.operands[0]), op.results
    (size,) = sizes_of(raiser, result.type, list(op.operands)[1:])
    type = tensor_of(result.type)
    new = build.empty(type, [_open(size, shape_of(result.type)[0])])
    (had,) = build.sizes_of(old)
    common = build.emit1("arith.minui", build.index_type(), index.value(had), index.value(size))
    open_type = build.tensor_type([build.DYNAMIC], build.element(type))
    part = build.extract_slice(old, open_type, [0], [common], [1])
    new_memory(raiser, result, build.insert_slice(part, new, [0], [common], [1]))


@raises("bufferization.to_buffer")
def to_buffer(raiser: Raiser, op: ir.Operation) -> None:
    new_memory(raiser, op.results[0], raiser.value(op.operands[0]))


@raises("bufferization.clone")
def copied(raiser: Raiser, op: ir.Operation) -> None:
    new_memory(raiser, op.results[0], raiser.read(op.operands[0]))


@raises("memref.get_global")
def global_memory(raiser: Raiser, op: ir.Operation) -> None:
    (root,) = raiser.points_to.roots(op.results[0])
    raiser.pointers[op.results[0]] = Whole(root, shape_of(root.type))


@raises("memref.dealloc", "memref.prefetch", "memref.distinct_objects", "bufferization.dealloc")
def nothing(raiser: Raiser, op: ir.Operation) -> None:
    """Of no meaning on tensors."""
    for source, result in zip(op.operands, op.results):
        raiser.pointers[result] = raiser.pointer(source)


@raises("memref.load")
def loaded(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at = op.operands
    raiser.scope[op.results[0]] = load(raiser.pointer(memref), positions(raiser, at), raiser.contents)


@raises("memref.store")
def stored(raiser: Raiser, op: ir.Operation) -> None:
    element, memref, *at = op.operands
    store(raiser.value(element), raiser.pointer(memref), positions(raiser, at), raiser.contents)


@raises("memref.copy", "bufferization.materialize_in_destination")
def copy(raiser: Raiser, op: ir.Operation) -> None:
    source, into = op.operands
    tensor = raiser.value(source) if build.is_tensor(source.type) else raiser.read(source)
    if build.is_tensor(into.type):
        raiser.scope[op.results[0]] = build.emit1(op.name, op.results[0].type, tensor, raiser.value(into))
    else:
        raiser.write(into, cast(tensor, raiser.pointer(into).type))


@raises("bufferization.to_tensor")
def to_tensor(raiser: Raiser, op: ir.Operation) -> None:
    raiser.scope[op.results[0]] = cast(raiser.read(op.operands[0]), op.results[0].type)


@raises("memref.atomic_rmw")
def atomic(raiser: Raiser, op: ir.Operation) -> None:
    """A load, an operation and a store, in the order of the program. It gives the value that was there."""
    element, memref, *at = op.operands
    pointer, at, term = raiser.pointer(memref), positions(raiser, at), raiser.value(element)
    before = load(pointer, at, raiser.contents)
    after = combined(op, before, term)
    store(after, pointer, at, raiser.contents)
    raiser.scope[op.results[0]] = before


@raises("memref.generic_atomic_rmw")
def generic_atomic(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at = op.operands
    pointer, at, block = raiser.pointer(memref), positions(raiser, at), op.regions[0].blocks[0]
    before = load(pointer, at, raiser.contents)
    (after,) = copy_in(Scope(raiser.scope).bind(block.arguments, [before]), block)
    store(after, pointer, at, raiser.contents)
    raiser.scope[op.results[0]] = before


@raises("memref.dim")
def dimension(raiser: Raiser, op: ir.Operation) -> None:
    memref, number = op.operands
    known = raiser.index(number)
    if isinstance(known, int):
        raiser.scope[op.results[0]] = index.value(raiser.pointer(memref).sizes[known])
    else:
        raiser.scope[op.results[0]] = build.emit1("tensor.dim", build.index_type(), raiser.read(memref), known)


@raises("memref.rank")
def rank(raiser: Raiser, op: ir.Operation) -> None:
    raiser.scope[op.results[0]] = build.index(len(shape_of(op.operands[0].type)))


@raises("memref.extract_aligned_pointer_as_index")
def address(raiser: Raiser, op: ir.Operation) -> None:
    raiser.addresses[op.results[0]] = {op.operands[0]}


@raises("memref.extract_strided_metadata")
def metadata(raiser: Raiser, op: ir.Operation) -> None:
    """Sizes are what they are; where elements lie is known of memory only."""
    rank = len(shape_of(op.operands[0].type))
    _, offset, *rest = op.results
    raiser.addresses.update(dict.fromkeys([offset, *rest[rank:]], {op.operands[0]}))
    for result, size in zip(rest[:rank], raiser.pointer(op.operands[0]).sizes, strict=True):
        raiser.scope[result] = index.value(size)


# -- views ----------------------------------------------------------------------------------


def _view(raiser: Raiser, op: ir.Operation, make) -> None:
    """Gives the result the view that `make` makes of what its source may be."""
    raiser.pointers[op.results[0]] = mapped(raiser.pointer(op.operands[0]), make)


@raises("memref.assume_alignment", "memref.memory_space_cast")
def same(raiser: Raiser, op: ir.Operation) -> None:
    raiser.pointers[op.results[0]] = raiser.pointer(op.operands[0])


@raises("memref.cast")
def cast_view(raiser: Raiser, op: ir.Operation) -> None:
    if not isinstance(op.operands[0].type, ir.MemRefType) or not isinstance(op.results[0].type, ir.MemRefType):
        raise Failure(error(op.location, "cannot differentiate memory without a rank; keep the rank in its type"))
    type = tensor_of(op.results[0].type)
    sizes = build.shape_of(type)

    def make(of: View) -> View:
        return Cast(of, type, [n if n != build.DYNAMIC else own for n, own in zip(sizes, of.sizes, strict=True)])

    _view(raiser, op, make)


@raises("memref.subview")
def subview(raiser: Raiser, op: ir.Operation) -> None:
    offsets, extents, strides = ([raiser.index(n) for n in part] for part in build.slice_parts(op, 1))
    static = list(op.attributes["static_sizes"])
    extents = [n if said == build.DYNAMIC else said for n, said in zip(extents, static)]
    kept = _kept(static, shape_of(op.results[0].type))
    # What the type leaves open, the slice that reads it leaves open too.
    values = [index.value(n) if static[d] == build.DYNAMIC else n for d, n in enumerate(extents)]
    type = tensor_of(op.results[0].type)
    _view(raiser, op, lambda of: Slice(of, type, [values[n] for n in kept], offsets, values, strides, kept))


def _kept(extents: list[int], shape: list[int]) -> list[int]:
    """The dimensions of a subview that its type keeps. Of several of size 1 it does not matter which."""
    kept: list[int] = []
    for number, size in enumerate(extents):
        if len(kept) < len(shape) and size == shape[len(kept)]:
            kept.append(number)
    return kept


@raises("memref.collapse_shape")
def collapse(raiser: Raiser, op: ir.Operation) -> None:
    groups, type = op.attributes["reassociation"], tensor_of(op.results[0].type)

    def make(of: View) -> View:
        sizes = [index.product([of.sizes[n.value] for n in group]) for group in groups]
        return Collapse(of, type, sizes, groups)

    _view(raiser, op, make)


@raises("memref.expand_shape")
def expand(raiser: Raiser, op: ir.Operation) -> None:
    type = tensor_of(op.results[0].type)
    sizes = sizes_of(raiser, op.results[0].type, list(op.operands)[1:])
    groups = op.attributes["reassociation"]
    _view(raiser, op, lambda of: Expand(of, type, sizes, groups))


@raises("memref.transpose")
def transpose(raiser: Raiser, op: ir.Operation) -> None:
    map, type = ir.AffineMapAttr(op.attributes["permutation"]).value, tensor_of(op.results[0].type)
    order = [ir.AffineDimExpr(result).position for result in map.results]
    _view(raiser, op, lambda of: Transpose(of, type, [of.sizes[n] for n in order], order))


@raises(PART)
def part(raiser: Raiser, op: ir.Operation) -> None:
    """An argument that is part of a common buffer."""
    common, *numbers = op.operands
    first, *rest = (raiser.index(n) for n in numbers)
    type = tensor_of(op.results[0].type)
    rank, own = len(build.shape_of(type)), op.results[0].type
    sizes = sizes_of(raiser, own, numbers[1 : len(numbers) - rank])
    strides = rest[len(rest) - rank :]
    _view(raiser, op, lambda of: Strided(of, type, sizes, first, strides, own))


@raises("memref.reinterpret_cast")
def reinterpret(raiser: Raiser, op: ir.Operation) -> None:
    offsets, sizes, strides = ([raiser.index(n) for n in part] for part in build.slice_parts(op, 1))
    type = tensor_of(op.results[0].type)
    sizes = [_open(n, static) for n, static in zip(sizes, build.shape_of(type))]

    def make(of: View) -> View:
        base = of
        while not (isinstance(base, Whole) or isinstance(base, Strided) and base.argument):
            base = base.of
        own = base.root.type if isinstance(base, Whole) else base.argument
        if not is_contiguous(own):
            raise Failure(
                error(
                    op.location,
                    f"cannot differentiate 'memref.reinterpret_cast' of memory with gaps, {own}",
                    note(None, "use memref.subview, or let the function take memory without a layout"),
                )
            )
        if isinstance(base, Whole):
            return Strided(base, type, sizes, offsets[0], strides)
        return Strided(base.of, type, sizes, index.add(base.offset, offsets[0]), strides)

    _view(raiser, op, make)


@raises("arith.select")
def select(raiser: Raiser, op: ir.Operation) -> None:
    flag, one, other = op.operands
    if one in raiser.pointers:
        raiser.pointers[op.results[0]] = Choice(raiser.value(flag), raiser.pointer(one), raiser.pointer(other))
    else:
        clone(op, raiser.scope)
