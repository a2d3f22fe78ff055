"""Factors of matrices with pivots, orthogonal factors, and eigenvalues: what they are, and their derivatives.

    "lagrad.lu"(%A)       the factors of P A = L U in one matrix, where the ones on the diagonal of L are not kept, and
                          pivots: at step k row k changed places with row pivots[k], counted from 0
    "lagrad.eigh"(%A)     the eigenvectors of a symmetric matrix as columns, and its eigenvalues, ascending
    "lagrad.qr"(%A)       Q, whose columns are orthonormal, and R, upper triangular, with A = Q R; A has as many columns
                          as rows or fewer, and R has a row for each column

Matrices are tensors of rank 2 of f64 or f32; those of `lagrad.lu` may be complex. Of the symmetric matrix the lower
triangle is read. Sources: S. Walter and L. Lehmann, "Algorithmic differentiation of linear algebra functions with
application in optimum experimental design", arXiv:1001.1654, section 3; M. Giles, "Collected matrix derivative results
for forward and reverse mode algorithmic differentiation", 2008, section 3.1.
"""

from __future__ import annotations

from string import Template

from .. import build, dialect
from ..mlir import ir
from ..scalars import Scalar, where
from .derivatives import results
from .linear_algebra import TRIANGULAR, cast, diagonal, each, half, lower, minus, product, symmetric, transposed, upper
from .matrix_parts import exchanged
from .operations import adjoint, sizes, tangent
from .text import from_text

LU, EIGH, QR = "lagrad.lu", "lagrad.eigh", "lagrad.qr"


# -- LU --------------------------------------------------------------------------------------------

# Rows change places as they did in elimination, or back, last step first.
_EXCHANGE = f"""
func.func @exchange(%a: $M, %pivots: tensor<?xi32>) -> $M {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %pivots, %c0 : tensor<?xi32>
  %last = arith.subi %n, %c1 : index
  %m = tensor.dim %a, %c1 : $M
  %r = scf.for %step = %c0 to %n step %c1 iter_args(%a0 = %a) -> $M {{
    %back = arith.subi %last, %step : index
    %k = arith.addi $k, %c0 : index
    %pivot = tensor.extract %pivots[%k] : tensor<?xi32>
    %p = arith.index_cast %pivot : i32 to index
    {exchanged("a1", "a0", "m")}
    scf.yield %a1 : $M
  }}
  return %r : $M
}}"""


def with_pivots(op: ir.Operation, matrix: ir.Value, pivots: ir.Value, back: bool = False) -> ir.Value:
    """P times a matrix, or P^T times it."""
    open_type = build.tensor_type([build.DYNAMIC] * 2, build.element(matrix.type))
    words = {"M": str(open_type), "T": str(build.element(matrix.type)), "k": "%back" if back else "%step"}
    open_pivots = build.tensor_type([build.DYNAMIC], build.element(pivots.type))
    given = [cast(matrix, open_type), cast(pivots, open_pivots)]
    return cast(from_text(op.name, Template(_EXCHANGE).substitute(words))(op, given)[0], matrix.type)


def _unit(factors: ir.Value) -> ir.Value:
    """L, with its ones."""
    return each([factors], lambda i, j, x: where(i > j, x, where(i == j, x.like(1.0), 0.0)))


def _solved(factors: ir.Value, right: ir.Value, *flags: str) -> ir.Value:
    """X with L X = B, or with `upper` U X = B; with `transpose` that of the transpose."""
    flags = (*flags, *(() if "upper" in flags else ("unit_diagonal",)))
    return build.emit1(TRIANGULAR, right.type, factors, right, **dict.fromkeys(flags, ir.UnitAttr.get()))


@sizes(LU)
@sizes(EIGH)
def _of_matrix(op):
    both = build.sizes_of(op.operands[0])
    return [both, both[:1]]


@tangent(LU, reads=results)
def lu_tangent(op, dxs, sweep):
    """F = L^-1 P dA U^-1, dL = L tril(F, -1), dU = triu(F) U."""
    factors, pivots = (sweep.value(r) for r in op.results)
    left = _solved(factors, with_pivots(op, dxs[0], pivots))
    f = transposed(_solved(factors, transposed(left), "upper", "transpose"))
    return [build.add(product(_unit(factors), lower(f, strictly=True)), product(upper(f), upper(factors))), None]


@adjoint(LU, reads=results)
def lu(op, cts, sweep):
    """G = tril(L^T L_bar, -1) + triu(U_bar U^T), A_bar = P^T L^-T G U^-T."""
    factors, pivots = (sweep.value(r) for r in op.results)
    of_lower = product(_unit(factors), lower(cts[0], strictly=True), a_transposed=True)
    of_upper = product(upper(cts[0]), upper(factors), b_transposed=True)
    g = each([of_lower, of_upper], lambda i, j, x, y: where(i > j, x, y))
    right = transposed(_solved(factors, transposed(g), "upper"))
    return [with_pivots(op, _solved(factors, right, "transpose"), pivots, back=True)]


# -- eigenvalues -----------------------------------------------------------------------------------


def _over_gaps(matrix: ir.Value, values: ir.Value) -> ir.Value:
    """Each element over the eigenvalue of its column minus that of its row; zeros on the diagonal.

    Of two eigenvalues that are equal, the vectors have no derivative: what is not zero becomes infinite or NaN.
    """

    def body(i: Scalar, j: Scalar, x: Scalar, row: Scalar, column: Scalar) -> Scalar:
        return where(i == j, 0.0, x / (column - row))

    return each([matrix, values, values], body, ["ij", "i", "j"])


@tangent(EIGH, reads=results)
def eigh_tangent(op, dxs, sweep):
    """F = V^T dA V, the tangents of the values are its diagonal, and those of the vectors V (F over the gaps)."""
    vectors, values = (sweep.value(r) for r in op.results)
    f = product(product(vectors, symmetric(dxs[0]), a_transposed=True), vectors)
    return [product(vectors, _over_gaps(f, values)), cast(diagonal(f), values.type)]


@adjoint(EIGH, reads=results, none_for_zeros=True)
def eigh(op, cts, sweep):
    """V (diag(w_bar) + V^T V_bar over the gaps) V^T, and both triangles of it in the lower one."""
    vectors, values = (sweep.value(r) for r in op.results)
    parts = []
    if cts[0] is not None:
        parts.append(product(vectors, _over_gaps(product(vectors, cts[0], a_transposed=True), values)))
    if cts[1] is not None:
        parts.append(each([vectors, cts[1]], lambda i, j, v, w: v * w, ["ij", "j"]))
    total = product(parts[0] if len(parts) == 1 else build.add(*parts), vectors, b_transposed=True)
    return [half(each([total, total], lambda i, j, x, y: x + y, ["ij", "ji"]))]


# -- QR --------------------------------------------------------------------------------------------


@sizes(QR)
def _of_both(op):
    rows, columns = build.sizes_of(op.operands[0])
    return [[rows, columns], [columns, columns]]


def _over(left: ir.Value, factor: ir.Value, *flags: str) -> ir.Value:
    """X with X R = B, or with `transpose` X R^T = B; B may have more rows than columns."""
    other = () if "transpose" in flags else ("transpose",)
    attributes = dict.fromkeys(("upper", *other), ir.UnitAttr.get())
    across = transposed(left)
    return cast(transposed(build.emit1(TRIANGULAR, across.type, factor, across, **attributes)), left.type)


@tangent(QR, reads=results)
def qr_tangent(op, dxs, sweep):
    """C = dA R^-1, the skew W with the lower triangle of Q^T C; dQ = C - Q (Q^T C - W), dR = (Q^T C - W) R."""
    q, r = (sweep.value(v) for v in op.results)
    c = _over(dxs[0], r)
    qc = product(q, c, a_transposed=True)
    rest = each([qc, qc], lambda i, j, x, y: where(i > j, 0.0, where(i == j, x, x + y)), ["ij", "ji"])
    return [minus(c, cast(product(q, rest), c.type)), cast(product(rest, r), r.type)]


@adjoint(QR, reads=results, none_for_zeros=True)
def qr(op, cts, sweep):
    """M = R R_bar^T - Q_bar^T Q, and its lower triangle on both sides; A_bar = (Q_bar + Q M) R^-T."""
    q, r = (sweep.value(v) for v in op.results)
    of_r = None if cts[1] is None else product(r, upper(cts[1]), b_transposed=True)
    of_q = None if cts[0] is None else product(cts[0], q, a_transposed=True)
    m = minus(of_r, of_q)
    inner = cast(product(q, symmetric(m)), q.type)
    if cts[0] is not None:
        inner = build.add(cts[0], inner)
    return [cast(_over(inner, r, "transpose"), op.operands[0].type)]


def complaint(op: ir.Operation) -> str | None:
    """What is wrong with one of these operations, or None."""
    if strange := [own for own in op.attributes if "." not in own]:
        return f"'{op.name}' has no attribute '{strange[0]}'"
    takes, gives = [v.type for v in op.operands], [v.type for v in op.results]
    is_matrix = len(takes) == 1 and build.is_tensor(takes[0]) and len(build.shape_of(takes[0])) == 2
    if not is_matrix or str(build.element(takes[0])) not in _ELEMENTS[op.name]:
        return f"'{op.name}' has one operand, a tensor of rank 2 of {_ELEMENTS[op.name][0]}, or {_ELEMENTS[op.name][1]}"
    rows, columns = build.shape_of(takes[0])
    if build.DYNAMIC not in (rows, columns) and (rows < columns if op.name == QR else rows != columns):
        return f"'{op.name}': the matrix " + ("has more columns than rows" if op.name == QR else "is not square")
    shape = [columns] * (2 if op.name == QR else 1)
    second = ir.IntegerType.get_signless(32, op.context) if op.name == LU else build.element(takes[0])
    given = [build.is_tensor(t) and (build.shape_of(t), build.element(t)) for t in gives[1:]]
    if gives[:1] != takes or given != [(shape, second)]:
        sizes = "".join("?x" if size == build.DYNAMIC else f"{size}x" for size in shape)
        return f"'{op.name}' has two results, of the type of its operand and tensor<{sizes}{second}>"
    return None


_ELEMENTS = {LU: ("f64", "f32", "complex<f64>", "complex<f32>"), EIGH: ("f64", "f32"), QR: ("f64", "f32")}

dialect.CHECKS.update(dict.fromkeys((LU, EIGH, QR), complaint))
