"""Singular values and vectors of a matrix with as many rows as columns or more, and their derivatives.

    "lagrad.svd"(%A)      U, whose columns are orthonormal, the singular values, descending, and V^T, with A = U S V^T

Matrices are tensors of rank 2 of f64 or f32. Source: J. Townsend, "Differentiating the singular value decomposition",
2016.
"""

from __future__ import annotations

from .. import build, dialect
from ..mlir import ir
from ..scalars import Scalar, where
from .derivatives import results
from .linear_algebra import cast, diagonal, each, minus, product
from .operations import adjoint, sizes, tangent

SVD = "lagrad.svd"


@sizes(SVD)
def _of_all(op):
    rows, columns = build.sizes_of(op.operands[0])
    return [[rows, columns], [columns], [columns, columns]]


def _over_gaps(matrix: ir.Value, values: ir.Value) -> ir.Value:
    """Each element over the square of the value of its column minus that of its row; zeros on the diagonal.

    Of two values that are equal, the vectors have no derivative: what is not zero becomes infinite or NaN.
    """

    def body(i: Scalar, j: Scalar, x: Scalar, row: Scalar, column: Scalar) -> Scalar:
        return where(i == j, 0.0, x / ((column - row) * (column + row)))

    return each([matrix, values, values], body, ["ij", "i", "j"])


def _columns(matrix: ir.Value, values: ir.Value, over: bool = False) -> ir.Value:
    """Each column times its value, or over it."""
    return each([matrix, values], lambda i, j, x, s: x / s if over else x * s, ["ij", "j"])


def _rows(matrix: ir.Value, values: ir.Value) -> ir.Value:
    return each([matrix, values], lambda i, j, x, s: x * s, ["ij", "i"])


def _with_transpose(a: ir.Value, sign: int) -> ir.Value:
    """A + A^T, or A - A^T."""
    return each([a, a], lambda i, j, x, y: x + y if sign > 0 else x - y, ["ij", "ji"])


def _outside(u: ir.Value, a: ir.Value) -> ir.Value | None:
    """The part of columns that the columns of U do not span; None for square U, which span all."""
    rows, columns = build.shape_of(u.type)
    if rows == columns != build.DYNAMIC:
        return None
    return minus(a, cast(product(u, product(u, a, a_transposed=True)), a.type))


@tangent(SVD, reads=results)
def svd_tangent(op, dxs, sweep):
    """P = U^T dA V; dS is its diagonal, dU = U (P S + S P^T over gaps) + (I - U U^T) dA V S^-1, dV alike."""
    u, s, vt = (sweep.value(r) for r in op.results)
    moved = product(dxs[0], vt, b_transposed=True)
    p = product(u, moved, a_transposed=True)
    du = cast(product(u, _over_gaps(_with_transpose(_columns(p, s), 1), s)), u.type)
    if (rest := _outside(u, cast(moved, u.type))) is not None:
        du = build.add(du, _columns(rest, s, over=True))
    turn = _over_gaps(_with_transpose(_rows(p, s), 1), s)  # dV = V turn
    return [du, cast(diagonal(p), s.type), cast(product(turn, vt, a_transposed=True), vt.type)]


@adjoint(SVD, reads=results, none_for_zeros=True)
def svd(op, cts, sweep):
    """U (M_U S + diag(s_bar) + S M_V) V^T + (I - U U^T) U_bar S^-1 V^T, with M_X = X^T X_bar - X_bar^T X over gaps."""
    u, s, vt = (sweep.value(r) for r in op.results)
    u_bar, s_bar, vt_bar = cts
    parts = []
    if u_bar is not None:
        turn = _with_transpose(product(u, u_bar, a_transposed=True), -1)
        parts.append(_columns(_over_gaps(turn, s), s))
    if vt_bar is not None:
        turn = _with_transpose(product(vt, vt_bar, b_transposed=True), -1)
        parts.append(_rows(_over_gaps(turn, s), s))
    if s_bar is not None:
        parts.append(each([vt, s_bar], lambda i, j, x, y: where(i == j, y, 0.0), ["ij", "i"]))
    middle = parts[0]
    for part in parts[1:]:
        middle = build.add(part, middle)
    left = cast(product(u, middle), u.type)
    if u_bar is not None and (rest := _outside(u, u_bar)) is not None:
        left = build.add(_columns(rest, s, over=True), left)
    return [cast(product(left, vt), op.operands[0].type)]


def complaint(op: ir.Operation) -> str | None:
    """What is wrong with one of these operations, or None."""
    if strange := [own for own in op.attributes if "." not in own]:
        return f"'{op.name}' has no attribute '{strange[0]}'"
    takes, gives = [v.type for v in op.operands], [v.type for v in op.results]
    is_matrix = len(takes) == 1 and build.is_tensor(takes[0]) and len(build.shape_of(takes[0])) == 2
    if not is_matrix or str(build.element(takes[0])) not in ("f64", "f32"):
        return f"'{op.name}' has one operand, a tensor of rank 2 of f64, or f32"
    rows, columns = build.shape_of(takes[0])
    if build.DYNAMIC not in (rows, columns) and rows < columns:
        return f"'{op.name}': the matrix has more columns than rows"
    wanted = [[rows, columns], [columns], [columns, columns]]
    if [build.is_tensor(t) and (build.shape_of(t), build.element(t)) for t in gives] != [
        (shape, build.element(takes[0])) for shape in wanted
    ]:
        return f"'{op.name}' has three results: of the type of its operand, of the number of its columns, and square"
    return None


dialect.CHECKS[SVD] = complaint
