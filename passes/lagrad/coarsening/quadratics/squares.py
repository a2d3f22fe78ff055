"""Sums of squares, over rows, of what is linear in the columns of points: what they are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from ... import build
from ...analysis import linalg_form
from ...build import DYNAMIC
from ...dialect import EXACT
from ...forms.generic import Generic
from ...mlir import ir
from .formulas import Formula, Linear, factors, linear, values_of
from .reading import Read, Reading, as_map, is_plain


@dataclass
class Squares:
    """`out += factor * (sum over row of s^2)`, less that if `is_minus`: s is linear in y, and y in x.

    `out` is what `square` adds to. `product` gives y: it adds up, over `column`, what `of_x` says, to `start`, a number
    or a map. `of_y` says what s is. Dimensions are those of the product. Points are at the dimensions of x that are not
    `column`, and but for x, and for `factor`, nothing is read there. `reads` has what the formulas are of.
    """

    product: Generic
    square: Generic
    out: Read
    column: int
    row: int
    x: Read
    of_x: Linear
    start: Generic | float
    of_y: Linear
    factor: list[Formula]
    is_minus: bool
    reads: dict[ir.Value, Read]

    @property
    def points(self) -> list[int]:
        """The dimensions of the points."""
        return [d for d in self.x.dims if d not in (self.column, None)]

    def extent(self, d: int) -> int | None:
        """How far a dimension goes; None where that is not known."""
        size = self.product.extents[d]
        return None if size == DYNAMIC else size

    def point_count(self) -> int | None:
        """How many points there are; None where that is not known."""
        sizes = [self.extent(d) for d in self.points]
        return None if None in sizes else prod(sizes)


def squares_of(op: ir.Operation) -> Squares | None:
    """The squares that a `linalg.generic` adds up; None where it does anything else."""
    kinds = linalg_form.iterators(op)
    if not _is_sum(op) or kinds.count("reduction") != 1 or not is_plain(square := Generic(op)):
        return None
    reading = Reading(square, {d: d for d in range(square.count)}, True)
    for read in {read.value: read for read in reading.reads.values()}.values():
        inner = build.defining_op(read.value, "linalg.generic")
        if inner is not None and inner.block == op.block and {*read.dims} == {*range(square.count)}:
            if _is_sum(inner) and _is_read_here(read.value, reading):
                if (found := _squares(inner, square, read.dims, kinds.index("reduction"))) is not None:
                    return found
    return None


def _is_sum(op: ir.Operation) -> bool:
    """Whether an operation adds to its one output, of floats, and may round in any order."""
    if len(op.results) != 1 or str(build.element(op.results[0].type)) not in ("f64", "f32"):
        return False
    marked = any(EXACT in view.operation.attributes for view in op.regions[0].blocks[0].operations)
    return not marked and linalg_form.accumulates(op, 0)


def _is_read_here(value: ir.Value, reading: Reading) -> bool:
    """Whether nothing but the operations that a formula was read from needs a value, or what they make of it."""
    square, *between = reading.through
    users = {use.owner.operation for use in value.uses}
    later = [op for op in users if op in between]
    return users <= {*reading.through} and all(_is_read_here(op.results[0], reading) for op in later)


def _squares(inner: ir.Operation, square: Generic, at: list[int], summed: int) -> Squares | None:
    """The squares of what `inner` computes, whose result the square reads at these dimensions of its own."""
    product, kinds = Generic(inner), linalg_form.iterators(inner)
    start = _start(inner.operands[-1])
    if kinds.count("reduction") != 1 or not is_plain(product) or start is None:
        return None
    names = dict(zip(at, product.dims[-1]))  # dimension of the square -> of the product
    column, row = kinds.index("reduction"), names[summed]
    outer, own = Reading(square, names, True), Reading(product, {d: d for d in range(product.count)}, False)
    y = next(argument for argument, read in outer.reads.items() if read.value == inner.results[0])
    added, of_product = _addend(square), _addend(product)
    squared = added and _square_in(outer.formula(added[0]), y)
    if not squared or of_product is None or of_product[1]:
        return None
    of_y, factor, negative = squared
    out = Read(square.op.operands[-1], [names[d] for d in square.dims[-1]])
    reads = outer.reads | own.reads
    known = _dims([*of_y], reads) | _start_dims(start, product)
    for x in [v for v, read in own.reads.items() if column in read.dims and row not in read.dims]:
        points = {*reads[x].dims} - {column, None}
        of_x = linear(own.formula(of_product[0]), x)
        if of_x is None or of_x.slope is None or not points or not points <= {*out.dims}:
            continue
        if points & (known | _dims([*of_x], reads)) or row in _dims(factor, reads):
            continue
        rest = start, of_y, factor, negative != added[1], reads
        return Squares(product, square, out, column, row, reads[x], of_x, *rest)
    return None


def _start(value: ir.Value) -> Generic | float | None:
    """What makes a value, element by element; the number that all elements are."""
    op = build.defining_op(value, "linalg.generic")
    number = build.constant_of(value)
    return as_map(op) if op is not None else None if number is None else float(number)


def _start_dims(start: Generic | float, product: Generic) -> set[int]:
    """The dimensions of the product at which what it starts with reads."""
    if isinstance(start, float):
        return set()
    names = dict(zip(start.dims[-1], product.dims[-1]))
    return {names[d] for dims in start.dims[:-1] for d in dims if d is not None}


def _dims(formulas: Iterable[Formula | None], reads: dict[ir.Value, Read]) -> set[int]:
    """The dimensions at which formulas read."""
    return {d for part in formulas for v in values_of(part) if v in reads for d in reads[v].dims if d is not None}


def _addend(generic: Generic) -> tuple[ir.Value, bool] | None:
    """The one value that a body adds to its output, and whether it subtracts it."""
    (value,) = generic.yielded
    op, out = build.defining_op(value, "arith.addf", "arith.subf"), generic.body.arguments[-1]
    if op is None or out not in op.operands or op.block != generic.body:
        return None
    left, right = op.operands
    if op.name == "arith.subf" and left != out:
        return None
    return (right if left == out else left), op.name == "arith.subf"


def _square_in(formula: Formula, y: ir.Value) -> tuple[Linear, list[Formula], bool] | None:
    """What is squared in a product, by y; the other factors, and whether that is subtracted."""
    parts, negative = factors(formula)
    bases = [part for part in parts if y in values_of(part)]
    if len(bases) != 2 or bases[0] != bases[1] or (of_y := linear(bases[0], y)) is None:
        return None
    return of_y, [part for part in parts if y not in values_of(part)], negative
