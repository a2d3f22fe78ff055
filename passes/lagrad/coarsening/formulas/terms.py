"""What a scalar operation is as an expression of SymPy's.

Symbols are real. Literals are exact: dyadic numbers with few digits are rationals, others have the 53 bits that they
are written with. What has no entry here ends a segment.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy

from ...build import constant_of
from ...mlir import ir
from .functions import Cbrt, Expm1, Log1p, Phi

_SHORT = 1 << 20  # a literal with a larger numerator or denominator is no exact rational: such powers are slow

# Operation -> expression of its operands' expressions.
TERMS: dict[str, Callable] = {
    "arith.addf": lambda x, y: x + y,
    "arith.subf": lambda x, y: x - y,
    "arith.mulf": lambda x, y: x * y,
    "arith.divf": lambda x, y: x / y,
    "arith.negf": lambda x: -x,
    "arith.select": Phi,
    "math.absf": sympy.Abs,
    "math.acos": sympy.acos,
    "math.acosh": sympy.acosh,
    "math.asin": sympy.asin,
    "math.asinh": sympy.asinh,
    "math.atan": sympy.atan,
    "math.atanh": sympy.atanh,
    "math.cbrt": Cbrt,
    "math.cos": sympy.cos,
    "math.cosh": sympy.cosh,
    "math.erf": sympy.erf,
    "math.exp": sympy.exp,
    "math.expm1": Expm1,
    "math.fma": lambda x, y, z: x * y + z,
    "math.fpowi": lambda x, n: x**n,
    "math.log": sympy.log,
    "math.log1p": Log1p,
    "math.powf": lambda x, y: x**y,
    "math.rsqrt": lambda x: 1 / sympy.sqrt(x),
    "math.sin": sympy.sin,
    "math.sinh": sympy.sinh,
    "math.sqrt": sympy.sqrt,
    "math.tan": sympy.tan,
    "math.tanh": sympy.tanh,
}

# Powers of which the exponent is a literal.
_LITERAL_EXPONENT = ("math.fpowi", "math.powf")

# Of these the partial is infinite somewhere, where a cotangent of zero has to win (docs/conventions.md).
SINGULAR = {f"math.{name}" for name in "acos acosh asin atanh cbrt log log1p powf rsqrt sqrt".split()}


def has_term(op: ir.Operation) -> bool:
    """Whether an operation on f64 or f32 scalars is an expression of its operands."""
    if op.name not in TERMS or len(op.results) != 1:
        return False
    if not isinstance(op.results[0].type, (ir.F64Type, ir.F32Type)):
        return False
    return op.name not in _LITERAL_EXPONENT or constant_of(op.operands[1]) is not None


def literal(number: float | int) -> sympy.Number:
    """The exact value of a literal, or of its 53 bits; a number that is not finite is refused."""
    exact = Fraction(number)
    if max(abs(exact.numerator), exact.denominator) <= _SHORT:
        return sympy.Rational(exact.numerator, exact.denominator)
    return sympy.Float(number, precision=53)
