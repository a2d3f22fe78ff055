"""Derivatives of factorisations and solves of matrices, which are such operations again.

    "lagrad.cholesky"(%A)                  L with L L^T = A: the lower triangle is read, and zeros are above in L
    "lagrad.triangular_solve"(%A, %B)      X with A X = B, of which the lower triangle is read; `upper`: the upper one;
                                           `unit_diagonal`: ones are on the diagonal, whatever A has there
    "lagrad.solve"(%A, %B)                 X with A X = B
    "lagrad.fft"(%x)                       sum over j of x_j exp(-2 pi i j k / n); `inverse`: + in place of -, over n

With `transpose` a solve is one with the transpose of A, never conjugated. All are tensors of rank 2 of floats, of
complex numbers where it is no Cholesky factor; an FFT has rank 1. Sources: I. Murray, "Differentiation of the Cholesky
decomposition", arXiv:1602.07527, sections 3.1 and 4.1; M. Giles, "Collected matrix derivative results for forward and
reverse mode algorithmic differentiation", 2008, section 2.3.
"""

from __future__ import annotations

from .. import build, dialect
from ..build import is_complex
from ..mlir import ir
from ..scalars import Scalar, where
from .derivatives import results
from .operations import adjoint, linear, sizes, tangent

CHOLESKY, TRIANGULAR, SOLVE, FFT = "lagrad.cholesky", "lagrad.triangular_solve", "lagrad.solve", "lagrad.fft"


# -- arithmetic of matrices ------------------------------------------------------------------------


def product(a: ir.Value, b: ir.Value, a_transposed: bool = False, b_transposed: bool = False) -> ir.Value:
    """The product of two matrices, either of which may be transposed."""
    rows, columns = build.sizes_of(a)[int(a_transposed)], build.sizes_of(b)[1 - b_transposed]
    element = build.element(a.type)
    shape = [build.shape_of(a.type)[int(a_transposed)], build.shape_of(b.type)[1 - b_transposed]]
    maps = [_map(2, 0) if a_transposed else _map(0, 2), _map(1, 2) if b_transposed else _map(2, 1), _map(0, 1)]
    into = build.zeros(build.tensor_type(shape, element), [rows, columns])

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        x, y, so_far = map(Scalar, arguments)
        return [(so_far + x * y).value]

    return build.generic([a, b], [into], maps, ["parallel", "parallel", "reduction"], body)[0]


def _map(*positions: int, of: int = 3) -> ir.AffineMap:
    return ir.AffineMap.get(of, 0, [ir.AffineDimExpr.get(n) for n in positions])


def each(tensors: list[ir.Value], body, at: list[str] | None = None) -> ir.Value:
    """A matrix of the type of the first one, whose elements are `body(i, j, *elements)`.

    `at` says of each tensor which element that is: "ij", "ji" for a transposed matrix, "i" or "j" of a vector.
    """
    maps = [ir.AffineMap.get(2, 0, [ir.AffineDimExpr.get("ij".index(d)) for d in dims]) for dims in at or []]
    straight = ir.AffineMap.get_identity(2)
    maps = maps or [straight] * len(tensors)
    first = tensors[0]
    index = build.index_type()

    def inside(arguments: list[ir.Value]) -> list[ir.Value]:
        at = [build.emit1("linalg.index", index, dim=ir.IntegerAttr.get(_i64(), n)) for n in range(2)]
        return [body(*map(Scalar, at), *map(Scalar, arguments[:-1])).value]

    into = build.empty(first.type, build.sizes_of(first))
    return build.generic(tensors, [into], [*maps, straight], ["parallel"] * 2, inside)[0]


def _i64() -> ir.Type:
    return ir.IntegerType.get_signless(64)


def minus(a: ir.Value | None, b: ir.Value | None) -> ir.Value:
    """The difference of two matrices; None is zero, and one of them is there."""
    if b is None:
        return a
    if a is None:
        return each([b], lambda i, j, y: -y)
    return each([a, b], lambda i, j, x, y: x - y)


def symmetric(a: ir.Value) -> ir.Value:
    """The symmetric matrix that has the lower triangle of this one."""
    return each([a, a], lambda i, j, x, y: where(i >= j, x, y), ["ij", "ji"])


def transposed(a: ir.Value) -> ir.Value:
    """A matrix with its rows as columns."""
    type = build.tensor_type(build.shape_of(a.type)[::-1], build.element(a.type))
    across, straight = _map(1, 0, of=2), _map(0, 1, of=2)
    into = build.empty(type, build.sizes_of(a)[::-1])
    return build.generic([a], [into], [across, straight], ["parallel"] * 2, lambda arguments: arguments[:1])[0]


def diagonal(a: ir.Value) -> ir.Value:
    """The diagonal of a square matrix."""
    d, (rows, _) = ir.AffineDimExpr.get(0), build.shape_of(a.type)
    maps = [ir.AffineMap.get(1, 0, [d, d]), ir.AffineMap.get_identity(1)]
    into = build.empty(build.tensor_type([rows], build.element(a.type)), build.sizes_of(a)[:1])
    return build.generic([a], [into], maps, ["parallel"], lambda arguments: arguments[:1])[0]


def lower(a: ir.Value, strictly: bool = False) -> ir.Value:
    """A matrix with zeros above the diagonal, or also on it."""
    return each([a], lambda i, j, x: where(i > j if strictly else i >= j, x, 0.0))


def upper(a: ir.Value, strictly: bool = False) -> ir.Value:
    """A matrix with zeros below the diagonal, or also on it."""
    return each([a], lambda i, j, x: where(i < j if strictly else i <= j, x, 0.0))


def half(a: ir.Value) -> ir.Value:
    """The lower triangle of a matrix with half of the diagonal, and zeros above."""
    return each([a], lambda i, j, x: where(i > j, x, where(i == j, 0.5 * x, 0.0)))


def _flags_of_transpose(op: ir.Operation) -> dict[str, ir.Attribute]:
    """The flags of the solve with the transpose."""
    flags = {name: op.attributes[name] for name in op.attributes}
    if "transpose" in flags:
        del flags["transpose"]
    else:
        flags["transpose"] = ir.UnitAttr.get()
    return flags


# -- Cholesky --------------------------------------------------------------------------------------


@sizes(CHOLESKY)
@sizes(FFT)
def _of_first(op):
    return [build.sizes_of(op.operands[0])]


def _triangular(a: ir.Value, b: ir.Value, transpose: bool) -> ir.Value:
    flags = {"transpose": ir.UnitAttr.get()} if transpose else {}
    return build.emit1(TRIANGULAR, b.type, a, b, **flags)


def _conjugated(factor: ir.Value, middle: ir.Value, inverse_first: bool) -> ir.Value:
    """`L^-1 M L^-T` or, not `inverse_first`, `L^-T M L^-1`: the right factor acts on the transpose."""
    left = _triangular(factor, middle, transpose=not inverse_first)
    return transposed(_triangular(factor, transposed(left), transpose=not inverse_first))


@tangent(CHOLESKY, reads=results)
def cholesky_tangent(op, dxs, sweep):
    """dL = L Phi(L^-1 dA L^-T)."""
    factor = sweep.value(op.results[0])
    return [product(factor, half(_conjugated(factor, symmetric(dxs[0]), True)))]


@adjoint(CHOLESKY, reads=results)
def cholesky(op, cts, sweep):
    """S = L^-T Phi(L^T L_bar) L^-1, and the lower triangle of S + S^T with half of the diagonal."""
    factor = sweep.value(op.results[0])
    own = _conjugated(factor, half(product(factor, cts[0], a_transposed=True)), False)
    return [half(each([own, own], lambda i, j, x, y: x + y, ["ij", "ji"]))]


# -- solves ----------------------------------------------------------------------------------------


@sizes(TRIANGULAR)
@sizes(SOLVE)
def _of_second(op):
    return [build.sizes_of(op.operands[1])]


def _read_part(op: ir.Operation, a: ir.Value) -> ir.Value:
    """What a solve reads of a matrix: a triangle of it, zeros elsewhere, or all."""
    if op.name == SOLVE:
        return a
    if "unit_diagonal" in op.attributes:
        return upper(a, strictly=True) if "upper" in op.attributes else lower(a, strictly=True)
    return upper(a) if "upper" in op.attributes else lower(a)


def _solve_rules(name: str) -> None:
    @tangent(name, reads=lambda op: [op.operands[0], *op.results])
    def pushforward(op, dxs, sweep):
        """A dX = dB - dA X."""
        a, x = sweep.value(op.operands[0]), sweep.value(op.results[0])
        da, db = dxs
        moved = None if da is None else product(_read_part(op, da), x, a_transposed="transpose" in op.attributes)
        flags = {own: op.attributes[own] for own in op.attributes}
        return [build.emit1(name, x.type, a, cast(minus(db, moved), x.type), **flags)]

    @adjoint(name, reads=lambda op: [op.operands[0], *op.results])
    def pullback(op, cts, sweep):
        """A^T B_bar = X_bar, A_bar = -B_bar X^T."""
        a, x = sweep.value(op.operands[0]), sweep.value(op.results[0])
        b_bar = build.emit1(name, cts[0].type, a, cts[0], **_flags_of_transpose(op))
        if not sweep.is_active(op.operands[0]):
            return [None, b_bar]
        outer = [x, b_bar] if "transpose" in op.attributes else [b_bar, x]
        a_bar = each([product(*outer, b_transposed=True)], lambda i, j, y: -y)
        return [cast(_read_part(op, a_bar), op.operands[0].type), b_bar]


def cast(value: ir.Value, type: ir.Type) -> ir.Value:
    """A tensor whose sizes are known in another way."""
    return value if value.type == type else build.emit1("tensor.cast", type, value)


for _name in (TRIANGULAR, SOLVE):
    _solve_rules(_name)


@linear(FFT)
def fft(op, ct, sweep):
    """Its matrix is symmetric."""
    return [build.emit1(FFT, ct.type, ct, **{own: op.attributes[own] for own in op.attributes})]


def complaint(op: ir.Operation) -> str | None:
    """What is wrong with one of these operations, or None."""
    takes, gives = [v.type for v in op.operands], [v.type for v in op.results]
    count, rank = (2, 2) if op.name in (TRIANGULAR, SOLVE) else (1, 1 if op.name == FFT else 2)
    flags = {TRIANGULAR: ("upper", "transpose", "unit_diagonal"), SOLVE: ("transpose",), FFT: ("inverse",)}.get(
        op.name, ()
    )
    if strange := [own for own in op.attributes if "." not in own and own not in flags]:
        return f"'{op.name}' has no attribute '{strange[0]}'" + (f"; it may have {', '.join(flags)}" if flags else "")
    if wrong := [own for own in flags if own in op.attributes and not isinstance(op.attributes[own], ir.UnitAttr)]:
        return f"'{op.name}': '{wrong[0]}' takes no value; where it does not hold, leave it out"
    fits = len(takes) == count and gives == takes[-1:] and len({build.element(t) for t in takes}) == 1
    fits = fits and all(build.is_tensor(t) and len(build.shape_of(t)) == rank for t in takes)
    if not fits:
        many = f"{count} tensor{'s' * (count > 1)} of rank {rank}"
        return f"'{op.name}' has {many}, and one result of the type of the last"
    if (op.name == FFT) != is_complex(takes[0]) and op.name in (FFT, CHOLESKY):
        return f"'{op.name}' is of {'complex' if op.name == FFT else 'real'} numbers"
    if not build.has_derivative(takes[0]) or str(build.element(takes[0])) in ("f16", "bf16"):
        return f"'{op.name}' is of f32, f64" + ("" if op.name == CHOLESKY else ", or complex numbers of these")
    rows, columns = build.shape_of(takes[0]) if rank == 2 else (0, 0)
    if build.DYNAMIC not in (rows, columns) and rows != columns:
        return f"'{op.name}': the matrix is not square"
    height = build.shape_of(takes[-1])[0]
    if count == 2 and build.DYNAMIC not in (columns, height) and columns != height:
        return f"'{op.name}': a matrix of {columns} columns cannot have right-hand sides of {height} rows"
    return None


dialect.CHECKS.update(dict.fromkeys((CHOLESKY, TRIANGULAR, SOLVE, FFT), complaint))
