"""The type that each kind of derivative has, from that of the function."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..build import DYNAMIC, element, encoding_of, has_derivative, is_tensor, shape_of, tensor_type
from ..mlir import ir


def many(type: ir.Type, count: int) -> ir.Type:
    """The type of `count` directions of a type (DYNAMIC: of any number): one dimension more, in front."""
    return tensor_type([count, *shape_of(type)], element(type), encoding_of(type))


def one_hot(type: ir.Type) -> list[ir.Type]:
    """A tensor with at most one nonzero, as that and its index in each dimension."""
    return [element(type), *[ir.IndexType.get()] * len(shape_of(type))]


def block(result: ir.Type, argument: ir.Type) -> ir.Type:
    """One array of a Jacobian: dimensions of the result outside, of the argument inside."""
    if is_tensor(result) or is_tensor(argument):
        return tensor_type([*shape_of(result), *shape_of(argument)], element(argument))
    return argument


def compressed(results: Sequence[ir.Type], arguments: Sequence[ir.Type]) -> list[ir.Type]:
    """The parts of a sparse Jacobian: as many values and columns as there are entries, and where each row begins."""
    shapes = [shape_of(t) for t in results]
    rows = DYNAMIC if any(DYNAMIC in shape for shape in shapes) else sum(map(math.prod, shapes)) + 1
    of = element([*arguments, *results][0]) if [*arguments, *results] else ir.F64Type.get()
    i32 = ir.IntegerType.get_signless(32)
    return [tensor_type([DYNAMIC], of), tensor_type([DYNAMIC], i32), tensor_type([rows], i32)]


def type_of(
    kind: str,
    inputs: Sequence[ir.Type],
    results: Sequence[ir.Type],
    wrt: Sequence[int],
    with_primal: bool = False,
    vectors: int | None = None,
    is_compressed: bool = False,
    is_one_hot: bool = False,
) -> ir.FunctionType:
    """Arguments and results of a derivative; `vectors` is the number of directions, None for one.

    A one-hot direction is given by its nonzero element.
    """

    def given(type: ir.Type) -> list[ir.Type]:
        return one_hot(type) if is_one_hot else [direction(type)]

    def direction(type: ir.Type) -> ir.Type:
        return type if vectors is None else many(type, vectors)

    if kind == "value_and_grad":
        kind, with_primal = "gradient", True
    floats = [t for t in results if has_derivative(t)]
    chosen = [inputs[n] for n in wrt]
    takes = list(inputs)
    if kind in ("pushforward", "hvp"):
        takes = [t for n, own in enumerate(inputs) for t in ([own, *given(own)] if n in wrt else [own])]
    match kind:
        case "pushforward":
            gives = [direction(t) for t in floats]
        case "pullback":
            takes += [t for own in floats for t in given(own)]
            gives = [direction(t) for t in chosen]
        case "gradient":
            gives = chosen
        case "hvp":
            gives = [direction(t) for t in chosen]
        case "jacobian" if is_compressed:
            gives = compressed(floats, chosen)
        case "hessian" if is_compressed:
            gives = compressed(chosen, chosen)
        case "jacobian":
            gives = [block(result, argument) for result in floats for argument in chosen]
        case "hessian":
            gives = [block(row, column) for row in chosen for column in chosen]
    return ir.FunctionType.get(takes, [*(results if with_primal else []), *gives])


def directions_of(kind: str, inputs: Sequence[ir.Type], results: Sequence[ir.Type], wrt: Sequence[int]) -> list[int]:
    """The numbers of the arguments of a derivative that are tangents or cotangents."""
    if kind == "pullback":
        return list(range(len(inputs), len(inputs) + sum(map(has_derivative, results))))
    return [n + 1 + sum(other < n for other in wrt) for n in sorted(wrt)]
