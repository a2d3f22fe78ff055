"""`lagrad-expand-quadratics`: sums of squares of many points at once become quadratic forms in a point."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.walk import walk
from ..coarsening.quadratics.emission import Centered, expand
from ..coarsening.quadratics.squares import Squares, squares_of
from ..dialect import NO_COARSEN
from ..errors import Failure, Report
from ..mlir import ir
from ..passes import Pass, option


@dataclass(frozen=True)
class ExpandQuadratics(Pass):
    """Compute `sum_i (B x + u)_i^2`, for many points x, as `x^T (B^T B) x + 2 (B^T u) x + u^T u`.

    ```mlir
    %y = linalg.matmul ins(%b, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%u : tensor<?x?xf64>) -> tensor<?x?xf64>
    // %r[j] += %y[i, j] * %y[i, j]
    ```
    becomes the coefficients, which are the same for all points, a product of the triangle of `B^T B` with the points,
    and a dot product of each of its columns with the point. That is half of the multiplications where B is square. The
    adjoint of the coefficients needs the points only, where the adjoint of B needs `B x`, which is computed again.

    Points are taken relative to their mean, so digits are lost only where `B x + u` is small beside what the points
    differ by, and what is not finite in one point spreads to all. So no other pipeline has this pass.

    x is an operand of a `linalg.generic` that adds up products, and what is squared is linear in them; nothing else in
    it, and nothing of B and u, depends on the point. Maps in front of both operations are read through: they may turn
    or repeat elements, scale them, and add. Where B differs from component to component, in a batch, the whole of
    `B^T B` is multiplied. The pass goes behind `inline,linalg-generalize-named-ops`, as in the named pipeline
    `lagrad-expanded`. It changes roundings, so it is refused in front of a strict lowering. A function that is marked
    `lagrad.no_coarsen` stays as it is.
    """

    name = "lagrad-expand-quadratics"
    creates = ("arith", "tensor", "linalg")

    points: int = option(4, "Points for each component of a point, at least, where sizes are known.")

    def __post_init__(self):
        if self.points < 0:
            raise Failure(f"option 'points' of '{self.name}' is a number of points, not {self.points}")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            centered: Centered = {}
            functions = [f for f in walk(op) if f.name == "func.func" and NO_COARSEN not in f.attributes]
            for child in [child for f in functions for child in walk(f) if child.name == "linalg.generic"]:
                found = squares_of(child)
                if found is None or not pays(found, self.points):
                    continue
                report.remark(child.location, "these squares are computed as quadratic forms in the points")
                expand(found, centered)


def pays(found: Squares, least: int) -> bool:
    """Whether coefficients are fewer than what they save; what is not known counts as large."""
    columns, rows, points = found.extent(found.column), found.extent(found.row), found.point_count()
    if columns is None:
        return True
    return (points is None or points >= least * columns) and (rows is None or 2 * rows >= columns)
