"""`lagrad-unroll-small`: sums over small matrices are written out, along arrays that are long."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import prod

from ... import build
from ...build import DYNAMIC, emit, emit1, index, like
from ...errors import Report
from ...forms.generic import Generic, on_vectors, spread
from ...forms.nests import nest
from ...mlir import ir
from ...passes import Pass, option
from ..facts.fills import Fill, fill_of, is_silent
from ..facts.memory import are_apart
from ..facts.sum_of_products import all_places, keeps_order, places_of, static_sizes
from ..products.contraction import contraction
from ..products.matrices import static_strides
from ..walk import around, blocks, walk

_SMALL = 4  # sizes of the dimensions that are written out
_LONG = 64  # of the one along memory, where it is known
_MOST = 32  # copies of a body
_BODY = 8  # operations in one
_ROWS = (4, 8)  # elements of a row that is a vector
_ELEMENTWISE = {f"arith.{name}f" for name in ("add", "sub", "mul", "div", "neg")}


@dataclass(frozen=True)
class UnrollSmall(Pass):
    """Write out the dimensions of at most four of a sum, inside a loop along what is long.

    `y[i, v] += r[i, l] * x[l, v]` with `r` of 3 by 3 becomes

    ```
    for v
      y[0, v] += r[0, 0] * x[0, v] + r[0, 1] * x[1, v] + r[0, 2] * x[2, v]
      y[1, v] += ...
      y[2, v] += ...
    ```
    where each element of `x` and `y` is read once, and `r` stays in registers. A library, made for large matrices,
    copies theirs first. If `y` is filled just before, the sums begin with that: `y` is written once, and not read.

    Where nothing is long, as in a product of two frames of 4 by 4, a row of the result is a vector. In loops over
    functions it is not: `lagrad-vectorize-map` may run several iterations of these at once.
    """

    name = "lagrad-unroll-small"
    aim = "fusion"
    creates = ("arith", "memref", "scf", "vector")

    least: int = option(8, "Multiplications with each element along memory below which a sum stays as it is.")

    def run(self, op: ir.Operation, report: Report) -> None:
        for block in blocks(op):
            before = None  # the last operation that did anything to memory
            for child in [view.operation for view in block.operations]:
                if self._is_for_us(child):
                    report.remark(child.location, "the small dimensions of this sum are written out")
                    _write_out(child, before)
                    before = None
                elif not is_silent(child):
                    before = child

    def _is_for_us(self, op: ir.Operation) -> bool:
        in_memory = op.name == "linalg.generic" and all(isinstance(v.type, ir.MemRefType) for v in op.operands)
        if not in_memory or keeps_order(op):
            return False
        return is_unrolled(op, self.least) and not _is_for_library(op) or _has_rows(op, self.least)


def _is_for_library(op: ir.Operation) -> bool:
    """Whether it is a product of matrices, each side with a dimension that is not small, as that of a convolution."""
    product, sizes = contraction(op), static_sizes(op)
    return product is not None and all(
        any(sizes[d] == DYNAMIC or sizes[d] > _SMALL for d in side) for side in (product.m, product.n, product.k)
    )


def _write_out(generic: ir.Operation, before: ir.Operation | None) -> None:
    fill = _filled(generic, before)
    with generic.location, ir.InsertionPoint(generic):
        _Unrolled(generic, fill).emit()
    generic.erase()
    if fill is not None:
        fill.op.erase()


def is_unrolled(op: ir.Operation, least: int = UnrollSmall.least) -> bool:
    """Whether a `linalg.generic` on tensors or memory is a sum over small dimensions, along a long one."""
    places = all_places(op)
    body = list(op.regions[0].blocks[0].operations)
    if None in places or not places[-1] or op.attributes["operandSegmentSizes"][1] != 1 or len(body) > _BODY:
        return False
    if any(len(child.operation.regions) or child.operation.name == "linalg.index" for child in body):
        return False
    sizes, along = static_sizes(op), places[-1][-1]
    return (sizes[along] == DYNAMIC or sizes[along] >= _LONG) and _is_small_sum(sizes, places, least)


def _has_rows(op: ir.Operation, least: int) -> bool:
    """Whether a `linalg.generic` on memory is such a sum along rows that are vectors, of nothing else but these and
    numbers."""
    places = all_places(op)
    (*steps, _) = [view.operation for view in op.regions[0].blocks[0].operations]
    if None in places or not places[-1] or op.attributes["operandSegmentSizes"][1] != 1 or len(steps) >= _BODY:
        return False
    sizes, along = static_sizes(op), places[-1][-1]
    types = [ir.MemRefType(v.type) for v, own in zip(op.operands, places) if along in own]
    return (
        sizes[along] in _ROWS
        and all(step.name in _ELEMENTWISE for step in steps)
        and all(isinstance(t.element_type, (ir.F32Type, ir.F64Type)) and static_strides(t)[-1] == 1 for t in types)
        and _is_small_sum(sizes, places, least)
        and not _is_among_functions(op)
    )


def _is_among_functions(op: ir.Operation) -> bool:
    """Whether a loop around an operation computes functions."""
    loops = [each for each in around(op) if each.name in ("scf.for", "scf.parallel")]
    return any(child.name.startswith("math.") for loop in loops[-1:] for child in walk(loop))


def _is_small_sum(sizes: list[int], places: list[tuple[int, ...]], least: int) -> bool:
    along = places[-1][-1]
    small = _small(sizes, along)
    return (
        least <= prod(sizes[d] for d in small) <= _MOST
        and any(d not in places[-1] for d in small)
        and all(along not in own[:-1] for own in places)
    )


def _small(sizes: list[int], along: int) -> list[int]:
    return [d for d, size in enumerate(sizes) if 0 < size <= _SMALL and d != along]


def _outer(sizes: list[int], along: int) -> list[int]:
    """The dimensions that loops run over, outside of the one along memory."""
    return [d for d in range(len(sizes)) if d not in _small(sizes, along) and d != along]


def _filled(generic: ir.Operation, before: ir.Operation | None) -> Fill | None:
    """What the output is filled with by the operation before, if the sum visits each element of it once, when it has
    all its terms."""
    places = places_of(list(generic.attributes["indexing_maps"])[-1].value)
    *inputs, out = generic.operands
    if not set(_outer(static_sizes(generic), places[-1])) <= set(places):
        return None
    if before is None or not all(are_apart(v, out) for v in inputs if isinstance(v.type, ir.MemRefType)):
        return None
    return fill_of(before, out)


class _Unrolled:
    """The loops for one sum on memory, to what is there or to what a fill would write there."""

    def __init__(self, generic: ir.Operation, fill: Fill | None):
        self.generic = Generic(generic)
        self.operands, self.places = list(generic.operands), list(self.generic.dims)
        self.body, self.sizes = self.generic.body, self.generic.extents
        self.along = self.places[-1][-1]
        self.small = _small(self.sizes, self.along)
        size, type = self.sizes[self.along], build.element(self.operands[-1].type)
        self.row = ir.VectorType.get([size], type) if size in _ROWS else None
        self.outer = _outer(self.sizes, self.along)
        self.last = len(self.operands) - 1
        self.begin = self.last
        if fill is not None:  # one more operand, which is read in place of the output
            self.begin += 1
            self.operands.append(fill.value)
            self.places.append(tuple(self.places[self.last][d] for d in fill.dims))

    def emit(self) -> None:
        """Loops over the dimensions that are not written out."""

        def point(places: list[ir.Value], _) -> None:
            at = dict(zip(self.outer, places))
            again = self._loads(at, [n for n, own in enumerate(self.places) if self.along not in own])
            if self.row is not None:
                self._sums({**at, self.along: index(0)}, again)
            else:
                nest([self.generic.size(self.along)], lambda here, _: self._sums({**at, self.along: here[0]}, again))

        nest([self.generic.size(d) for d in self.outer], point)

    def _sums(self, at: dict[int, ir.Value], known: dict) -> None:
        """What the body adds to each output, at a point of the loops."""
        last = self.last
        known = known | self._loads(at, [n for n, own in enumerate(self.places) if self.along in own])
        for combination in itertools.product(*(range(self.sizes[d]) for d in self.small)):
            numbers = dict(zip(self.small, combination))
            keys = [self._key(n, numbers) for n in range(last + 1)]
            known.setdefault(keys[last], known.get(self._key(self.begin, numbers)))
            values = {argument: known[key] for argument, key in zip(self.body.arguments, keys)}
            for op in (view.operation for view in self.body.operations):
                if op.name == "linalg.yield":
                    known[keys[last]] = values.get(op.operands[0], op.operands[0])
                    continue
                values.update(zip(op.results, self._copy(op, values)))
        store = "memref.store" if self.row is None else "vector.store"
        for key in [key for key in known if key[0] == last]:
            emit(store, [], [known[key], self.operands[last], *self._indices(key, at)])

    def _copy(self, op: ir.Operation, values: dict[ir.Value, ir.Value]) -> list[ir.Value]:
        """An operation of the body at a point, or along a row."""
        operands = [values.get(value, value) for value in op.operands]
        if self.row is not None:
            return on_vectors(op, operands, self.row.shape)
        return list(like(op, operands, [r.type for r in op.results]).results)

    def _key(self, operand: int, numbers: dict[int, int]) -> tuple:
        """An element of an operand at a point of the loops: its indices in the dimensions that are written out."""
        return operand, *((d, numbers[d]) for d in self.places[operand] if d in numbers)

    def _loads(self, at: dict[int, ir.Value], operands: list[int]) -> dict[tuple, ir.Value]:
        loaded = {}
        for n in operands:
            if n == self.last != self.begin:
                continue
            own = [d for d in self.places[n] if d in self.small]
            for combination in itertools.product(*(range(self.sizes[d]) for d in own)):
                key = self._key(n, dict(zip(own, combination)))
                loaded[key] = self._load(key, at)
        return loaded

    def _load(self, key: tuple, at: dict[int, ir.Value]) -> ir.Value:
        value, is_row = self.operands[key[0]], self.row is not None and self.along in self.places[key[0]]
        if is_row:
            return emit1("vector.load", self.row, value, *self._indices(key, at))
        is_array = isinstance(value.type, ir.MemRefType)
        number = emit1("memref.load", build.element(value.type), value, *self._indices(key, at)) if is_array else value
        return number if self.row is None else spread(number, self.row.shape)

    def _indices(self, key: tuple, at: dict[int, ir.Value]) -> list[ir.Value]:
        operand, *numbers = key
        numbers = dict(numbers)
        return [index(numbers[d]) if d in numbers else at[d] for d in self.places[operand]]
