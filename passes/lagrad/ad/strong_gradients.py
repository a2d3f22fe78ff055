"""Strong zeros of a derivative that is not looked into: cotangents that are all zero give zero.

A function's own pullback may divide by what is zero where its result is not taken. It is linear,
so nothing else is known of it: which element of a gradient comes from which cotangent it does not say.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import build
from ..build import is_tensor, shape_of
from ..mlir import ir
from ..rules.kinks import strong
from ..scalars import Scalar, where


def strong_gradient(cotangents: Sequence[ir.Value], gradient: ir.Value, sizes: Sequence[ir.Value | int]) -> ir.Value:
    """A gradient in which NaN is zero if all cotangents of the call are."""
    count = _not_zero(cotangents)
    if not is_tensor(gradient.type):
        return strong(count, Scalar(gradient)).value
    identity = ir.AffineMap.get_identity(len(shape_of(gradient.type)))
    return build.generic(
        [gradient],
        [build.empty(gradient.type, sizes)],
        [identity] * 2,
        ["parallel"] * identity.n_dims,
        lambda arguments: [strong(count, Scalar(arguments[0])).value],
    )[0]


def _not_zero(cotangents: Sequence[ir.Value]) -> Scalar:
    """How many numbers in the cotangents are not zero."""
    type = ir.F64Type.get()
    total = Scalar(build.constant(type, 0.0))
    for ct in cotangents:
        total = total + (_count(ct, type) if is_tensor(ct.type) else _is_not_zero(ct, type))
    return total


def _is_not_zero(ct: ir.Value, type: ir.Type) -> Scalar:
    return where(Scalar(ct) == 0.0, Scalar(build.constant(type, 0.0)), 1.0)


def _count(tensor: ir.Value, type: ir.Type) -> Scalar:
    """How many elements of a tensor are not zero."""
    rank = len(shape_of(tensor.type))
    maps = [ir.AffineMap.get_identity(rank), ir.AffineMap.get(rank, 0, [])]
    start = build.zeros(build.tensor_type([], type), [])

    def count(arguments: list[ir.Value]) -> list[ir.Value]:
        return [(_is_not_zero(arguments[0], type) + Scalar(arguments[1])).value]

    return Scalar(build.extract(build.generic([tensor], [start], maps, ["reduction"] * rank, count)[0], []))
