"""The type that each kind of derivative has, from that of the function."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..build import DYNAMIC, element, encoding_of, has_derivative, is_tensor, shape_of, tensor_type
from ..mlir import ir
from .memory import is_float_memory
from .request import Derivative


def many(type: ir.Type, count: int) -> ir.Type:
    """The type of `count` directions of a type (DYNAMIC: of any number): one dimension more, in front."""
    if isinstance(type, ir.MemRefType):
        return ir.MemRefType.get([count, *type.shape], type.element_type, None, type.memory_space)
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


def type_of(asked: Derivative, inputs: Sequence[ir.Type], results: Sequence[ir.Type]) -> ir.FunctionType:
    """The arguments and results of a derivative of a function that has these."""
    with_primal = asked.with_primal or asked.kind == "value_and_grad"
    return ir.FunctionType.get(
        _takes(asked, inputs, results), [*(results if with_primal else []), *_gives(asked, inputs, results)]
    )


def _takes(asked: Derivative, inputs: Sequence[ir.Type], results: Sequence[ir.Type]) -> list[ir.Type]:
    """The arguments: those of the function, and directions; a one-hot one is given by its nonzero element."""

    def given(type: ir.Type) -> list[ir.Type]:
        return one_hot(type) if asked.one_hot else [_directed(asked, type)]

    match asked.kind:
        case "pushforward" | "hvp":
            pairs = [t for n, own in enumerate(inputs) for t in ([own, *given(own)] if n in asked.wrt else [own])]
            added = _shadows(asked, inputs) if asked.kind == "hvp" else []  # of the gradient
            return [*pairs, *(t for own in added for t in given(own))]
        case "pullback":
            cotangents = [t for own in results if has_tangent(own) for t in given(own)]
            return [*inputs, *cotangents, *(t for own in _shadows(asked, inputs) for t in given(own))]
        case "gradient" | "value_and_grad":
            return [*inputs, *_shadows(asked, inputs)]
    return list(inputs)


def has_tangent(type: ir.Type) -> bool:
    """Whether a value of this type, or what memory of this type holds, has a derivative."""
    return has_derivative(type) or is_float_memory(type)


def _shadows(asked: Derivative, inputs: Sequence[ir.Type]) -> list[ir.Type]:
    """The memory among the arguments in wrt, for each of which a pullback takes a shadow."""
    return [inputs[n] for n in asked.wrt if is_float_memory(inputs[n])]


def _gives(asked: Derivative, inputs: Sequence[ir.Type], results: Sequence[ir.Type]) -> list[ir.Type]:
    """What is given of the derivative itself."""
    if asked.kind in ("jacobian", "hessian"):
        chosen = [held(inputs[n]) for n in asked.wrt]
        rows = rows_of(asked.wrt, inputs, results) if asked.kind == "jacobian" else chosen
        return compressed(rows, chosen) if asked.compressed else [block(row, own) for row in rows for own in chosen]
    floats = [t for t in results if has_tangent(t)]
    chosen = [inputs[n] for n in asked.wrt if not is_float_memory(inputs[n])]
    match asked.kind:
        case "pushforward":
            return [_directed(asked, t) for t in floats]
        case "pullback" | "hvp":
            return [_directed(asked, t) for t in chosen]
    return chosen  # a gradient


def held(type: ir.Type) -> ir.Type:
    """The type of what memory of this type holds, as a value; of a value its own."""
    return tensor_type(list(ir.MemRefType(type).shape), element(type)) if is_float_memory(type) else type


def rows_of(wrt: Sequence[int], inputs: Sequence[ir.Type], results: Sequence[ir.Type]) -> list[ir.Type]:
    """What a Jacobian is of: the float results, or where there are none, what the memory in wrt holds at the end."""
    floats = [held(t) for t in results if has_tangent(t)]
    return floats or [held(inputs[n]) for n in wrt if is_float_memory(inputs[n])]


def _directed(asked: Derivative, type: ir.Type) -> ir.Type:
    """The type of a direction, or of as many as are asked for."""
    if asked.vectors is None:
        return type
    return many(type, DYNAMIC if asked.vectors == -1 else asked.vectors)


def directions_of(kind: str, inputs: Sequence[ir.Type], results: Sequence[ir.Type], wrt: Sequence[int]) -> list[int]:
    """The numbers of the arguments of a derivative that are tangents or cotangents."""
    if kind == "pullback":
        return list(range(len(inputs), len(inputs) + sum(map(has_derivative, results))))
    return [n + 1 + sum(other < n for other in wrt) for n in sorted(wrt)]
