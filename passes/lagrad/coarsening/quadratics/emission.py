"""Quadratic forms in the place of sums of squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import build
from ...build import emit1, index, index_type
from ...dialect import STOP_GRADIENT
from ...mlir import ir
from .formulas import ONE, Formula, emit, product, values_of
from .reading import Read
from .squares import Squares

_OTHER = -1  # a second dimension as long as the column
Centered = dict[tuple[ir.Value, int], tuple[ir.Value, ir.Value]]  # by the points and the axis of their components


def expand(found: Squares, centered: Centered) -> None:
    """Puts quadratic forms in the place of sums of squares; `centered` has points by their mean, and gets more."""
    square = found.square.op
    with square.location, ir.InsertionPoint(square):
        own = _Emission(found, *_around_mean(found.x, found.column, centered))
        build.replace_op(square, own.result())


def _around_mean(x: Read, column: int, centered: Centered) -> tuple[Read, Read]:
    """The points less their mean, and the mean, of which nothing depends: so no derivative goes through it."""
    key = x.value, x.dims.index(column)
    if key not in centered:
        with build.behind(x.value):
            centered[key] = _less_mean(*key)
    points, mean = centered[key]
    return Read(points, x.dims), Read(mean, [column])


def _less_mean(x: ir.Value, axis: int) -> tuple[ir.Value, ir.Value]:
    """Points less their mean, and the mean, with a component for each index of `axis`."""
    of, rank = build.element(x.type), len(x.type.shape)
    sizes = build.sizes_of(x)
    kind = build.tensor_type([x.type.shape[axis]], of)
    own = ir.AffineMap.get(rank, 0, [ir.AffineDimExpr.get(axis)])
    whole = ir.AffineMap.get_identity(rank)
    kinds = ["parallel" if d == axis else "reduction" for d in range(rank)]
    (total,) = build.generic(
        [x], [build.zeros(kind, [sizes[axis]])], [whole, own], kinds, lambda a: [build.add(a[1], a[0])]
    )
    share = emit1("arith.divf", of, build.constant(of, 1.0), _count([n for d, n in enumerate(sizes) if d != axis], of))
    line = ir.AffineMap.get_identity(1)
    (mean,) = build.generic(
        [total], [build.empty(kind, [sizes[axis]])], [line, line], ["parallel"],
        lambda a: [emit1("arith.mulf", of, a[0], share)],
    )  # fmt: skip
    mean = emit1(STOP_GRADIENT, mean.type, mean)
    (points,) = build.generic(
        [x, mean], [build.empty(x.type, sizes)], [whole, own, whole], ["parallel"] * rank,
        lambda a: [emit1("arith.subf", of, a[0], a[1])],
    )  # fmt: skip
    return points, mean


def _count(sizes: Sequence[ir.Value | int], of: ir.Type) -> ir.Value:
    """How many points there are, at least one, as a float."""
    number = index(1)
    for size in sizes:
        number = emit1("arith.muli", index_type(), number, index(size) if isinstance(size, int) else size)
    number = emit1("arith.maxsi", index_type(), number, index(1))
    whole = ir.IntegerType.get_signless(64)
    return emit1("arith.sitofp", of, emit1("arith.index_cast", whole, number))


class _Emission:
    """What is emitted for some squares. Tensors have the dimensions of the product, `_OTHER` is a second column."""

    def __init__(self, found: Squares, points: Read, mean: Read):
        self.found, self.points, self.mean = found, points, mean
        self.of = build.element(found.square.op.results[0].type)
        result = [d for d in found.product.dims[-1] if d not in found.points]
        self.batch = [d for d in result if d != found.row]  # dimensions that coefficients have beside rows and columns

    def result(self) -> ir.Value:
        """`out + factor * (z . (form z + line) + constant)`, for all points z."""
        found, row, column = self.found, self.found.row, self.found.column
        slope = self.slope()
        shift = self.shift(slope)
        sums = self.sum([slope, Read(slope.value, _renamed(slope.dims, column))], [*self.batch, column, _OTHER])
        form = sums if self.batch else self.triangle(sums)
        line = self.sum([slope, shift], [*self.batch, column], times=2.0)
        constant = self.sum([shift, shift], self.batch)
        at_points = [column if d == row else d for d in found.product.dims[-1]]
        spread = self.map([line], at_points, lambda values: values[0])
        other = Read(self.points.value, _renamed(self.points.dims, column))
        product = self.sum([form, other], at_points, into=spread.value)
        return self.added(product, constant)

    def slope(self) -> Read:
        """What a row of squares is by the points: an operand, or a tensor of its own."""
        found, dims = self.found, [*self.batch, self.found.row, self.found.column]
        formula = product(found.of_y.slope, found.of_x.slope)
        kind, *parts = formula
        if kind == "value" and parts[0] in found.reads and {*found.reads[parts[0]].dims} == {*dims}:
            return found.reads[parts[0]]
        return self.of_formula(formula, dims)

    def shift(self, slope: Read) -> Read:
        """What is squared at the mean of the points: `rest + sign * (start + sum of offset) + slope * mean`."""
        found, dims = self.found, [*self.batch, self.found.row]
        value = self.start(dims)
        if found.of_x.offset is not None:
            offset = self.of_formula(found.of_x.offset, [*dims, found.column])
            value = self.sum([offset], dims, into=value.value)
        if found.of_y != (ONE, None):
            value = self.squared(value, dims)
        return self.sum([slope, self.mean], dims, into=value.value)

    def start(self, dims: list[int]) -> Read:
        """What the product starts with, at one point."""
        start = self.found.start
        if isinstance(start, float):
            return Read(build.full(self.type(dims), [self.size(d) for d in dims], start), dims)
        names = dict(zip(start.dims[-1], self.found.product.dims[-1]))
        reads = [Read(v, [names.get(d) for d in own]) for v, own in zip(start.op.operands, start.dims)][:-1]

        def body(values: list[ir.Value]) -> ir.Value:
            known = start.at(lambda d: index(0), dict(zip(start.body.arguments, values)))
            return known.get(start.yielded[0], start.yielded[0])

        return self.map(reads, dims, body)

    def squared(self, value: Read, dims: list[int]) -> Read:
        """`sign * y + rest` of what y is."""
        sign, rest = self.found.of_y
        used = self.used([sign, rest])

        def body(values: list[ir.Value]) -> ir.Value:
            known = dict(zip(used, values[1:]))
            scaled = values[0]
            if sign != ONE:
                scaled = emit1("arith.mulf", self.of, emit(sign, known, self.of), scaled)
            return scaled if rest is None else build.add(scaled, emit(rest, known, self.of))

        return self.map([value, *(self.found.reads[v] for v in used)], dims, body)

    def triangle(self, sums: Read) -> Read:
        """The upper triangle of a symmetric matrix, twice what is beside the diagonal."""

        def body(values: list[ir.Value]) -> ir.Value:
            at = [emit1("linalg.index", index_type(), dim=_number(d)) for d in range(2)]
            twice = build.add(values[0], values[0])
            above = build.compare_integers("slt", *at)
            on = build.compare_integers("eq", *at)
            beside = emit1("arith.select", self.of, above, twice, build.constant(self.of, 0.0))
            return emit1("arith.select", self.of, on, values[0], beside)

        return self.map([sums], sums.dims, body, ir.StringAttr.get("utri"))

    def added(self, product: Read, constant: Read) -> ir.Value:
        """What the squares are added to, and `factor * constant` and `factor * (z . product)` for each point z."""
        found = self.found
        used = self.used(found.factor)
        name = "arith.subf" if found.is_minus else "arith.addf"

        def plus(out: ir.Value, share: ir.Value, values: list[ir.Value]) -> list[ir.Value]:
            known = dict(zip(used, values))
            for part in found.factor:
                share = emit1("arith.mulf", self.of, emit(part, known, self.of), share)
            return [emit1(name, self.of, out, share)]

        factors = [found.reads[v] for v in used]
        first = self.generic([constant, *factors], found.out, lambda a: plus(a[-1], a[0], a[1:]))
        return self.generic(
            [product, self.points, *factors],
            Read(first, found.out.dims),
            lambda a: plus(a[-1], emit1("arith.mulf", self.of, a[0], a[1]), a[2:]),
        )

    def used(self, formulas: Sequence[Formula | None]) -> list[ir.Value]:
        """What formulas read, each once."""
        return [v for v in dict.fromkeys(v for part in formulas for v in values_of(part)) if v in self.found.reads]

    # -- tensors at dimensions of the product ----------------------------------------------------

    def of_formula(self, formula: Formula, dims: list[int]) -> Read:
        """A formula at each of some dimensions."""
        used = self.used([formula])
        reads = [self.found.reads[v] for v in used]
        return self.map(reads, dims, lambda values: emit(formula, dict(zip(used, values)), self.of))

    def map(
        self, reads: list[Read], dims: list[int], body: Callable[[list[ir.Value]], ir.Value],
        encoding: ir.Attribute | None = None,
    ) -> Read:  # fmt: skip
        """A new tensor with these dimensions."""
        out = build.empty(self.type(dims, encoding), [self.size(d) for d in dims])
        return Read(self.generic(reads, Read(out, dims), lambda values: [body(values[:-1])]), dims)

    def sum(self, reads: list[Read], dims: list[int], times: float = 1.0, into: ir.Value | None = None) -> Read:
        """The sum of the product of some tensors, over what is no dimension of the result."""
        if into is None:
            into = build.zeros(self.type(dims), [self.size(d) for d in dims])

        def body(values: list[ir.Value]) -> list[ir.Value]:
            share = values[0]
            for other in values[1:-1]:
                share = emit1("arith.mulf", self.of, share, other)
            if times != 1.0:
                share = emit1("arith.mulf", self.of, build.constant(self.of, times), share)
            return [build.add(values[-1], share)]

        return Read(self.generic(reads, Read(into, dims), body), dims)

    def generic(self, reads: list[Read], out: Read, body: Callable[[list[ir.Value]], list[ir.Value]]) -> ir.Value:
        """An operation over all dimensions of what it reads and writes; what it does not write it adds up."""
        dims = [d for d in dict.fromkeys([*out.dims, *(d for read in reads for d in read.dims)]) if d is not None]
        number, zero = {d: ir.AffineDimExpr.get(n) for n, d in enumerate(dims)}, ir.AffineConstantExpr.get(0)
        expressions = [[number.get(d, zero) for d in read.dims] for read in (*reads, out)]
        maps = [ir.AffineMap.get(len(dims), 0, own) for own in expressions]
        kinds = ["parallel" if d in out.dims else "reduction" for d in dims]
        return build.generic([read.value for read in reads], [out.value], maps, kinds, body)[0]

    def type(self, dims: list[int], encoding: ir.Attribute | None = None) -> ir.Type:
        extents = self.found.product.extents
        return build.tensor_type([extents[self._own(d)] for d in dims], self.of, encoding)

    def size(self, d: int) -> ir.Value | int:
        return self.found.product.size(self._own(d))

    def _own(self, d: int) -> int:
        return self.found.column if d == _OTHER else d


def _renamed(dims: list[int], column: int) -> list[int]:
    return [_OTHER if d == column else d for d in dims]


def _number(d: int) -> ir.Attribute:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d)
