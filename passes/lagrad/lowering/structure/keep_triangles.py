"""`lagrad-keep-triangles`: products with a triangular matrix stay whole where they run column by column."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis import linalg_form
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ...triangular.support import TRIANGLE, Atom, Body, of_operand
from ...triangular.triangular_loops import exposed, needed, tidy
from ..facts.sum_of_products import places_of, sums
from ..walk import walk

_ELEMENTS = ("f64", "f32")


@dataclass(frozen=True)
class KeepTriangles(Pass):
    """Say on a product with a triangular matrix which of its terms are zero, and leave it in one piece.

    ```mlir
    %y = linalg.matmul ins(%l, %x : tensor<?x?xf64, "ltri">, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>)
    ```
    becomes a `linalg.generic` of the same matrices with the attribute `lagrad.triangle = array<i64: 0, 2, 0>`: nothing
    is added unless index 0 is at least index 2. `lagrad-tile-columns` adds up the other terms only, some rows at a
    time, together with what is done to the product before and after. A packed matrix is copied to a full one.
    `lagrad-tile-triangular` and `lagrad-triangular-loops` make loops of what is not a sum of rows times the numbers of
    a matrix.
    """

    name = "lagrad-keep-triangles"
    aim = "simd"
    creates = ("arith", "tensor", "linalg")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            if not exposed(op, report):
                return
            for child in [child for child in walk(op) if child.name == "linalg.generic"]:
                if (atom := _triangle(child)) is not None:
                    child.attributes[TRIANGLE] = ir.DenseI64ArrayAttr.get(list(atom))
                    report.remark(child.location, "of this product with a triangular matrix the zeros are left out")
            tidy(op)


def _triangle(op: ir.Operation) -> Atom | None:
    """What the indices of a row and of a sum are to each other where `y[i, p] += l[i, j] * x[j, p]` may add something
    else than zero."""
    if len(op.results) != 1 or str(build.element(op.results[0].type)) not in _ELEMENTS or (terms := sums(op)) is None:
        return None
    if [len(own) for own in terms] != [1] or any(factor.is_computed for factor in terms[0][0].factors):
        return None
    maps, factors = linalg_form.maps(op), terms[0][0].factors
    if len(out := places_of(maps[-1])) != 2 or maps[0].n_dims != 3 or len(factors) != 2:
        return None
    row, column = out
    (left,) = {0, 1, 2} - {*out}
    atoms = needed(op, Body(op).of_result(0) or frozenset())
    if len(atoms) != 1 or {*atoms[0][:2]} != {row, left}:
        return None
    numbers = [ir.BlockArgument(factor.values[0]).arg_number for factor in factors]
    matrix, other = sorted(numbers, key=lambda n: column in places_of(maps[n]))
    found = of_operand(op.operands[matrix])
    is_product = {*places_of(maps[matrix])} == {row, left} and places_of(maps[other]) == (left, column)
    return atoms[0] if is_product and found is not None and atoms[0].gap in (0, 1) else None
