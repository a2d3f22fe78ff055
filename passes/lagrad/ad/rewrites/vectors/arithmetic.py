"""Sums, products and other reductions of vectors. `mask` says which elements count."""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....mlir import ir
from .shapes import shape_of
from .transfers import select

Mask = ir.Value | None


def _kind(op: ir.Operation) -> str:
    return str(op.attributes["kind"]).removeprefix("#vector.kind<").removesuffix(">")


def _combine(kind: str, x: ir.Value, y: ir.Value) -> ir.Value:
    """Two numbers, or two tensors, as one."""
    name = f"arith.{kind}"
    if kind in ("add", "mul"):
        name += "f" if build.is_real(x.type) else "i"
    elif kind in ("and", "or", "xor"):
        name += "i"
    return build.emit1(name, x.type, x, y)


def _neutral(kind: str, type: ir.Type) -> ir.Value:
    """The number that changes nothing."""
    if kind in ("add", "or", "xor", "maxui"):
        return build.constant(type, 0)
    if kind == "mul":
        return build.constant(type, 1)
    if isinstance(type, ir.FloatType):
        return build.constant(type, float("-inf") if kind.startswith("max") else float("inf"))
    bits = 64 if isinstance(type, ir.IndexType) else type.width
    if kind in ("and", "minui"):
        return build.constant(type, -1)
    return build.constant(type, -(1 << bits - 1) if kind == "maxsi" else (1 << bits - 1) - 1)


def _reduce(kind: str, source: ir.Value, start: ir.Value, dims: Sequence[int], mask: Mask) -> ir.Value:
    """A tensor reduced over some of its dimensions, from a number or a tensor on."""
    rank = len(shape_of(source))
    if mask is not None:
        source = select(mask, source, _everywhere(kind, source))
    left = [d for d in range(rank) if d not in dims]
    maps = [ir.AffineMap.get_identity(rank), ir.AffineMap.get(rank, 0, [ir.AffineDimExpr.get(d) for d in left])]
    into = _wrapped(start)
    iterators = ["reduction" if d in dims else "parallel" for d in range(rank)]
    reduced = build.generic([source], [into], maps, iterators, lambda args: [_combine(kind, args[1], args[0])])[0]
    return reduced if build.is_tensor(start.type) else build.extract(reduced, [])


def _everywhere(kind: str, like: ir.Value) -> ir.Value:
    return build.emit1("tensor.splat", like.type, _neutral(kind, build.element(like.type)))


def _wrapped(start: ir.Value) -> ir.Value:
    if build.is_tensor(start.type):
        return start
    return build.emit1("tensor.from_elements", build.tensor_type([], start.type), start)


def reduction(op: ir.Operation, mask: Mask = None) -> list[ir.Value]:
    source, *start = op.operands
    kind = _kind(op)
    first = start[0] if start else _neutral(kind, op.results[0].type)
    return [_reduce(kind, source, first, range(len(shape_of(source))), mask)]


def multi_reduction(op: ir.Operation, mask: Mask = None) -> list[ir.Value]:
    source, start = op.operands
    return [_reduce(_kind(op), source, start, list(op.attributes["reduction_dims"]), mask)]


def contract(op: ir.Operation, mask: Mask = None) -> list[ir.Value]:
    """Products added up, or reduced by something else; a mask says which products count."""
    x, y, start = op.operands
    kind, into = _kind(op), _wrapped(start)
    maps = [a.value for a in op.attributes["indexing_maps"]]
    iterators = ["reduction" if "reduction" in str(a) else "parallel" for a in op.attributes["iterator_types"]]
    rank = len(iterators)
    masks = [] if mask is None else [mask]
    identity = [ir.AffineMap.get_identity(rank)] * len(masks)

    def body(args: list[ir.Value]) -> list[ir.Value]:
        a, b, *kept, so_far = args
        product = _product(a, b, so_far.type)
        if kept:
            product = build.emit1("arith.select", product.type, kept[0], product, _neutral(kind, product.type))
        return [_combine(kind, so_far, product)]

    maps = [*maps[:2], *identity, maps[2]]
    result = build.generic([x, y, *masks], [into], maps, iterators, body)[0]
    return [result if build.is_tensor(start.type) else build.extract(result, [])]


def _product(x: ir.Value, y: ir.Value, type: ir.Type) -> ir.Value:
    if isinstance(type, ir.FloatType):
        x, y = build.resize(x, type), build.resize(y, type)
    return _combine("mul", x, y)


def outerproduct(op: ir.Operation, mask: Mask = None) -> list[ir.Value]:
    """All products of an element of each; or a vector times a number."""
    x, y, *start = op.operands
    type, kind = op.results[0].type, _kind(op)
    shape = build.shape_of(type)
    if build.is_tensor(y.type):
        i, j = ir.AffineDimExpr.get(0), ir.AffineDimExpr.get(1)
        maps = [ir.AffineMap.get(2, 0, [i]), ir.AffineMap.get(2, 0, [j]), ir.AffineMap.get(2, 0, [i, j])]
        product = build.generic(
            [x, y], [build.empty(type, shape)], maps, ["parallel"] * 2, lambda args: [_combine("mul", args[0], args[1])]
        )[0]
    else:
        product = _combine("mul", x, build.emit1("tensor.splat", type, y))
    if mask is not None:
        product = select(mask, product, _everywhere(kind, product))
    return [_combine(kind, start[0], product) if start else product]


def scan(op: ir.Operation) -> list[ir.Value]:
    """Running sums, or other reductions; an inclusive one starts with the first part, as upstream lowers it."""
    source, start = op.operands
    dim, inclusive = op.attributes["reduction_dim"].value, op.attributes["inclusive"].value
    result, shape = build.empty(source.type, shape_of(source)), shape_of(source)
    sizes, steps = [1 if d == dim else n for d, n in enumerate(shape)], [1] * len(shape)
    running = before = start
    for k in range(shape[dim]):
        offsets = [k if d == dim else 0 for d in range(len(shape))]
        part = build.extract_slice(source, start.type, offsets, sizes, steps)
        if k:
            running = _combine(_kind(op), running, part if inclusive else before)
        elif inclusive:
            running = part
        result = build.insert_slice(running, result, offsets, sizes, steps)
        before = part
    return [result, running]


def fma(op: ir.Operation) -> list[ir.Value]:
    return [build.emit1("math.fma", op.results[0].type, *op.operands)]
