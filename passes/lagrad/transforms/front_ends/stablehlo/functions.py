"""Functions that have an equal in `math`, or one of ours, and barriers, which compute nothing.

Upstream expands CHLO's to polynomials, whose derivative is that of an approximation, and the logistic function to
`1 / (1 + exp(-x))`, whose parts are infinite where it is 0, so that its derivative is no number there. What is left,
`chlo.lgamma` and so on, upstream does expand.
"""

from __future__ import annotations

from .... import build
from ....analysis.program import walk
from ....mlir import ir

EQUALS = {
    "chlo.acos": "math.acos",
    "chlo.acosh": "math.acosh",
    "chlo.asin": "math.asin",
    "chlo.asinh": "math.asinh",
    "chlo.atan": "math.atan",
    "chlo.atanh": "math.atanh",
    "chlo.bessel_i1e": "lagrad.bessel_i1e",
    "chlo.cosh": "math.cosh",
    "chlo.digamma": "lagrad.digamma",
    "chlo.erf": "math.erf",
    "chlo.erf_inv": "lagrad.erf_inv",
    "chlo.erfc": "math.erfc",
    "chlo.sinh": "math.sinh",
    "chlo.tan": "math.tan",
    "stablehlo.logistic": "lagrad.logistic",
}


def convert(module: ir.Operation) -> None:
    """Replaces them, on tensors of real floats; `chlo.square` becomes a product, and a barrier its operands."""
    for op in [op for op in walk(module) if op.name == "stablehlo.optimization_barrier"]:
        for result, operand in zip(op.results, list(op.operands)):
            result.replace_all_uses_with(operand)
        op.erase()
    _name_logistic(module)
    for op in [op for op in walk(module) if op.name in EQUALS or op.name == "chlo.square"]:
        (x,), (out,) = op.operands, op.results
        if not build.is_real(x.type):
            continue
        with ir.InsertionPoint(op), op.location:
            if op.name == "chlo.square":
                new = build.emit1("arith.mulf", out.type, x, x)
            else:
                new = build.emit1(EQUALS[op.name], out.type, x)
        out.replace_all_uses_with(new)
        op.erase()


def _name_logistic(module: ir.Operation) -> None:
    """`1 / (1 + exp(-x))`, as JAX exports it for the CPU, is the logistic function again."""
    for op in [op for op in walk(module) if op.name == "stablehlo.divide"]:
        if build.is_real(op.results[0].type) and (x := _argument(op)) is not None:
            with ir.InsertionPoint(op), op.location:
                named = build.emit1("stablehlo.logistic", op.results[0].type, x)
            op.results[0].replace_all_uses_with(named)
            op.erase()


def _argument(quotient: ir.Operation) -> ir.Value | None:
    """x of `1 / (1 + exp(-x))`."""
    above, below = quotient.operands
    if not _is_one(above) or (total := _made_by(below, "stablehlo.add")) is None:
        return None
    one, other = total.operands
    power = _made_by(other if _is_one(one) else one, "stablehlo.exponential")
    if power is None or not _is_one(one) and not _is_one(other):
        return None
    minus = _made_by(power.operands[0], "stablehlo.negate")
    return minus.operands[0] if minus is not None else None


def _made_by(value: ir.Value, name: str) -> ir.Operation | None:
    is_it = not isinstance(value.owner, ir.Block) and value.owner.operation.name == name
    return value.owner.operation if is_it else None


def _is_one(value: ir.Value) -> bool:
    while (op := _made_by(value, "stablehlo.broadcast_in_dim")) is not None:
        value = op.operands[0]
    if (constant := _made_by(value, "stablehlo.constant")) is None:
        return False
    numbers = ir.DenseElementsAttr(constant.attributes["value"])
    return numbers.is_splat and ir.FloatAttr(numbers.get_splat_value()).value == 1.0
