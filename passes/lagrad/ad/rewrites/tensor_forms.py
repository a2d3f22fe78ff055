"""Tensor operations said with fills, slices, `linalg.generic` and loops.

Each function builds the equal of an operation at the insertion point and gives the values
of its results.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import build
from ...mlir import ir
from ..scope import copy_block
from .control_forms import nest


def _mixed(static: ir.Attribute, dynamic) -> list[ir.Value | int]:
    return [next(dynamic) if n == build.DYNAMIC else n for n in static]


def _plus(*terms: ir.Value | int) -> ir.Value | int:
    """The sum of sizes, a number where all are."""
    if all(isinstance(n, int) for n in terms):
        return sum(terms)
    total = None
    for term in terms:
        value = build.index(term) if isinstance(term, int) else term
        total = value if total is None else build.emit1("arith.addi", value.type, total, value)
    return total


def computed(type: ir.Type, sizes: list, element: Callable[[list[ir.Value]], ir.Value]) -> ir.Value:
    """A tensor whose elements are functions of their indices."""
    rank = len(sizes)

    def body(_: list[ir.Value]) -> list[ir.Value]:
        dims = [ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d) for d in range(rank)]
        return [element([build.emit1("linalg.index", build.index_type(), dim=dim) for dim in dims])]

    into = build.empty(type, sizes)
    identity = ir.AffineMap.get_identity(rank)
    return build.generic([], [into], [identity], ["parallel"] * rank, body)[0]


def _by_block(type: ir.Type, sizes: list, block: ir.Block) -> ir.Value:
    """A tensor whose elements a block computes from their indices."""
    return computed(type, sizes, lambda at: copy_block(block, at)[0])


def generate(op: ir.Operation) -> list[ir.Value]:
    """A generic over the indices."""
    type, dynamic = op.results[0].type, iter(op.operands)
    sizes = [next(dynamic) if n == build.DYNAMIC else n for n in build.shape_of(type)]
    return [_by_block(type, sizes, op.regions[0].blocks[0])]


def pad(op: ir.Operation, by_block: Callable[[ir.Type, list, ir.Block], ir.Value] = _by_block) -> list[ir.Value]:
    """The source, inserted into a tensor of the padding; what a negative width cuts off is left out.

    `by_block` computes the padding if it is not the same everywhere.
    """
    source, *rest = op.operands
    dynamic = iter(rest)
    low = _mixed(op.attributes["static_low"], dynamic)
    high = _mixed(op.attributes["static_high"], dynamic)
    inner = build.sizes_of(source)
    sizes = [_plus(*parts) for parts in zip(low, inner, high)]
    type, block = op.results[0].type, op.regions[0].blocks[0]
    sizes = [size if n == build.DYNAMIC else n for size, n in zip(sizes, build.shape_of(type))]
    sizes = [
        build.index(size) if n == build.DYNAMIC and isinstance(size, int) else size
        for size, n in zip(sizes, build.shape_of(type))
    ]
    (*operations, last) = block.operations
    value = last.operands[0]
    if not operations and value.owner != block:
        padding = build.fill(value, build.empty(type, sizes))
    else:
        padding = by_block(type, sizes, block)
    if is_cut(op):
        cuts = [_cut(*widths) for widths in zip(low, inner, high)]
        offsets, inner = [offset for offset, _, _ in cuts], [size for _, size, _ in cuts]
        left = build.tensor_type(
            [n if isinstance(n, int) else build.DYNAMIC for n in inner], build.element(source.type)
        )
        source = build.extract_slice(source, left, offsets, inner, [1] * len(inner))
        low = [place for _, _, place in cuts]
    return [build.insert_slice(source, padding, low, inner, [1] * len(inner))]


def is_cut(pad: ir.Operation) -> bool:
    """Whether a width may be negative: there, elements are taken away instead."""
    _, *rest = pad.operands
    widths = [n for side in ("static_low", "static_high") for n in pad.attributes[side] if n != build.DYNAMIC]
    return any(n < 0 for n in widths) or not all(map(_is_not_negative, rest))


_NOT_NEGATIVE = {
    "arith.addi",
    "arith.muli",
    "arith.divui",
    "arith.divsi",
    "arith.floordivsi",
    "arith.ceildivsi",
    "arith.minsi",
    "arith.select",
}


def _is_not_negative(number: ir.Value | int, depth: int = 8) -> bool:
    """Whether an integer is not below zero for all that is seen of how it is computed, from sizes and constants."""
    if isinstance(number, int):
        return number >= 0
    if (known := build.constant_of(number)) is not None:
        return known >= 0
    if isinstance(number.owner, ir.Block) or not depth:
        return False
    op = number.owner.operation
    operands = list(op.operands)
    match op.name:
        case "tensor.dim" | "memref.dim":
            return True
        case "arith.maxsi":
            return any(_is_not_negative(v, depth - 1) for v in operands)
        case "arith.select":
            operands = operands[1:]
        case name if name not in _NOT_NEGATIVE:
            return False
    return all(_is_not_negative(v, depth - 1) for v in operands)


Number = ir.Value | int


def _cut(low: Number, size: Number, high: Number) -> tuple[Number, Number, Number]:
    """From where on and how much of a dimension stays, and where that is in the result; nothing that is at 0, where all
    is cut off.
    """
    below, above = _negative(low), _negative(high)
    kept = _extreme("arith.maxsi", _plus(size, below, above), 0)
    place = low if _is_not_negative(low) else _extreme("arith.maxsi", low, 0)
    off = -below if isinstance(below, int) else build.emit1("arith.subi", below.type, build.index(0), below)
    if isinstance(kept, int):
        return (off, kept, place) if kept else (0, 0, 0)
    is_some = build.compare_integers("sgt", kept, build.index(0))
    zero = build.index(0)
    off, place = (
        n if n == 0 else build.emit1("arith.select", zero.type, is_some, _index(n), zero) for n in (off, place)
    )
    return off, kept, place


def _negative(width: Number) -> Number:
    """A width where it is negative, else zero."""
    return 0 if _is_not_negative(width) else _extreme("arith.minsi", width, 0)


def _extreme(name: str, number: Number, other: int) -> Number:
    if isinstance(number, int):
        return max(number, other) if name == "arith.maxsi" else min(number, other)
    return build.emit1(name, number.type, number, build.index(other))


def _index(number: Number) -> ir.Value:
    return build.index(number) if isinstance(number, int) else number


def concat(op: ir.Operation) -> list[ir.Value]:
    """The parts inserted one after the other."""
    type, dim = op.results[0].type, op.attributes["dim"].value
    parts = [build.sizes_of(v) for v in op.operands]
    sizes = list(parts[0])
    sizes[dim] = _plus(*(part[dim] for part in parts))
    sizes = [
        n if n != build.DYNAMIC else (build.index(s) if isinstance(s, int) else s)
        for s, n in zip(sizes, build.shape_of(type))
    ]
    result, start = build.empty(type, sizes), 0
    for value, part in zip(op.operands, parts):
        offsets: list[ir.Value | int] = [0] * len(sizes)
        offsets[dim] = start
        result = build.insert_slice(value, result, offsets, part, [1] * len(sizes))
        start = _plus(start, part[dim])
    return [result]


def gather(op: ir.Operation) -> list[ir.Value]:
    """One slice of the source for each tuple of indices."""
    source, indices = op.operands
    return [_slices(op, "gather_dims", source, indices, build.empty(op.results[0].type, _gathered(op)), True)]


def scatter(op: ir.Operation) -> list[ir.Value]:
    """One slice of the destination overwritten for each tuple of indices."""
    source, into, indices = op.operands
    return [_slices(op, "scatter_dims", into, indices, source, False)]


def _gathered(op: ir.Operation) -> list[ir.Value | int]:
    source, indices = op.operands
    batch = build.sizes_of(indices)[:-1]
    chosen = set(op.attributes["gather_dims"])
    own = build.sizes_of(source)
    rank = len(build.shape_of(op.results[0].type))
    if rank == len(batch) + len(own):
        return batch + [1 if d in chosen else n for d, n in enumerate(own)]
    return batch + [n for d, n in enumerate(own) if d not in chosen]


def _slices(op, dims: str, big: ir.Value, indices: ir.Value, rows: ir.Value, gathering: bool) -> ir.Value:
    """Copies slices of `big` at the indices into `rows`, or the rows into `big`."""
    chosen = list(op.attributes[dims])
    batch, own = build.sizes_of(indices)[:-1], build.sizes_of(big)
    slice_sizes = [1 if d in chosen else n for d, n in enumerate(own)]
    kept = len(build.shape_of(rows.type)) - len(batch)
    row_sizes = slice_sizes if kept == len(own) else [n for d, n in enumerate(own) if d not in chosen]
    row_type = build.tensor_type(
        [n if isinstance(n, int) else build.DYNAMIC for n in row_sizes], build.element(big.type)
    )

    def body(at: list[ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        offsets: list[ir.Value | int] = [0] * len(own)
        for number, d in enumerate(chosen):
            offsets[d] = build.to_index(build.extract(indices, [*at, build.index(number)]))
        place = offsets, slice_sizes, [1] * len(own)
        row = [*at, *[0] * kept], [1] * len(at) + row_sizes, [1] * (len(at) + kept)
        if gathering:
            return [build.insert_slice(build.extract_slice(big, row_type, *place), carried[0], *row)]
        return [build.insert_slice(build.extract_slice(rows, row_type, *row), carried[0], *place)]

    upper = [build.index(n) if isinstance(n, int) else n for n in batch]
    zero, one = [build.index(0)] * len(batch), [build.index(1)] * len(batch)
    return nest(zero, upper, one, [rows if gathering else big], body)[0]
