"""Coarsened gradients are never less accurate than those of ordinary AD by more than four roundings times the
condition.

The condition is what relative changes of inputs, of values on the way and of their derivatives do to the gradient. All
is compared with 60 digits.
"""

import math
import re

import mpmath
import numpy as np
import pytest
from mpmath import mpf
from random_segments import program

import lagrad

ULP = mpf(2) ** -52
DELTA = mpf(10) ** -20
FUNCTIONS = {
    "addf": lambda a, b: a + b,
    "subf": lambda a, b: a - b,
    "mulf": lambda a, b: a * b,
    "divf": lambda a, b: a / b,
    "negf": lambda a: -a,
    "absf": abs,
    "cbrt": lambda a: mpmath.sign(a) * abs(a) ** (mpf(1) / 3),
    "powf": lambda a, b: a**b,
    "rsqrt": lambda a: 1 / mpmath.sqrt(a),
}
POINTS = [(0.7, -0.4, 1.2), (1.0, 1.0 - 1e-9, 1e-8), (1e-6, 2e-6, -1e-6), (-0.999999, 0.5, 0.999999), (3.0, 2.5, 40.0)]


class Evaluator:
    """A program of `random_segments` in numbers of 60 digits."""

    def __init__(self, text: str):
        body = text.partition("{lagrad.coarsen} {")[2].partition("func.func private")[0]
        side = r"\{(.*?)scf.yield (%\w+) : f64\s*\}"
        branch = rf"(%\w+) = scf.if %c -> \(f64\) {side} else {side}"
        body = re.sub(branch, r"\2\n\4\n\1 = arith.select %c, \3, \5 : f64", body, flags=re.S)
        self.lines = re.findall(r"(%\w+) = (?:arith|math)\.(\w+) (.*?) : f64", body)
        self.result = re.search(r"return (%\w+)", body)[1]

    def f(self, point, changed=None, base=None):
        """The value; `changed` is a name, or the number of a line, of which the value is a little larger.

        With `base`, values at another point, it is its difference from the value there.
        """
        known = dict(zip(("%x", "%y", "%z"), point))
        if changed in known:
            known[changed] *= 1 + DELTA
        for number, (name, op, rest) in enumerate(self.lines):
            operands = [part.strip() for part in rest.split(",")]
            if op == "constant":
                known[name] = mpf(operands[0])
            elif op == "cmpf":
                known[name] = known[operands[1]] > known[operands[2]]
            elif op == "select":
                known[name] = known[operands[1]] if known[operands[0]] else known[operands[2]]
            elif op == "fma":
                a, b, c = (known[o] for o in operands)
                known[name] = a * b + c
            else:
                known[name] = FUNCTIONS.get(op, getattr(mpmath, op, None))(*(known[o] for o in operands))
            if number == changed and op != "cmpf":
                known[name] += DELTA * (known[name] - (base[name] if base else 0))
        self.known = known
        return known[self.result]

    def gradient(self, point, changed=None, base=None):
        h = mpf(10) ** -25
        moved = [[[p + s * h * (n == k) for n, p in enumerate(point)] for s in (1, -1)] for k in range(3)]
        return [(self.f(up, changed, base) - self.f(down, changed, base)) / (2 * h) for up, down in moved]

    def condition(self, point, gradient):
        total = [abs(own) for own in gradient]
        self.f(point)
        numbers, base = range(len(self.lines)), self.known
        for changed, at in [*((own, None) for own in ("%x", "%y", "%z", *numbers)), *((own, base) for own in numbers)]:
            other = self.gradient(point, changed, at)
            total = [sum_ + abs(a - b) / DELTA for sum_, a, b in zip(total, other, gradient)]
        return total


def check(seed: int) -> int:
    """How many gradients were compared."""
    text, count = program(seed), 0
    exact = Evaluator(text)
    coarse, ordinary = (
        lagrad.compile(text, pipeline="lagrad-coarsened,lagrad-to-llvm{math=precise}"),
        lagrad.compile(text, pipeline="lagrad-default,lagrad-to-llvm{math=precise}"),
    )
    with mpmath.workdps(90):
        for point in POINTS:
            found, plain = coarse.gradient(*point), ordinary.gradient(*point)
            if not np.isfinite([ordinary.f(*point), *plain]).all():
                continue
            at = [mpf(p) for p in point]
            try:
                gradient = exact.gradient(at)
                condition = exact.condition(at, gradient)
            except (ZeroDivisionError, ValueError, TypeError):
                continue
            if any(isinstance(v, mpmath.mpc) or not mpmath.isfinite(v) for v in (*gradient, *condition)):
                continue
            for own, other, right, size in zip(found, plain, gradient, condition, strict=True):
                assert math.isfinite(own)
                allowed = abs(mpf(other) - right) + 4 * ULP * size + mpf(5e-324)
                assert abs(mpf(own) - right) <= allowed, (
                    f"seed {seed} at {point}: {own}, {other}, {mpmath.nstr(right, 20)}"
                )
                count += 1
    return count


@pytest.mark.parametrize("seed", (2000, 2001, 2013))
def test_some(seed):
    assert check(seed) > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2002, 2100))
def test_many(seed):
    check(seed)
