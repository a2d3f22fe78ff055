"""`lagrad-tile-triangular`: products with a triangular matrix become dense products of blocks."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis import linalg_form
from ...errors import Report
from ...forms.generic import Generic
from ...forms.nests import choice
from ...mlir import ir, scf
from ...passes import Pass, option
from ...scalars import Scalar, where
from ...triangular.sink import is_projection
from ...triangular.support import TRIANGLE, Atom, Body, atom_at
from ...triangular.triangle import triangle_of
from ...triangular.triangular_loops import exposed, needed, tidy
from ..facts.sum_of_products import places_of, static_sizes, sums
from ..products.blas_functions import LETTERS
from ..products.finite import and_finite
from ..walk import walk

# Measured, as the defaults below: `python -m benchmarks.thresholds.triangles`.
_MOST = 16  # blocks: with more there is less to skip than to begin again
_LARGER = 4  # times as many rows have the blocks where there would be more


@dataclass(frozen=True)
class TileTriangular(Pass):
    """Multiply by a triangular matrix in blocks of rows, each as long as it may be nonzero.

    ```mlir
    %y = linalg.matmul ins(%l, %x : tensor<?x?xf64, "ltri">, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>)
    ```
    becomes
    ```mlir
    if (the sizes are large, and all of %x is finite)
      for rows r0 to r1: %y[r0:r1] += %l[r0:r1, 0:r1] * %x[0:r1]
    else linalg.matmul ...
    ```
    and `lagrad-convert-linalg-to-blas` makes a call of each block. A packed matrix is copied to a full one before. Of a
    product whose result is kept in one half, as that is which is added to the adjoint of `%l`, the blocks of that half
    are computed. Blocks on the diagonal multiply zeros, and zero times infinity is NaN: hence the question.
    `lagrad-triangular-loops` takes what is left, products with vectors among it.
    """

    name = "lagrad-tile-triangular"
    aim = "blas"
    creates = ("arith", "tensor", "linalg", "scf")

    block: int = option(
        8,
        "How many rows a block has, about; four times as many, or more, where there would be more than 16 blocks.",
        least=1,
    )
    work: int = option(20_000, "Multiplications, those with zeros included, below which a product is left to loops.")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            if not exposed(op, report):
                return
            generics = [
                child for child in walk(op) if child.name == "linalg.generic" and TRIANGLE not in child.attributes
            ]
            found = [_with_triangle(child) or _kept_in_part(child) for child in generics]
            for product in found:
                if product is not None and not product.is_small(self.work):
                    report.remark(
                        product.op.location,
                        "where it is large, this product is one of full blocks, those with nonzero elements",
                    )
                    with product.op.location:
                        product.replace(self.block, self.work)
            tidy(op)


@dataclass(frozen=True)
class _Product:
    """A sum of products of matrices, and how two of its indices bound each other where it is not zero, or not kept."""

    op: ir.Operation
    atom: Atom
    factors: tuple[ir.Value, ...]  # what is multiplied with the zeros of a triangle
    projection: ir.Operation | None = None  # what keeps a half of the result

    def is_small(self, work: int) -> bool:
        """Whether all sizes are known, and the product is too small."""
        sizes = static_sizes(self.op)
        return build.DYNAMIC not in sizes and _work(self.atom, sizes) < work

    def replace(self, block: int, work: int) -> None:
        """Puts blocks, or itself, in the place of the product, by what it finds at run time."""
        last = self.projection or self.op
        with ir.InsertionPoint(last):
            sizes = [Scalar(n) for n in _sizes(self.op)]
            pays = and_finite((_work(self.atom, sizes) >= work).value, self.op, self.factors)
            whole = lambda: self.op.clone(ip=ir.InsertionPoint.current).results[0]
            sides = (lambda: self._blocks(sizes, block)), whole
            results = choice(pays, [last.results[0].type], *(lambda side=side: [self._kept(side())] for side in sides))
        build.replace_op(last, *results)
        if self.projection is not None:
            self.op.erase()

    def _kept(self, value: ir.Value) -> ir.Value:
        if self.projection is None:
            return value
        copy = self.projection.clone(ip=ir.InsertionPoint.current).operation
        copy.operands[0] = value
        return copy.results[0]

    def _blocks(self, sizes: list[Scalar], block: int) -> ir.Value:
        """The blocks are rows of the result, or of its triangle, and as long as that is there."""
        large, small, gap = self.atom
        rows = large if large in places_of(linalg_form.maps(self.op)[-1]) else small
        few, many = (_quotient(sizes[rows] + height // 2, height) for height in (_LARGER * block, block))
        count = _extreme("max", _extreme("min", where(many <= _MOST, many, few), _MOST), 1)
        height = _extreme("max", _quotient(sizes[rows] + count - 1, count), 1)
        loop = scf.ForOp(build.index(0), sizes[rows].value, height.value, [self.op.operands[len(self.op.operands) - 1]])
        with ir.InsertionPoint(loop.body):
            first = Scalar(loop.induction_variable)
            own = first, _extreme("min", height, sizes[rows] - first)
            if rows == large:
                other = first.like(0), _extreme("min", first + own[1] - gap, sizes[small])
            else:
                start = _extreme("min", first + gap, sizes[large])
                other = start, sizes[large] - start
            scf.yield_([_part(self.op, loop.inner_iter_args[0], {rows: own, small if rows == large else large: other})])
        return loop.results[0]


def _with_triangle(op: ir.Operation) -> _Product | None:
    """A product with a triangular matrix, of one of whose dimensions it is a sum."""
    if (terms := _contractions(op)) is None or len(atoms := needed(op, Body(op).of_result(0) or frozenset())) != 1:
        return None
    pair, factors = {*atoms[0][:2]}, []
    for term in terms:
        others = [value for value, dims in term if not pair <= dims]
        if len(others) != 1 or not all(pair & dims for _, dims in term):
            return None
        factors += others
    is_block = len(pair & {*places_of(linalg_form.maps(op)[-1])}) == 1 and atoms[0].gap in (0, 1)
    return _Product(op, atoms[0], tuple(factors)) if is_block else None


def _kept_in_part(op: ir.Operation) -> _Product | None:
    """A product of full matrices of which one half is kept."""
    users = [use.owner.operation for use in op.results[0].uses] if (terms := _contractions(op)) is not None else []
    if len(users) != 1 or not is_projection(users[0]) or users[0].block != op.block or Body(op).of_result(0):
        return None
    atom = atom_at(triangle_of(users[0].results[0].type), linalg_form.maps(op)[-1])
    if any(len(dims.intersection(atom[:2])) != 1 for term in terms for _, dims in term):
        return None
    return _Product(op, atom, (), users[0])


def _contractions(op: ir.Operation) -> list[list[tuple[ir.Value, frozenset[int]]]] | None:
    """The pairs of matrices, with their dimensions, whose products an operation adds to its result; None if it does
    anything else."""
    if len(op.results) != 1 or str(build.element(op.results[0].type)) not in LETTERS or (terms := sums(op)) is None:
        return None
    count, out = linalg_form.maps(op)[0].n_dims, set(places_of(linalg_form.maps(op)[-1]))
    for term in terms[0]:
        if any(f.is_computed for f in term.factors) or not term.is_contraction(out, count):
            return None
        a, b = (f.dims for f in term.factors)
        if not ((a & out) - b and (b & out) - a and (a & b) - out):
            return None
    return [
        [(op.operands[ir.BlockArgument(f.values[0]).arg_number], f.dims) for f in term.factors] for term in terms[0]
    ]


def _part(op: ir.Operation, carried: ir.Value, ranges: dict[int, tuple[Scalar, Scalar]]) -> ir.Value:
    """`carried` with the operation done to a part of it: `ranges` are first indices and sizes of dimensions."""
    generic, values = Generic(op), {d: (first.value, size.value) for d, (first, size) in ranges.items()}
    [result] = generic.restricted({}, values, [*list(op.operands)[:-1], carried])
    offsets, sizes = generic.place(generic.ins, carried, {}, values)
    return build.insert_slice(result, carried, offsets, sizes, [1] * len(sizes))


def _sizes(op: ir.Operation) -> list[ir.Value]:
    sizes = map(Generic(op).size, range(linalg_form.maps(op)[0].n_dims))
    return [build.index(n) if isinstance(n, int) else n for n in sizes]


def _work(atom: Atom, sizes: list):
    """Multiplications in the largest product of matrices that a library knows: of two dimensions and one more."""
    others = [n for d, n in enumerate(sizes) if d not in atom[:2]]
    longest = others[0]
    for n in others[1:]:
        longest = max(longest, n) if isinstance(n, int) else _extreme("max", longest, n)
    return sizes[atom.large] * sizes[atom.small] * longest


def _quotient(number: Scalar, by: Scalar | int) -> Scalar:
    return Scalar(build.emit1("arith.divui", number.type, number.value, number.like(by).value))


def _extreme(which: str, number: Scalar, other: Scalar | int) -> Scalar:
    return Scalar(build.emit1(f"arith.{which}si", number.type, number.value, number.like(other).value))
