"""CHLO's functions that have an equal in `math`, or one of ours, and barriers, which compute nothing.

Upstream expands them to polynomials, whose derivative is that of an approximation. What is left, `chlo.lgamma` and so
on, it does expand.
"""

from __future__ import annotations

from ... import build
from ...analysis.program import walk
from ...mlir import ir

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
}


def convert(module: ir.Operation) -> None:
    """Replaces them, on tensors of real floats; `chlo.square` becomes a product, and a barrier its operands."""
    for op in [op for op in walk(module) if op.name == "stablehlo.optimization_barrier"]:
        for result, operand in zip(op.results, list(op.operands)):
            result.replace_all_uses_with(operand)
        op.erase()
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
