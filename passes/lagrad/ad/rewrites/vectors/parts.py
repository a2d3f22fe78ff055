"""Elements and parts of vectors, taken, put and mixed: slices of tensors."""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....mlir import ir
from .shapes import reshaped, shape_of


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
    return [build.extract_slice(source, type, *_place(position, shape_of(source)))] if position else [source]


def insert(op: ir.Operation) -> list[ir.Value]:
    value, into, *dynamic = op.operands
    position = _position(op, dynamic)
    if not build.is_tensor(value.type):
        return [build.insert(value, into, _indices(position))]
    return [build.insert_slice(value, into, *_place(position, shape_of(into)))] if position else [value]


def _numbers(op: ir.Operation, name: str) -> list[int]:
    return [n.value for n in op.attributes[name]]


def extract_strided_slice(op: ir.Operation) -> list[ir.Value]:
    (source,) = op.operands
    offsets, sizes = _numbers(op, "offsets"), _numbers(op, "sizes")
    shape = shape_of(source)
    rest = len(shape) - len(offsets)
    return [
        build.extract_slice(
            source, op.results[0].type, [*offsets, *[0] * rest], [*sizes, *shape[len(sizes) :]], [1] * len(shape)
        )
    ]


def insert_strided_slice(op: ir.Operation) -> list[ir.Value]:
    value, into = op.operands
    front = len(shape_of(into)) - len(shape_of(value))
    return [
        build.insert_slice(
            value, into, _numbers(op, "offsets"), [*[1] * front, *shape_of(value)], [1] * len(shape_of(into))
        )
    ]


def shuffle(op: ir.Operation) -> list[ir.Value]:
    """The rows that the mask names; one slice for each run of rows that follow each other."""
    sources = [reshaped(v, shape_of(v) or [1]) for v in op.operands]
    order, type = list(op.attributes["mask"]), op.results[0].type
    first, rest = shape_of(sources[0])[0], shape_of(sources[0])[1:]
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
        value = reshaped(value, shape_of(value) or [1])
        result = build.insert_slice(value, result, *_every_other(number, shape_of(value)))
    return [result]


def deinterleave(op: ir.Operation) -> list[ir.Value]:
    (source,) = op.operands
    return [build.extract_slice(source, r.type, *_every_other(n, shape_of(r))) for n, r in enumerate(op.results)]


def _every_other(first: int, sizes: list[int]) -> tuple[list, list, list]:
    front = [0] * (len(sizes) - 1)
    return [*front, first], sizes, [*[1] * len(front), 2]


def from_elements(op: ir.Operation) -> list[ir.Value]:
    return [build.emit1("tensor.from_elements", op.results[0].type, *op.operands)]


def to_elements(op: ir.Operation) -> list[ir.Value]:
    (source,) = op.operands
    positions: list[list[int]] = [[]]
    for n in shape_of(source):
        positions = [[*at, k] for at in positions for k in range(n)]
    return [build.extract(source, _indices(at)) for at in positions]


def gather(op: ir.Operation, mask: ir.Value | None = None) -> list[ir.Value]:
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
