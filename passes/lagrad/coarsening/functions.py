"""Functions of SymPy's that lagrad adds: choices, and elementary functions that keep their digits.

Each knows its derivative, so an expression that has them is differentiated as any other. What code they become stands
in `emission`.
"""

from __future__ import annotations

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


class Reciprocal(sympy.Function):
    """`1 / x`, only for emission: a quotient by a power becomes products with it, which stay in range longer."""

    nargs = 1
