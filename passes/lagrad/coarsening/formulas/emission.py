"""Expressions as operations: the inverse of `terms`.

`cse` is SymPy's. A quotient by a power is products with a reciprocal, numerators first, so that nothing but the result
leaves the range of the type; for the same reason powers of reciprocals are not shared.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import sympy

from ...build import constant
from ...mlir import ir
from ...rules.kinks import sign
from ...scalars import Scalar, call, where
from . import functions as own
from .functions import Reciprocal

# Function -> operation of the same operands.
_OPERATIONS = {
    sympy.acos: "math.acos",
    sympy.acosh: "math.acosh",
    sympy.asin: "math.asin",
    sympy.asinh: "math.asinh",
    sympy.atan: "math.atan",
    sympy.atanh: "math.atanh",
    sympy.cos: "math.cos",
    sympy.cosh: "math.cosh",
    sympy.erf: "math.erf",
    sympy.exp: "math.exp",
    sympy.log: "math.log",
    sympy.sin: "math.sin",
    sympy.sinh: "math.sinh",
    sympy.tan: "math.tan",
    sympy.tanh: "math.tanh",
    sympy.Abs: "math.absf",
    own.Cbrt: "math.cbrt",
    own.Expm1: "math.expm1",
    own.Log1p: "math.log1p",
}


def _log_add_exp(x: Scalar, y: Scalar) -> Scalar:
    """Choices, and no maximum: where the two are equal this has the derivatives of one side, which are right."""
    larger, smaller = where(x >= y, x, y), where(x >= y, y, x)
    distance = where(call("math.absf", larger) < math.inf, smaller - larger, 0.0)
    return larger + call("math.log1p", call("math.exp", distance))


def _polynomial(x: Scalar, coefficients: Sequence[sympy.Rational]) -> Scalar:
    """By Horner's rule, from the constant on; in the square of x, if every second coefficient is zero."""
    if not any(coefficients[1::2]):
        return _polynomial(x * x, coefficients[::2]) if len(coefficients) > 1 else x.like(float(coefficients[0]))
    if not any(coefficients[::2]):
        return x * _polynomial(x, coefficients[1:])
    *rest, total = map(float, coefficients)
    total = x.like(total)
    for coefficient in reversed(rest):
        total = total * x + coefficient
    return total


def _over_argument(function: type[own.OverArgument]) -> Callable[[Scalar], Scalar]:
    def written(x: Scalar) -> Scalar:
        return where(_is_small(x), _polynomial(x, function.series()), call(_OPERATIONS[function.over], x) / x)

    return written


def _slope_over_argument(function: type[own.OverArgument]) -> Callable[[Scalar], Scalar]:
    derivative = function.over(_X).fdiff()

    def written(x: Scalar) -> Scalar:
        slopes = [n * coefficient for n, coefficient in enumerate(function.series())][1:]
        quotient = call(_OPERATIONS[function.over], x) / x
        return where(_is_small(x), _polynomial(x, slopes), (call(_OPERATIONS[derivative.func], x) - quotient) / x)

    return written


def _is_small(x: Scalar) -> Scalar:
    return call("math.absf", x) < 1.0


_X = sympy.Symbol("x", real=True)
_FORMULAE: dict[type, Callable] = {
    own.LogAddExp: _log_add_exp,
    own.Phi: where,
    own.Decay: lambda x: call("math.exp", where(x >= 0.0, -x, x)),
    sympy.sign: sign,
    Reciprocal: lambda x: 1.0 / x,
    **{function: _over_argument(function) for function in own.OVER_ARGUMENT.values()},
    **{slope: _slope_over_argument(slope.of) for slope in own.SLOPES},
}

_LOGISTIC = (own.Sigmoid, own.Softplus)  # written by `_Writer`, which shares what they have in common


def is_emittable(expression: sympy.Expr) -> bool:
    """Whether every function in an expression has code. SymPy's derivatives may hold some that have none."""
    functions = (*_OPERATIONS, *_FORMULAE, *_LOGISTIC)
    known = (sympy.Add, sympy.Mul, sympy.Pow, sympy.Symbol, sympy.Number, sympy.NumberSymbol, *functions)
    parts = list(sympy.preorder_traversal(expression))
    if not all(isinstance(part, known) and part.is_finite is not False for part in parts):
        return False
    return all(part.evalf().is_real for part in parts if _is_literal(part))


def _is_literal(part: sympy.Basic) -> bool:
    """A number that SymPy can evaluate: none of our functions is in it."""
    return part.is_number and not part.has(own.Cbrt, own.Expm1, own.Log1p, *_FORMULAE, *_LOGISTIC)


def shared(expressions: Sequence[sympy.Expr]) -> tuple[list[tuple[sympy.Symbol, sympy.Expr]], list[sympy.Expr]]:
    """Common subexpressions, each with the symbol that stands for it, and the expressions in these."""
    ready = [each.replace(_is_quotient, _by_reciprocal).replace(sympy.Add, _with_sigmoids) for each in expressions]
    symbols = (sympy.Symbol(f"s{n}", real=True) for n in itertools.count())
    common, rest = sympy.cse(ready, symbols=symbols, list=True)
    kept, reciprocals, back = [], set(), {}
    for symbol, part in common:
        part = part.xreplace(back)
        if isinstance(part, Reciprocal):
            reciprocals.add(symbol)
        power = isinstance(part, sympy.Pow) and (part.base in reciprocals or isinstance(part.base, Reciprocal))
        if power or isinstance(-part, sympy.Symbol):  # functions of x and -x have something in common
            back[symbol] = part
        else:
            kept.append((symbol, part))
    return kept, [part.xreplace(back) for part in rest]


def _is_quotient(part: sympy.Basic) -> bool:
    return isinstance(part, sympy.Pow) and part.exp.is_number and part.exp.is_negative and not part.base.is_number


def _with_sigmoids(*terms: sympy.Expr) -> sympy.Expr:
    """A sum, in which what has factors sigmoid(x) and sigmoid(-x) is one term."""
    factors = {term: sympy.Mul.make_args(term) for term in terms}
    sigmoids = {factor for own_factors in factors.values() for factor in own_factors if isinstance(factor, own.Sigmoid)}
    for other in sorted(sigmoids, key=sympy.default_sort_key):
        one = own.Sigmoid(-other.args[0])
        if one in sigmoids and other.args[0].could_extract_minus_sign():
            a = [term / one for term in terms if one in factors[term]]
            b = [term / other for term in terms if other in factors[term] and one not in factors[term]]
            rest = [term for term in terms if one not in factors[term] and other not in factors[term]]
            return own.Sigmoids(one.args[0], sympy.Add(*a), sympy.Add(*b)) + _with_sigmoids(*rest)
    return sympy.Add(*terms)


def _by_reciprocal(part: sympy.Pow) -> sympy.Expr:
    base, exponent = part.args
    if exponent.is_Integer:
        return Reciprocal(base) ** -exponent
    if exponent.is_Rational and exponent.q == 2:
        return Reciprocal(sympy.sqrt(base)) ** -exponent.p
    return Reciprocal(base**-exponent)


def emit(expressions: Sequence[sympy.Expr], values: Mapping[sympy.Symbol, ir.Value], type: ir.Type) -> list[Scalar]:
    """The expressions as scalars of a type, at the insertion point; `values` are what the symbols stand for."""
    common, rest = shared(expressions)
    single = _arguments_of_one_sigmoid([*(part for _, part in common), *rest])
    writer = _Writer({symbol: Scalar(value) for symbol, value in values.items()}, type, single)
    for symbol, part in common:
        writer.known[symbol] = writer.scalar(part)
    return [writer.scalar(part) for part in rest]


def _arguments_of_one_sigmoid(expressions: Sequence[sympy.Expr]) -> set[sympy.Expr]:
    """Arguments, without their signs, of which there is one sigmoid: it may be one quotient."""
    parts = {part for each in expressions for part in sympy.preorder_traversal(each)}
    counts = Counter(_unsigned(part.args[0]) for part in parts if isinstance(part, (own.Sigmoid, own.Sigmoids)))
    return {argument for argument, count in counts.items() if count == 1}


def _unsigned(argument: sympy.Expr) -> sympy.Expr:
    return -argument if argument.could_extract_minus_sign() else argument


class _Writer:
    """Writes each part of expressions once."""

    def __init__(self, known: dict[sympy.Basic, Scalar], type: ir.Type, single: set[sympy.Expr]):
        self.known = known
        self.type = type
        self.single = single

    def scalar(self, part: sympy.Expr) -> Scalar:
        if part not in self.known:
            self.known[part] = self._write(part)
        return self.known[part]

    def number(self, part: sympy.Expr) -> Scalar:
        return Scalar(constant(self.type, float(part)))

    def _write(self, part: sympy.Expr) -> Scalar:
        if _is_literal(part):
            return self.number(part)
        match part:
            case sympy.Add():
                return self._sum(part)
            case sympy.Mul():
                return self._product(part)
            case sympy.Pow():
                return self._power(part)
            case own.Sigmoid() | own.Sigmoids() | own.Softplus():
                return self._logistic(part)
        operands = [self.scalar(argument) for argument in part.args]
        if part.func in _OPERATIONS:
            return call(_OPERATIONS[part.func], *operands)
        return _FORMULAE[part.func](*operands)

    def _logistic(self, part: sympy.Expr) -> Scalar:
        """A sigmoid or softplus by `exp(-abs(x))`, which those of x and of -x share."""
        argument, *factors = part.args
        is_turned = argument.could_extract_minus_sign()
        argument = _unsigned(argument)
        x, small = self.scalar(argument), self.scalar(own.Decay(argument))

        def chosen(positive: Scalar | float, negative: Scalar | float) -> Scalar:
            return where(x >= 0.0, *((negative, positive) if is_turned else (positive, negative)))

        if isinstance(part, own.Softplus):
            return chosen(-x if is_turned else x, 0.0) + self.scalar(own.Log1p(own.Decay(argument)))
        if isinstance(part, own.Sigmoids):  # one quotient, and each term keeps its digits
            a, b = map(self.scalar, factors)
            return self._divided(chosen(a, b) + small * chosen(b, a), Reciprocal(1 + own.Decay(argument)))
        larger = Reciprocal(1 + own.Decay(argument))
        if argument in self.single:
            return self._divided(chosen(1.0, small), larger)
        return chosen(self.scalar(larger), small * self.scalar(larger))

    def _sum(self, part: sympy.Add) -> Scalar:
        """What is added first, then what is subtracted."""
        signs = [(term.could_extract_minus_sign(), term) for term in part.as_ordered_terms()]
        signs.sort(key=lambda pair: pair[0])
        (minus, first), *others = signs
        total = -self.scalar(-first) if minus else self.scalar(first)
        for minus, term in others:
            total = total - self.scalar(-term) if minus else total + self.scalar(term)
        return total

    def _product(self, part: sympy.Mul) -> Scalar:
        """Numerators first; a factor of -1 is a negation at the end."""
        coefficient, factors = part.as_coeff_mul()
        reciprocals = [f for f in factors if isinstance(_base(f), Reciprocal)]
        product = None
        for factor in (f for f in factors if f not in reciprocals):
            value = self.scalar(factor)
            product = value if product is None else product * value
        if abs(coefficient) != 1:
            size = self.number(abs(coefficient))
            product = size if product is None else product * size
        for factor in reciprocals:
            product = self._divided(product, factor)
        return -product if coefficient < 0 else product

    def _divided(self, product: Scalar | None, factor: sympy.Expr) -> Scalar:
        if isinstance(factor, Reciprocal) and product is not None and factor not in self.known:
            return product / self.scalar(factor.args[0])
        reciprocal = self.scalar(_base(factor))
        for _ in range(1 if isinstance(factor, Reciprocal) else int(factor.exp)):
            product = reciprocal if product is None else product * reciprocal
        return product

    def _power(self, part: sympy.Pow) -> Scalar:
        base, exponent = part.args
        if base == sympy.E:
            return call("math.exp", self.scalar(exponent))
        if exponent.is_Integer and 0 < exponent <= 16:
            half = self.scalar(base ** (exponent // 2)) if exponent > 3 else self.scalar(base)
            if exponent == 3:
                return half * half * half
            square = half * half
            return square * self.scalar(base) if exponent % 2 else square
        if exponent == sympy.Rational(1, 2):
            return call("math.sqrt", self.scalar(base))
        if exponent.is_Rational and exponent.q == 2 and 0 < exponent.p < 16:
            return self.scalar(base ** (exponent - sympy.Rational(1, 2))) * self.scalar(sympy.sqrt(base))
        operand = self.scalar(base)
        return call("math.powf", operand, self.number(exponent) if exponent.is_number else self.scalar(exponent))


def _base(factor: sympy.Expr) -> sympy.Expr:
    return factor.base if isinstance(factor, sympy.Pow) and factor.exp.is_Integer else factor
