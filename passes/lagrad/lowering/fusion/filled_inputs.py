"""Inputs of a `linalg.generic` that are one number everywhere, or parts of such a tensor: the body gets the number.

    %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
    ... linalg.generic ... ins(%a, %ones : tensor<?x?xf64>, tensor<?xf64>) { %p = arith.mulf %in, %in_1 : f64 ... }

The gradient of a vector begins with a cotangent of ones. Where one of them is read for each element of a matrix, they
cost as much as a matrix in a cache, and are multiplied with for nothing. So this is done where another operand has all
of the dimensions: of a product of two matrices one of which is filled no less is computed without it, and a library
does that faster. Front ends export constants as broadcasts of a tensor of one element, with several users each: an
array in memory, without this.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...errors import Report
from ...mlir import ir
from ..facts.in_place import viewed


def fold_fills(generic: ir.Operation, report: Report) -> ir.Operation:
    """The operation with the numbers in the place of its filled inputs; itself where it has none."""
    filled = {n: number for n, number in _filled(generic).items() if _is_spanned(generic, n)}
    if not filled:
        return generic
    report.remark(generic.location, "reads a number in the place of a tensor filled with it")
    return _folded(generic, filled)


def _filled(generic: ir.Operation) -> dict[int, ir.Attribute]:
    """The inputs that are one number everywhere."""
    tensors = [n for n in range(linalg_form.inputs(generic)) if build.is_tensor(generic.operands[n].type)]
    numbers = {n: _number(generic.operands[n]) for n in tensors}
    return {n: number for n, number in numbers.items() if number is not None}


def _number(value: ir.Value) -> ir.Attribute | None:
    """The constant that a scalar is, or that `linalg.fill`, or a broadcast of such a tensor, fills a tensor with."""
    if (op := build.defining_op(viewed(value))) is None:
        return None
    if op.name == "arith.constant":
        if build.is_complex(value.type):  # whose attribute the bindings do not hand out
            return None
        number = op.attributes["value"]
        if isinstance(number, ir.DenseElementsAttr):
            number = number.get_splat_value() if number.is_splat else None
        return number if isinstance(number, (ir.FloatAttr, ir.IntegerAttr)) else None
    if op.name == "linalg.fill":
        return _number(op.operands[0])
    source = repeated(op) if op.name == "linalg.generic" else None
    return None if source is None else _number(source)


def repeated(generic: ir.Operation) -> ir.Value | None:
    """What an operation of one result repeats, and does no more: an input, or a value from around it."""
    body = generic.regions[0].blocks[0]
    if len(generic.results) != 1 or len(list(body.operations)) != 1 or not linalg_form.maps(generic)[-1].is_permutation:
        return None
    (value,) = list(body.operations)[0].operands
    if value.owner != body:
        return value
    number = ir.BlockArgument(value).arg_number
    return generic.operands[number] if number < linalg_form.inputs(generic) else None


def _is_spanned(generic: ir.Operation, number: int) -> bool:
    """Whether another operand has an element for each point of the iteration space."""
    filled = _filled(generic)
    others = [m for n, m in enumerate(linalg_form.maps(generic)) if n != number and n not in filled]
    return any(map(linalg_form.is_full, others))


def _folded(generic: ir.Operation, filled: dict[int, ir.Attribute]) -> ir.Operation:
    body = generic.regions[0].blocks[0]
    kept = [n for n in range(len(generic.operands)) if n not in filled]
    for n, number in filled.items():
        with generic.location, ir.InsertionPoint(generic):
            constant = build.emit1("arith.constant", body.arguments[n].type, value=number)
        body.arguments[n].replace_all_uses_with(constant)
    for n in sorted(filled, reverse=True):
        body.erase_argument(n)
    maps = ir.ArrayAttr.get([generic.attributes["indexing_maps"][n] for n in kept])
    segments = ir.DenseI32ArrayAttr.get([linalg_form.inputs(generic) - len(filled), len(generic.results)])
    with generic.location, ir.InsertionPoint(generic):
        operands, types = [generic.operands[n] for n in kept], [result.type for result in generic.results]
        new = build.like(generic, operands, types, indexing_maps=maps, operandSegmentSizes=segments)
    build.replace_op(generic, *new.results)
    return new
