"""Composite linalg operations said with `linalg.generic`.

Each function builds the equal of an operation at the insertion point and gives the values
of its results.
"""

from __future__ import annotations

from collections.abc import Iterable

from ... import build
from ...mlir import ir
from ...scalars import Scalar, call
from .tensor_forms import computed


def softmax(op: ir.Operation) -> list[ir.Value]:
    """exp(x - max x) / sum exp(x - max x), along one dimension."""
    x = op.operands[0]
    type, sizes, dim = x.type, build.sizes_of(x), op.attributes["dimension"].value
    rank = len(sizes)
    identity = ir.AffineMap.get_identity(rank)
    others = [d for d in range(rank) if d != dim]
    along = ir.AffineMap.get(rank, 0, [ir.AffineDimExpr.get(d) for d in others])
    short = build.tensor_type([build.shape_of(type)[d] for d in others], build.element(type))
    reduced = ["reduction" if d == dim else "parallel" for d in range(rank)]
    parallel = ["parallel"] * rank
    short_sizes = [sizes[d] for d in others]

    def reduce(values: ir.Value, name: str, start: float) -> ir.Value:
        return build.generic(
            [values],
            [build.full(short, short_sizes, start)],
            [identity, along],
            reduced,
            lambda args: [build.emit1(name, args[0].type, args[0], args[1])],
        )[0]

    def combine(values: ir.Value, by: ir.Value, formula) -> ir.Value:
        return build.generic(
            [values, by],
            [build.empty(type, sizes)],
            [identity, along, identity],
            parallel,
            lambda args: [formula(Scalar(args[0]), Scalar(args[1])).value],
        )[0]

    top = reduce(x, "arith.maximumf", float("-inf"))
    powers = combine(x, top, lambda a, b: call("math.exp", a - b))
    total = reduce(powers, "arith.addf", 0.0)
    return [combine(powers, total, lambda a, b: a / b)]


def pack(op: ir.Operation) -> list[ir.Value]:
    """Each element of the packed tensor read where it comes from."""
    packed, plain = op.results[0], op.operands[0]
    _, into, *rest = op.operands
    padded = op.attributes["operandSegmentSizes"][2]
    tiles, places = list(op.attributes["static_inner_tiles"]), list(op.attributes["inner_dims_pos"])
    tiles = _mixed(tiles, rest[padded:])
    if padded:  # the last tiles may stick out
        plain = _padded(plain, rest[0], tiles, places)
    if not all(isinstance(tile, int) for tile in tiles):
        return [_packed_by_index(op, plain, into, tiles)]
    map = _unpacked_place(op, packed.type, len(build.shape_of(plain.type)))
    rank = len(build.shape_of(packed.type))
    return build.generic(
        [plain],
        [build.empty(packed.type, build.sizes_of(into))],
        [map, ir.AffineMap.get_identity(rank)],
        ["parallel"] * rank,
        lambda args: [args[0]],
    )


def unpack(op: ir.Operation) -> list[ir.Value]:
    """Each packed element inserted where it belongs."""
    packed, into, *rest = op.operands
    rank = len(build.shape_of(into.type))
    tiles = _mixed(op.attributes["static_inner_tiles"], rest)
    if not all(isinstance(tile, int) for tile in tiles):
        return [_unpacked_by_index(op, packed, into, tiles)]
    places = list(op.attributes["inner_dims_pos"])
    order = _outer_order(op, rank)
    dims = [ir.AffineDimExpr.get(d) for d in range(rank)]
    outer = [ir.AffineExpr.get_floor_div(dims[d], tiles[places.index(d)]) if d in places else dims[d] for d in order]
    inner = [ir.AffineExpr.get_mod(dims[d], tile) for d, tile in zip(places, tiles)]
    return build.generic(
        [packed],
        [build.empty(into.type, build.sizes_of(into))],
        [ir.AffineMap.get(rank, 0, outer + inner), ir.AffineMap.get_identity(rank)],
        ["parallel"] * rank,
        lambda args: [args[0]],
    )


def _mixed(tiles: Iterable[int], dynamic: Iterable[ir.Value]) -> list[ir.Value | int]:
    rest = iter(dynamic)
    return [next(rest) if n == build.DYNAMIC else n for n in tiles]


def _as_scalars(tiles: list[ir.Value | int]) -> list[Scalar]:
    return [Scalar(build.index(n) if isinstance(n, int) else n) for n in tiles]


# Tiles of unknown size make no affine map: the places are computed, element by element.


def _packed_by_index(op: ir.Operation, plain: ir.Value, into: ir.Value, tiles: list[ir.Value | int]) -> ir.Value:
    rank, order = len(build.shape_of(plain.type)), _outer_order(op, len(build.shape_of(plain.type)))

    def element_at(at: list[ir.Value]) -> ir.Value:
        place = [Scalar(at[order.index(d)]) for d in range(rank)]
        for d, tile, inner in zip(op.attributes["inner_dims_pos"], _as_scalars(tiles), at[rank:]):
            place[d] = place[d] * tile + Scalar(inner)
        return build.extract(plain, [p.value for p in place])

    return computed(into.type, build.sizes_of(into), element_at)


def _unpacked_by_index(op: ir.Operation, packed: ir.Value, into: ir.Value, tiles: list[ir.Value | int]) -> ir.Value:
    order = _outer_order(op, len(build.shape_of(into.type)))

    def element_at(at: list[ir.Value]) -> ir.Value:
        outer, inner = [Scalar(i) for i in at], []
        for d, tile in zip(op.attributes["inner_dims_pos"], _as_scalars(tiles)):
            inner.append(call("arith.remui", outer[d], tile))
            outer[d] = call("arith.divui", outer[d], tile)
        return build.extract(packed, [i.value for i in [*(outer[d] for d in order), *inner]])

    return computed(into.type, build.sizes_of(into), element_at)


def _outer_order(op: ir.Operation, rank: int) -> list[int]:
    given = op.attributes.get("outer_dims_perm")
    return list(given) if given is not None and len(list(given)) else list(range(rank))


def _unpacked_place(op: ir.Operation, packed: ir.Type, rank: int) -> ir.AffineMap:
    """From the indices of a packed element to those of the plain one."""
    tiles = list(op.attributes["static_inner_tiles"])
    places, order = list(op.attributes["inner_dims_pos"]), _outer_order(op, rank)
    total = len(build.shape_of(packed))
    plain = []
    for d in range(rank):
        outer = ir.AffineDimExpr.get(order.index(d))
        if d in places:
            number = places.index(d)
            inner = ir.AffineDimExpr.get(rank + number)
            plain.append(outer * tiles[number] + inner)
        else:
            plain.append(outer)
    return ir.AffineMap.get(total, 0, plain)


def _padded(plain: ir.Value, value: ir.Value, tiles: list[ir.Value | int], places: list[int]) -> ir.Value:
    """The tensor with its tiled dimensions rounded up to whole tiles."""
    sizes = build.sizes_of(plain)
    whole = list(sizes)
    for tile, d in zip(tiles, places):
        whole[d] = _rounded_up(sizes[d], tile)
    type = build.tensor_type([n if isinstance(n, int) else build.DYNAMIC for n in whole], build.element(plain.type))
    rank = len(sizes)
    padding = build.fill(value, build.empty(type, whole))
    return build.insert_slice(plain, padding, [0] * rank, sizes, [1] * rank)


def _rounded_up(size: ir.Value | int, tile: ir.Value | int) -> ir.Value | int:
    if isinstance(size, int) and isinstance(tile, int):
        return -(-size // tile) * tile
    (size, tile), index = (scalar.value for scalar in _as_scalars([size, tile])), build.index_type()
    count = build.emit1("arith.ceildivui", index, size, tile)
    return build.emit1("arith.muli", index, count, tile)
