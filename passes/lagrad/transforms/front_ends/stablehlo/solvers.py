"""Factors, eigenvalues, solves and Fourier transforms as operations of `lagrad`, which have derivatives of their own.

For a CPU JAX exports all but the last as calls of LAPACK's functions, with the letters of their options as numbers.
Batches become loops. What has no such operation, as singular values, is left to be refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .... import build
from ....analysis.program import walk
from ....mlir import ir
from ....rules.factors import EIGH, LU, QR
from ....rules.linear_algebra import CHOLESKY, FFT, SOLVE, TRIANGULAR
from ....rules.singular_values import SVD
from .emission import SLT, Values, at_each, compare, loop, number, window, with_window

_LOWER, _UPPER, _LEFT, _NOT_TRANSPOSED, _CONJUGATED, _NOT_UNIT, _REDUCED = map(ord, "LULNCNS")


def convert(module: ir.Operation) -> None:
    """Replaces what can be."""
    for op in list(walk(module)):
        made = _made(op)
        if made is not None:
            for old, new in zip(op.results, made):
                if new is not None:
                    old.replace_all_uses_with(new)
            op.erase()


def _made(op: ir.Operation) -> list | None:
    """The results of an operation in other words, or None if it has no others."""
    if op.name == "stablehlo.fft":
        return _transform(op)
    if op.name == "stablehlo.cholesky":
        return _factor(op) if _is_set(op, "lower") and build.is_real(op.operands[0].type) else None
    if op.name == "stablehlo.triangular_solve":
        return _triangular(op)
    if op.name != "stablehlo.custom_call":
        return None
    called = ir.StringAttr(op.attributes["call_target_name"]).value
    if called.startswith("lapack_") and "mhlo.backend_config" not in op.attributes:
        return None  # without the letters of its options
    return next((make(op) for name, make in _CALLED.items() if re.fullmatch(name, called)), None)


def _is_set(op: ir.Operation, name: str) -> bool:
    return name in op.attributes and ir.BoolAttr(op.attributes[name]).value


def _letter(op: ir.Operation, name: str) -> int:
    return ir.IntegerAttr(ir.DictAttr(op.attributes["mhlo.backend_config"])[name]).value


def _factor(op: ir.Operation) -> Values:
    """The Cholesky factor, and success where that is a result: a matrix that has no factor gives NaN."""
    with ir.InsertionPoint(op), op.location:
        (matrix,) = op.operands
        factor = _in_batches([matrix], [2], matrix.type, 2, lambda parts: build.emit1(CHOLESKY, parts[0].type, *parts))
        return [factor, *map(_success, list(op.results)[1:])]


def _success(told: ir.Value) -> ir.Value:
    """Zero for each matrix, which LAPACK says where all went well."""
    zero = ir.DenseElementsAttr.get_splat(told.type, ir.IntegerAttr.get(build.element(told.type), 0))
    return build.emit1("arith.constant", told.type, value=zero)


def _called_factor(op: ir.Operation) -> Values | None:
    return _factor(op) if _letter(op, "uplo") == _LOWER else None


def _lu(op: ir.Operation) -> Values | None:
    """The factors and the pivots, which LAPACK counts from one."""
    (matrix,), (factors, pivots, told) = op.operands, op.results
    rows, columns = build.shape_of(matrix.type)[-2:]
    if rows != columns:
        return None

    def factor(parts: Values) -> Values:
        vector = build.tensor_type([rows], build.element(pivots.type))
        found, exchanged = build.emit(LU, [parts[0].type, vector], parts)
        return [
            found,
            at_each(
                [exchanged],
                build.empty(vector, []),
                lambda given: build.emit1("arith.addi", given[0].type, given[0], build.constant(given[0].type, 1)),
            ),
        ]

    with ir.InsertionPoint(op), op.location:
        return [*_all_in_batches([matrix], [2], [factors.type, pivots.type], [2, 1], factor), _success(told)]


def _eigenvalues(op: ir.Operation) -> Values:
    """Eigenvectors and values; of a symmetric matrix the upper triangle is the lower one of its transpose."""
    (matrix,), (vectors, values, told) = op.operands, op.results
    is_lower = _letter(op, "uplo") == _LOWER

    def factor(parts: Values) -> Values:
        vector = build.tensor_type(build.shape_of(parts[0].type)[:1], build.element(parts[0].type))
        return build.emit(EIGH, [parts[0].type, vector], [parts[0] if is_lower else _transposed(parts[0])])

    with ir.InsertionPoint(op), op.location:
        return [*_all_in_batches([matrix], [2], [vectors.type, values.type], [2, 1], factor), _success(told)]


def _qr(op: ir.Operation) -> Values:
    """The factors of a matrix, which `lagrad.jax` and `lagrad.torch` make one operation: LAPACK's are two."""
    (matrix,), types = op.operands, [r.type for r in op.results]

    def factor(parts: Values) -> Values:
        element = build.element(parts[0].type)
        return build.emit(QR, [build.tensor_type(build.shape_of(t)[-2:], element) for t in types], parts)

    with ir.InsertionPoint(op), op.location:
        return _all_in_batches([matrix], [2], types, [2, 2], factor)


def _singular_values(op: ir.Operation) -> list | None:
    """LAPACK's gesdd, of whose results the vectors are there if they are reduced; a wide matrix is transposed."""
    (matrix,), (overwritten, _, left, right, told) = op.operands, op.results
    rows, columns = build.shape_of(matrix.type)[-2:]
    few, is_wide = min(rows, columns), rows < columns
    has_vectors = _letter(op, "mode") == _REDUCED or rows == columns
    if list(overwritten.uses) or not has_vectors and (list(left.uses) or list(right.uses)):
        return None
    batch, element = build.shape_of(matrix.type)[:-2], build.element(matrix.type)
    types = [build.tensor_type([*batch, *own], element) for own in ([rows, few], [few], [few, columns])]

    def factor(parts: Values) -> Values:
        part = _transposed(parts[0]) if is_wide else parts[0]
        square = build.tensor_type([few, few], element)
        found = build.emit(SVD, [part.type, build.tensor_type([few], element), square], [part])
        return [_transposed(found[2]), found[1], _transposed(found[0])] if is_wide else found

    with ir.InsertionPoint(op), op.location:
        made = _all_in_batches([matrix], [2], types, [2, 1, 2], factor)
        vectors = [made[0], made[2]] if has_vectors else [None, None]
        return [None, made[1], *vectors, _success(told)]


def _whole_solve(op: ir.Operation) -> Values:
    """X with A X = B, as `lagrad.torch` says it."""
    with ir.InsertionPoint(op), op.location:
        out = op.results[0].type
        return [_in_batches(list(op.operands), [2, 2], out, 2, lambda parts: build.emit1(SOLVE, parts[1].type, *parts))]


def _called_solve(op: ir.Operation) -> Values:
    letter = _letter(op, "trans_x")
    of = {"is_transposed": letter != _NOT_TRANSPOSED, "is_conjugated": letter == _CONJUGATED}
    is_unit = _letter(op, "diag") != _NOT_UNIT
    return _solution(op, _letter(op, "side") == _LEFT, _letter(op, "uplo") == _UPPER, is_unit, **of)


def _triangular(op: ir.Operation) -> Values:
    said = str(op.attributes["transpose_a"])
    of = {"is_transposed": "NO_TRANSPOSE" not in said, "is_conjugated": "ADJOINT" in said}
    is_unit = _is_set(op, "unit_diagonal")
    return _solution(op, _is_set(op, "left_side"), not _is_set(op, "lower"), is_unit, **of)


def _solution(
    op: ir.Operation, is_left: bool, is_upper: bool, is_unit: bool, is_transposed: bool, is_conjugated: bool
) -> Values:
    """X with op(A) X = B, where op is the identity or transposition; X op(A) = B is that for the transposes."""
    flags = {"upper": is_upper, "transpose": is_transposed == is_left, "unit_diagonal": is_unit}
    flags = {name: ir.UnitAttr.get(op.context) for name, is_set in flags.items() if is_set}

    def solve(parts: Values) -> ir.Value:
        matrix, right = parts if is_left else (parts[0], _transposed(parts[1]))
        if is_conjugated and build.is_complex(build.element(matrix.type)):
            into = build.empty(matrix.type, build.sizes_of(matrix))
            matrix = at_each([matrix], into, lambda given: build.emit1("complex.conj", given[0].type, given[0]))
        found = build.emit1(TRIANGULAR, right.type, matrix, right, **flags)
        return found if is_left else _transposed(found)

    with ir.InsertionPoint(op), op.location:
        return [_in_batches(list(op.operands), [2, 2], op.results[0].type, 2, solve)]


def _transposed(matrix: ir.Value) -> ir.Value:
    return _reordered(matrix, [1, 0])


def _reordered(values: ir.Value, order: list[int]) -> ir.Value:
    shape = build.shape_of(values.type)
    type = build.tensor_type([shape[d] for d in order], build.element(values.type))
    return build.emit1("stablehlo.transpose", type, values, permutation=ir.DenseI64ArrayAttr.get(order))


def _transform(op: ir.Operation) -> Values:
    """Transforms along the last dimensions, one after another.

    Of real numbers there is the half that is not the conjugate of the other, in the last dimension; so that is
    transformed first, or last on the way back.
    """
    (kind,) = re.findall(r"\bI?R?FFT\b", str(op.attributes["fft_type"]))
    (values,), out = op.operands, op.results[0].type
    rank, length = len(build.shape_of(out)), len(ir.DenseI64ArrayAttr(op.attributes["fft_length"]))
    others = range(rank - length, rank - 1)
    with ir.InsertionPoint(op), op.location:
        if kind == "IRFFT":
            for dimension in others:
                values = _along(values, dimension, True)
            return [_in_batches([values], [1], out, 1, lambda parts: _real_again(parts[0], build.shape_of(out)[-1]))]
        if kind == "RFFT":
            values = _in_batches([values], [1], out, 1, lambda parts: _half(parts[0], out))
        else:
            values = _along(values, rank - 1, kind == "IFFT")
        for dimension in others:
            values = _along(values, dimension, kind == "IFFT")
        return [values]


def _along(values: ir.Value, dimension: int, is_inverse: bool) -> ir.Value:
    """Complex numbers transformed along one dimension, which comes to be the last one for that."""
    flags = {"inverse": ir.UnitAttr.get(values.context)} if is_inverse else {}
    order = list(range(len(build.shape_of(values.type))))
    order[dimension], order[-1] = order[-1], order[dimension]
    is_last = dimension == len(order) - 1
    values = values if is_last else _reordered(values, order)
    values = _in_batches([values], [1], values.type, 1, lambda parts: build.emit1(FFT, parts[0].type, *parts, **flags))
    return values if is_last else _reordered(values, order)


def _half(x: ir.Value, out: ir.Type) -> ir.Value:
    x, kept = _as_complex(x, build.element(out)), build.shape_of(out)[-1]
    return window(build.emit1(FFT, x.type, x), [0], [kept], [kept])


def _real_again(half: ir.Value, size: int) -> ir.Value:
    """The real numbers whose transform has this first half."""
    element = build.element(half.type)
    kept, whole = build.index(build.shape_of(half.type)[0]), build.index(size)

    def number_at(_: Values) -> ir.Value:
        k = build.emit1("linalg.index", build.index_type(), dim=number(0))
        is_there = compare(k, kept, SLT)
        mirrored = build.emit1("arith.subi", k.type, whole, k)
        found = build.extract(half, [build.emit1("arith.select", k.type, is_there, k, mirrored)])
        conjugate = build.emit1("complex.conj", element, found)
        return build.emit1("arith.select", element, is_there, found, conjugate)

    type = build.tensor_type([size], element)
    spectrum = at_each([], build.empty(type, [size]), number_at)
    values = _along(spectrum, 0, True)
    real = build.tensor_type([size], element.element_type)
    parts = build.empty(real, [size])
    return at_each([values], parts, lambda given: build.emit1("complex.re", element.element_type, given[0]))


def _as_complex(x: ir.Value, element: ir.Type) -> ir.Value:
    zero = build.constant(build.element(x.type), 0.0)
    empty = build.empty(build.tensor_type(build.shape_of(x.type), element), [])
    return at_each([x], empty, lambda values: build.emit1("complex.create", element, values[0], zero))


def _in_batches(
    inputs: Values, ranks: list[int], out: ir.Type, rank: int, body: Callable[[Values], ir.Value]
) -> ir.Value:
    """What the body makes of tensors of these ranks, for each example of the dimensions before: a tensor `out`."""
    return _all_in_batches(inputs, ranks, [out], [rank], lambda parts: [body(parts)])[0]


def _all_in_batches(
    inputs: Values, ranks: list[int], outs: list[ir.Type], out_ranks: list[int], body: Callable[[Values], Values]
) -> Values:
    """The same for a body that makes several tensors."""
    shape = build.shape_of(outs[0])
    batch = shape[: len(shape) - out_ranks[0]]
    if not batch:
        return body(inputs)

    def along(at: Values, intos: Values) -> Values:
        if len(at) < len(batch):
            return loop(0, batch[len(at)], 1, intos, lambda i, carried: along([*at, i], carried))
        parts = []
        for value, own in zip(inputs, ranks):
            sizes = build.shape_of(value.type)[-own:]
            parts.append(window(value, [*at, *[0] * own], [*[1] * len(batch), *sizes], sizes))
        made = []
        for part, into, own in zip(body(parts), intos, out_ranks):
            sizes = build.shape_of(into.type)[-own:]
            made.append(with_window(part, into, [*at, *[0] * own], [*[1] * len(batch), *sizes]))
        return made

    return along([], [build.empty(out, []) for out in outs])


_CALLED = {
    "lapack_[sd]potrf_ffi": _called_factor,
    "lapack_[sdcz]trsm_ffi": _called_solve,
    "lapack_[sdcz]getrf_ffi": _lu,
    "lapack_[sd]syevd_ffi": _eigenvalues,
    "lapack_[sd]gesdd_ffi": _singular_values,
    QR: _qr,
    SOLVE: _whole_solve,
}
