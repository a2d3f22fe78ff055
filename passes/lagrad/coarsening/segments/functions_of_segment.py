"""Functions for a segment: itself, its pullback and its pushforward.

    func.func private @f_segment(%x: f64, %c: i1) -> f64 attributes {lagrad.custom_pullback = @f_segment_pullback, ...}

The pullback is `ct` times each partial, the pushforward the sum of the partials times the tangents. Where a partial may
be infinite, `strong` lets a zero win, as the rules of single operations do.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from ... import build
from ...ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ...ad.scope import Scope, clone
from ...build import emit as emit_operation
from ...build import has_derivative
from ...dialect import SEGMENT
from ...mlir import ir
from ...rules.kinks import strong
from ...scalars import Scalar
from ..formulas.closed_form import ClosedForm
from ..formulas.derivative import times
from ..formulas.emission import emit
from ..formulas.functions import Log1p
from .branches import in_front, literals, without_conditions
from .cones import Segment

TANGENT = "d{}"  # the symbol of the tangent of a symbol
COTANGENT = sympy.Symbol("ct", real=True)


def define(
    module: ir.Operation,
    name: str,
    inputs: list[ir.Type],
    results: list[ir.Type],
    location: ir.Location,
    body: Callable[[list[ir.Value]], list[ir.Value]],
) -> ir.Operation:
    """Adds a private function at the end of a module; `body` gives the results for the arguments."""
    with location, ir.InsertionPoint(module.regions[0].blocks[0]):
        function = build.private_function(name, inputs, results)
        block = build.entry(function)
        with ir.InsertionPoint(block):
            emit_operation("func.return", [], body(list(block.arguments)))
    return function


def define_copy(module: ir.Operation, name: str, segment: Segment) -> ir.Operation:
    """The segment as a function of its inputs, operation by operation."""

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        scope = Scope().bind(segment.inputs, arguments)
        for op in segment.ops:
            for value in literals(op):
                if value not in scope:
                    clone(value.owner.operation, scope)
            without_conditions(clone(op, scope))
        return [scope[segment.root]]

    return define(module, name, _types(segment), [segment.root.type], segment.location, body)


def define_form(
    module: ir.Operation, name: str, segment: Segment, symbols: dict[ir.Value, sympy.Symbol], expression: sympy.Expr
) -> ir.Operation:
    """The segment as a function that computes an expression."""

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        values = {symbols[own]: argument for own, argument in zip(segment.inputs, arguments)}
        return [emit([expression], values, segment.root.type)[0].value]

    return define(module, name, _types(segment), [segment.root.type], segment.location, body)


def define_pullback(
    module: ir.Operation, name: str, segment: Segment, symbols: dict[ir.Value, sympy.Symbol], form: ClosedForm
) -> ir.Operation:
    """Arguments and a cotangent in, a gradient for each partial out."""
    type = segment.root.type

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        values = {symbols[own]: argument for own, argument in zip(segment.inputs, arguments)}
        values[COTANGENT] = arguments[-1]
        shares = emit([times(COTANGENT, partial) for partial in form.partials], values, type)
        guarded = zip(shares, form.partials, strict=True)
        return [_guarded(Scalar(arguments[-1]), share, partial, segment).value for share, partial in guarded]

    return define(module, name, [*_types(segment), type], [type] * len(form.partials), segment.location, body)


def define_pushforward(
    module: ir.Operation, name: str, segment: Segment, symbols: dict[ir.Value, sympy.Symbol], form: ClosedForm
) -> ir.Operation:
    """Arguments, each float followed by its tangent, in, the tangent of the result out."""
    type = segment.root.type
    inputs = [t for own in _types(segment) for t in ([own, own] if has_derivative(own) else [own])]

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        rest, values, tangents = iter(arguments), {}, []
        for own in segment.inputs:
            values[symbols[own]] = next(rest)
            if has_derivative(own.type):
                tangent = sympy.Symbol(TANGENT.format(symbols[own]), real=True)
                values[tangent] = next(rest)
                tangents.append(tangent)
        products = [times(tangent, partial) for tangent, partial in zip(tangents, form.partials, strict=True)]
        if not any(_may_be_infinite(partial, segment) for partial in form.partials):
            return [emit([sympy.Add(*products)], values, type)[0].value]
        first, *others = (
            _guarded(Scalar(values[tangent]), share, partial, segment)
            for tangent, share, partial in zip(tangents, emit(products, values, type), form.partials, strict=True)
        )
        return [sum(others, first).value]

    return define(module, name, inputs, [type], segment.location, body)


def define_both(module: ir.Operation, name: str, value: ir.Operation, pullback: ir.Operation) -> ir.Operation:
    """Arguments and a cotangent in, the value and the gradients out, by calls; the two may share work then."""
    takes, gives = _signature(pullback)

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        calls = ((value, arguments[:-1]), (pullback, arguments))
        return [result for callee, own in calls for result in call(callee, own)]

    function = define(module, name, takes, [*_signature(value)[1], *gives], value.location, body)
    function.attributes["sym_visibility"] = ir.StringAttr.get("public")
    return function


def _signature(function: ir.Operation) -> tuple[list[ir.Type], list[ir.Type]]:
    type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    return list(type.inputs), list(type.results)


def call(function: ir.Operation, arguments: list[ir.Value]) -> list[ir.Value]:
    """A call of a function at the insertion point; its results."""
    callee = ir.FlatSymbolRefAttr.get(ir.StringAttr(function.attributes["sym_name"]).value)
    return list(emit_operation("func.call", _signature(function)[1], arguments, callee=callee))


def replace(segment: Segment, function: ir.Operation, pullback: ir.Operation, pushforward: ir.Operation) -> ir.Value:
    """Puts a call of the function in the place of the segment; its result."""
    for attribute, own in ((PULLBACK, pullback), (PUSHFORWARD, pushforward)):
        function.attributes[attribute] = ir.FlatSymbolRefAttr.get(ir.StringAttr(own.attributes["sym_name"]).value)
    function.attributes["no_inline"] = ir.UnitAttr.get()
    function.attributes[SEGMENT] = ir.UnitAttr.get()
    root = segment.ops[-1]
    with segment.location, ir.InsertionPoint(root):
        (result,) = call(function, [in_front(value, segment.ops) for value in segment.inputs])
    segment.root.replace_all_uses_with(result)
    for op in reversed(segment.ops):
        op.erase()
    return result


def _types(segment: Segment) -> list[ir.Type]:
    return [value.type for value in segment.inputs]


def _guarded(ct: Scalar, share: Scalar, partial: sympy.Expr, segment: Segment) -> Scalar:
    return strong(ct, share) if _may_be_infinite(partial, segment) else share


def _may_be_infinite(partial: sympy.Expr, segment: Segment) -> bool:
    """Whether a partial may be infinite where the value is not: a rule of the segment says so, and it can be."""
    if not segment.is_singular:
        return False
    powers = partial.atoms(sympy.Pow)
    return partial.has(sympy.log, Log1p) or any(not power.exp.is_number or power.exp.is_negative for power in powers)
