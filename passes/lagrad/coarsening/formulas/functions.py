"""Functions of SymPy's that lagrad adds: choices, and elementary functions that keep their digits.

Each knows its derivative, so an expression that has them is differentiated as any other. What code they become stands
in `emission`.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy


class Phi(sympy.Function):
    """`Phi(c, x, y)`: x where the condition c holds, else y. The calculus of it stands in `phi`.

    Its derivative chooses too (`derivative`), so what is not chosen cannot leak a NaN.
    """

    nargs = 3

    @classmethod
    def eval(cls, condition, x, y):
        if condition == sympy.true or x == y:
            return x
        if condition == sympy.false:
            return y

    def _eval_is_extended_real(self):
        return True


class Geometric(sympy.Function):
    """`Geometric(a, n)`: 1 + a + ... + a^(n-1), the sum of n powers."""

    nargs = 2

    @classmethod
    def eval(cls, ratio, count):
        if ratio == 1:
            return count
        if count.is_Integer and count <= 3:
            return sympy.Add(*(ratio**power for power in range(int(count))))

    def _eval_is_extended_real(self):
        return True


class Expm1(sympy.Function):
    """`exp(x) - 1` without cancellation at zero."""

    nargs = 1

    def _eval_is_extended_real(self):
        return True

    def fdiff(self, argindex=1):
        return sympy.exp(self.args[0])


class Log1p(sympy.Function):
    """`log(1 + x)` without rounding 1 + x."""

    nargs = 1

    def _eval_is_extended_real(self):
        return True

    def fdiff(self, argindex=1):
        return 1 / (1 + self.args[0])


class Cbrt(sympy.Function):
    """The real cube root, of negative numbers too."""

    nargs = 1

    def _eval_is_extended_real(self):
        return True

    def fdiff(self, argindex=1):
        return sympy.Rational(1, 3) / self**2


class Sigmoid(sympy.Function):
    """`1 / (1 + exp(-x))`; neither it nor its derivative overflows."""

    nargs = 1

    def _eval_is_extended_real(self):
        return True

    def fdiff(self, argindex=1):
        return self * Sigmoid(-self.args[0])


class Softplus(sympy.Function):
    """`log(1 + exp(x))`, which is x for large x and exp(x) for small ones."""

    nargs = 1

    def _eval_is_extended_real(self):
        return True

    def fdiff(self, argindex=1):
        return Sigmoid(self.args[0])


class LogAddExp(sympy.Function):
    """`log(exp(x) + exp(y))`, the larger one taken out first."""

    nargs = 2

    def _eval_is_extended_real(self):
        return True

    def fdiff(self, argindex=1):
        x, y = self.args if argindex == 1 else reversed(self.args)
        return Sigmoid(x - y)


class OverArgument(sympy.Function):
    """`f(x) / x` for an f that is zero at zero, which is `over`. `coefficient` has its series.

    It is one number at zero too, and its derivative keeps the digits that `(x f'(x) - f(x)) / x^2` loses there.
    """

    nargs = 1
    over: type[sympy.Function]
    slope: type[sympy.Function]
    coefficient: Callable[[int], sympy.Rational]

    def _eval_is_extended_real(self):
        return True

    def fdiff(self, argindex=1):
        return self.slope(self.args[0])

    @classmethod
    def series(cls) -> list[sympy.Rational]:
        """Coefficients of the powers of x, from the constant on, for arguments up to one."""
        return [cls.coefficient(n + 1) for n in range(_TERMS)]


class SlopeOverArgument(sympy.Function):
    """The derivative of an `OverArgument`, `of`."""

    nargs = 1
    of: type[OverArgument]

    def _eval_is_extended_real(self):
        return True


_TERMS = 20  # the first factorial that is not seen any more is that of 19


def _odd(n: int) -> sympy.Rational:
    return sympy.S.Zero if n % 2 == 0 else 1 / sympy.factorial(n)


class Sinc(OverArgument):
    """`sin(x) / x`."""

    over = sympy.sin

    @staticmethod
    def coefficient(n: int) -> sympy.Rational:
        """Of x^n in the series of the sine."""
        return _odd(n) * (-1) ** (n // 2)


class Sinhc(OverArgument):
    """`sinh(x) / x`."""

    over = sympy.sinh
    coefficient = staticmethod(_odd)


class Exprel(OverArgument):
    """`(exp(x) - 1) / x`."""

    over = Expm1

    @staticmethod
    def coefficient(n: int) -> sympy.Rational:
        """Of x^n in the series of the function."""
        return 1 / sympy.factorial(n)


def _slope(function: type[OverArgument]) -> type[SlopeOverArgument]:
    function.slope = type(f"{function.__name__}Slope", (SlopeOverArgument,), {"of": function})
    return function.slope


OVER_ARGUMENT = {function.over: function for function in (Sinc, Sinhc, Exprel)}
SLOPES = tuple(map(_slope, OVER_ARGUMENT.values()))


class Decay(sympy.Function):
    """`exp(-abs(x))`, only for emission: written as a choice, as its derivatives at zero are those of one side."""

    nargs = 1


class Sigmoids(sympy.Function):
    """`a sigmoid(x) + b sigmoid(-x)` of x, a and b, only for emission."""

    nargs = 3


class Reciprocal(sympy.Function):
    """`1 / x`, only for emission: a quotient by a power becomes products with it, which stay in range longer."""

    nargs = 1
