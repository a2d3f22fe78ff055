"""What the operations of `vector` do, said with tensors.

Each builder gives, at the insertion point, the values of an operation's results: its operands are tensors
already, and its results have their types as tensors. `mask` says which elements count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import build
from ..mlir import ir
from .vector_transfers import arranged, select, transfer_read, transfer_write

Mask = ir.Value | None


def converts(op: ir.Operation) -> bool:
    """Whether an operation of `vector`, its operands still vectors, can be said with tensors."""
    if op.name == "vector.mask":
        inner = _masked(op)
        return inner is None or inner.name in _MASKABLE and converts(inner)
    if op.name not in _BUILDERS:
        return False
    types = [v.type for v in (*op.operands, *op.results)]
    vectors = [t for t in types if isinstance(t, ir.VectorType)]
    if any(t.scalable for t in vectors) or any(isinstance(build.element(t), ir.VectorType) for t in types):
        return False
    return all(is_right(op) for is_right in _CONDITIONS.get(op.name, ()))


def rewrite(op: ir.Operation) -> list[ir.Value]:
    """The values of the results of an operation that `converts`."""
    return _mask(op) if op.name == "vector.mask" else _BUILDERS[op.name](op)


def _works_on_tensors(op: ir.Operation) -> bool:
    return not any(isinstance(v.type, (ir.MemRefType, ir.UnrankedMemRefType)) for v in op.operands)


def _knows_positions(op: ir.Operation) -> bool:
    """Whether no position stands for no element (-1)."""
    return -1 not in op.attributes["static_position"]


def _is_wide_product(op: ir.Operation) -> bool:
    """Whether the factors of a contraction have the type of the sum, or narrower floats."""
    here = {build.element(v.type) for v in list(op.operands)[:2]}
    into = build.element(op.operands[2].type)
    return here == {into} or all(isinstance(t, ir.FloatType) and t.width <= into.width for t in (*here, into))


def _has_dimensions(op: ir.Operation) -> bool:
    return bool(list(ir.VectorType(op.results[0].type).shape))


# -- elements and parts ------------------------------------------------------------------------------


def _shape(value: ir.Value) -> list[int]:
    return build.shape_of(value.type)


def broadcast(op: ir.Operation) -> list[ir.Value]:
    """A scalar in every element; a vector along new dimensions in front, and along those of size one."""
    (source,), type = op.operands, op.results[0].type
    if not build.is_tensor(source.type):
        return [build.emit1("tensor.splat", type, source)]
    shape, own = build.shape_of(type), _shape(source)
    front = len(shape) - len(own)
    here = [front + d for d, n in enumerate(own) if n != 1 or shape[front + d] == 1]
    kept = reshaped(source, [shape[d] for d in here])
    return [arranged(kept, here, shape)]


def reshaped(source: ir.Value, shape: Sequence[int]) -> ir.Value:
    """The elements of a static tensor in the same order, in another shape."""
    kind, own = build.element(source.type), _shape(source)
    if own == list(shape):
        return source
    if len(own) > 1:
        source = _collapse(source, []) if not shape else _collapse(source, [list(range(len(own)))])
    elif len(own) == 1 and not shape:
        return _collapse(source, [])
    if len(shape) == len(_shape(source)):
        return source
    groups = [list(range(len(shape)))] if _shape(source) else []
    return build.emit1(
        "tensor.expand_shape",
        build.tensor_type(shape, kind),
        source,
        reassociation=_reassociation(groups),
        static_output_shape=ir.DenseI64ArrayAttr.get(list(shape)),
    )


def _collapse(source: ir.Value, groups: list[list[int]]) -> ir.Value:
    count = 1
    for n in _shape(source):
        count *= n
    type = build.tensor_type([count] * len(groups), build.element(source.type))
    return build.emit1("tensor.collapse_shape", type, source, reassociation=_reassociation(groups))


def _reassociation(groups: list[list[int]]) -> ir.Attribute:
    wide = ir.IntegerType.get_signless(64)
    return ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(wide, d) for d in group]) for group in groups])


def shape_cast(op: ir.Operation) -> list[ir.Value]:
    return [reshaped(op.operands[0], _shape(op.results[0]))]


def transpose(op: ir.Operation) -> list[ir.Value]:
    (source,), order = op.operands, list(op.attributes["permutation"])
    return [arranged(source, [order.index(d) for d in range(len(order))], _shape(op.results[0]))]


def _position(op: ir.Operation, dynamic: Sequence[ir.Value]) -> list[ir.Value | int]:
    rest = iter(dynamic)
    return [next(rest) if n == build.DYNAMIC else n for n in op.attributes["static_position"]]


def _indices(position: Sequence[ir.Value | int]) -> list[ir.Value]:
    return [build.index(n) if isinstance(n, int) else n for n in position]


def _place(position: Sequence[ir.Value | int], shape: Sequence[int]) -> tuple[list, list, list]:
    """Offsets, sizes and strides of what has a position in the first dimensions."""
    k, rank = len(position), len(shape)
    return [*position, *[0] * (rank - k)], [*[1] * k, *shape[k:]], [1] * rank


def extract(op: ir.Operation) -> list[ir.Value]:
    source, *dynamic = op.operands
    position, type = _position(op, dynamic), op.results[0].type
    if not build.is_tensor(type):
        return [build.extract(source, _indices(position))]
    return [build.extract_slice(source, type, *_place(position, _shape(source)))] if position else [source]


def insert(op: ir.Operation) -> list[ir.Value]:
    value, into, *dynamic = op.operands
    position = _position(op, dynamic)
    if not build.is_tensor(value.type):
        return [build.insert(value, into, _indices(position))]
    return [build.insert_slice(value, into, *_place(position, _shape(into)))] if position else [value]


def _numbers(op: ir.Operation, name: str) -> list[int]:
    return [n.value for n in op.attributes[name]]


def extract_strided_slice(op: ir.Operation) -> list[ir.Value]:
    (source,) = op.operands
    offsets, sizes = _numbers(op, "offsets"), _numbers(op, "sizes")
    shape = _shape(source)
    rest = len(shape) - len(offsets)
    return [
        build.extract_slice(
            source, op.results[0].type, [*offsets, *[0] * rest], [*sizes, *shape[len(sizes) :]], [1] * len(shape)
        )
    ]


def insert_strided_slice(op: ir.Operation) -> list[ir.Value]:
    value, into = op.operands
    front = len(_shape(into)) - len(_shape(value))
    return [
        build.insert_slice(value, into, _numbers(op, "offsets"), [*[1] * front, *_shape(value)], [1] * len(_shape(into)))
    ]


def shuffle(op: ir.Operation) -> list[ir.Value]:
    """The rows that the mask names; one slice for each run of rows that follow each other."""
    sources = [reshaped(v, _shape(v) or [1]) for v in op.operands]
    order, type = list(op.attributes["mask"]), op.results[0].type
    first, rest = _shape(sources[0])[0], _shape(sources[0])[1:]
    result = build.zeros(type, build.shape_of(type)) if -1 in order else build.empty(type, build.shape_of(type))
    start = 0
    while start < len(order):
        row, end = order[start], start + 1
        while end < len(order) and order[end] == order[end - 1] + 1 != first:
            end += 1
        if row == -1:  # whatever one likes
            start += 1
            continue
        source, row = (sources[0], row) if row < first else (sources[1], row - first)
        sizes, steps, zeros = [end - start, *rest], [1] * (len(rest) + 1), [0] * len(rest)
        part = build.extract_slice(source, build.tensor_type(sizes, build.element(type)), [row, *zeros], sizes, steps)
        result = build.insert_slice(part, result, [start, *zeros], sizes, steps)
        start = end
    return [result]


def interleave(op: ir.Operation) -> list[ir.Value]:
    type = op.results[0].type
    shape = build.shape_of(type)
    result = build.empty(type, shape)
    for number, value in enumerate(op.operands):
        value = reshaped(value, _shape(value) or [1])
        result = build.insert_slice(value, result, *_every_other(number, _shape(value)))
    return [result]


def deinterleave(op: ir.Operation) -> list[ir.Value]:
    (source,) = op.operands
    return [build.extract_slice(source, r.type, *_every_other(n, _shape(r))) for n, r in enumerate(op.results)]


def _every_other(first: int, sizes: list[int]) -> tuple[list, list, list]:
    front = [0] * (len(sizes) - 1)
    return [*front, first], sizes, [*[1] * len(front), 2]


def from_elements(op: ir.Operation) -> list[ir.Value]:
    return [build.emit1("tensor.from_elements", op.results[0].type, *op.operands)]


def to_elements(op: ir.Operation) -> list[ir.Value]:
    (source,) = op.operands
    positions: list[list[int]] = [[]]
    for n in _shape(source):
        positions = [[*at, k] for at in positions for k in range(n)]
    return [build.extract(source, _indices(at)) for at in positions]


# -- integers and masks ------------------------------------------------------------------------------


def step(op: ir.Operation) -> list[ir.Value]:
    type = op.results[0].type
    return [_constant(type, list(range(build.shape_of(type)[0])))]


def _constant(type: ir.Type, elements: list) -> ir.Value:
    text = str(elements).replace("True", "true").replace("False", "false")
    return build.emit1("arith.constant", type, value=ir.Attribute.parse(f"dense<{text}> : {type}"))


def constant_mask(op: ir.Operation) -> list[ir.Value]:
    type, until = op.results[0].type, list(op.attributes["mask_dim_sizes"])

    def block(shape: list[int], until: list[int], inside: bool):
        if not shape:
            return inside
        return [block(shape[1:], until[1:], inside and k < until[0]) for k in range(shape[0])]

    return [_constant(type, block(build.shape_of(type), until, True))]


def create_mask(op: ir.Operation) -> list[ir.Value]:
    type, until = op.results[0].type, list(op.operands)
    shape = build.shape_of(type)

    def body(_: list[ir.Value]) -> list[ir.Value]:
        dims = [ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d) for d in range(len(shape))]
        inside = [
            build.compare_integers("slt", build.emit1("linalg.index", build.index_type(), dim=dim), limit)
            for dim, limit in zip(dims, until)
        ]
        all_inside = inside[0]
        for one in inside[1:]:
            all_inside = build.emit1("arith.andi", one.type, all_inside, one)
        return [all_inside]

    identity = ir.AffineMap.get_identity(len(shape))
    return build.generic([], [build.empty(type, shape)], [identity], ["parallel"] * len(shape), body)


def _masked(op: ir.Operation) -> ir.Operation | None:
    """The operation in a `vector.mask`; None if it only yields."""
    inside = [view.operation for view in op.regions[0].blocks[0].operations]
    return inside[0] if len(inside) == 2 else None


def _mask(op: ir.Operation) -> list[ir.Value]:
    mask, *passed = op.operands
    inner = _masked(op)
    if inner is None:
        return list(list(op.regions[0].blocks[0].operations)[-1].operands)
    values = _MASKABLE[inner.name](inner, mask)
    return [select(mask, values[0], passed[0])] if passed else values


# -- arithmetic --------------------------------------------------------------------------------------


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
    rank = len(_shape(source))
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
    return [_reduce(kind, source, first, range(len(_shape(source))), mask)]


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
    result, shape = build.empty(source.type, _shape(source)), _shape(source)
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


def gather(op: ir.Operation, mask: Mask = None) -> list[ir.Value]:
    """Elements of a tensor whose last positions are given; where the mask is false, those of another vector."""
    base, *offsets, positions, kept, passed = op.operands
    type = op.results[0].type
    if mask is not None:
        kept = build.emit1("arith.andi", kept.type, kept, mask)
    rank = len(build.shape_of(type))
    identity = ir.AffineMap.get_identity(rank)

    def body(args: list[ir.Value]) -> list[ir.Value]:
        position, is_kept, other, _ = args
        branch = ir.Operation.create("scf.if", results=[other.type], operands=[is_kept], regions=2)
        with ir.InsertionPoint(branch.regions[0].blocks.append()):
            last = build.emit1("arith.addi", build.index_type(), offsets[-1], build.to_index(position))
            build.emit("scf.yield", [], [build.extract(base, [*offsets[:-1], last])])
        with ir.InsertionPoint(branch.regions[1].blocks.append()):
            build.emit("scf.yield", [], [other])
        return [branch.results[0]]

    into = build.empty(type, build.shape_of(type))
    return build.generic([positions, kept, passed], [into], [identity] * 4, ["parallel"] * rank, body)


_MASKABLE: dict[str, Callable[[ir.Operation, Mask], list[ir.Value]]] = {
    "vector.contract": contract,
    "vector.gather": gather,
    "vector.multi_reduction": multi_reduction,
    "vector.outerproduct": outerproduct,
    "vector.reduction": reduction,
    "vector.transfer_read": transfer_read,
    "vector.transfer_write": transfer_write,
}
_BUILDERS: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    **_MASKABLE,
    "vector.broadcast": broadcast,
    "vector.constant_mask": constant_mask,
    "vector.create_mask": create_mask,
    "vector.deinterleave": deinterleave,
    "vector.extract": extract,
    "vector.extract_strided_slice": extract_strided_slice,
    "vector.fma": fma,
    "vector.from_elements": from_elements,
    "vector.insert": insert,
    "vector.insert_strided_slice": insert_strided_slice,
    "vector.interleave": interleave,
    "vector.scan": scan,
    "vector.shape_cast": shape_cast,
    "vector.shuffle": shuffle,
    "vector.step": step,
    "vector.to_elements": to_elements,
    "vector.transpose": transpose,
}
CONVERTED = sorted({*_BUILDERS, "vector.mask"})  # most of them in any form
_CONDITIONS: dict[str, tuple[Callable[[ir.Operation], bool], ...]] = {
    "vector.contract": (_is_wide_product,),
    "vector.create_mask": (_has_dimensions,),
    "vector.extract": (_knows_positions,),
    "vector.gather": (_works_on_tensors,),
    "vector.insert": (_knows_positions,),
    "vector.transfer_read": (_works_on_tensors,),
    "vector.transfer_write": (_works_on_tensors,),
}
