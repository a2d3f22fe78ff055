"""Write passes/lagrad/lowering/arithmetic/elementary/tables.py, the polynomials of the elementary functions.

    python tools/fit_polynomials.py

Each is the interpolation of a function at Chebyshev points, computed with 60 digits and then rounded: within
a small factor of the best polynomial of its degree.
"""

from __future__ import annotations

import math
import struct
import textwrap
from collections.abc import Callable
from decimal import Decimal, getcontext
from pathlib import Path

getcontext().prec = 60
PAGE = Path(__file__).resolve().parent.parent / "passes/lagrad/lowering/arithmetic/elementary/tables.py"

D = Decimal
LN2, LN10 = D(2).ln(), D(10).ln()


def series(term: Callable[[int], Decimal]) -> Decimal:
    """The sum of terms until they no longer count."""
    total, n = D(0), 0
    while True:
        t = term(n)
        total += t
        if abs(t) < D(10) ** -62:
            return total
        n += 1


def _arctangent(x: Decimal) -> Decimal:
    if abs(x) > D("0.3"):
        return 2 * _arctangent(x / (1 + (1 + x * x).sqrt()))
    return series(lambda n: (-1) ** n * x ** (2 * n + 1) / (2 * n + 1))


PI = 4 * _arctangent(D(1))


def _factorial(n: int) -> int:
    return math.factorial(n)


def chebyshev_points(low: Decimal, high: Decimal, count: int) -> list[Decimal]:
    def cosine(a: Decimal) -> Decimal:
        return series(lambda n: (-1) ** n * a ** (2 * n) / _factorial(2 * n))

    middle, half = (low + high) / 2, (high - low) / 2
    return [middle + half * cosine(PI * (2 * k + 1) / (2 * count)) for k in range(count)]


def interpolated(f: Callable[[Decimal], Decimal], low, high, degree: int) -> list[Decimal]:
    """Coefficients, from the constant one upwards."""
    points = chebyshev_points(D(low), D(high), degree + 1)
    differences = [f(x) for x in points]
    for level in range(1, degree + 1):
        for k in range(degree, level - 1, -1):
            differences[k] = (differences[k] - differences[k - 1]) / (points[k] - points[k - level])
    coefficients = [D(0)]
    for x, difference in zip(reversed(points), reversed(differences)):
        coefficients = [D(0), *coefficients]
        for k in range(len(coefficients) - 1):
            coefficients[k] -= x * coefficients[k + 1]
        coefficients[0] += difference
    return coefficients[: degree + 1]


# What is left of each function once its leading terms are taken off, which are exact; in powers of r, or of z = r^2.
def exp_rest(r: Decimal) -> Decimal:
    """(exp(r) - 1 - r) / r^2"""
    return series(lambda n: r**n / _factorial(n + 2))


def log_rest(z: Decimal) -> Decimal:
    """(log((1 + s) / (1 - s)) - 2 s) / s^3"""
    return series(lambda n: 2 * z**n / (2 * n + 3))


def sin_rest(z: Decimal) -> Decimal:
    """(sin(r) - r) / r^3"""
    return series(lambda n: -((-z) ** n) / _factorial(2 * n + 3))


def cos_rest(z: Decimal) -> Decimal:
    """(cos(r) - 1 + r^2 / 2) / r^4"""
    return series(lambda n: (-z) ** n / _factorial(2 * n + 4))


def atan_rest(z: Decimal) -> Decimal:
    """(atan(r) - r) / r^3"""
    return series(lambda n: -((-z) ** n) / (2 * n + 3))


def log_double(z: Decimal) -> Decimal:
    """(log((1 + s) / (1 - s)) - 2 s - 2 s^3 / 3) / s^5"""
    return series(lambda n: 2 * z**n / (2 * n + 5))


def erf_rest(z: Decimal) -> Decimal:
    """(erf(r) / r - 2 / sqrt(pi)) / r^2, up to r = 1"""
    return 2 / PI.sqrt() * series(lambda n: -((-z) ** n) / (_factorial(n + 1) * (2 * n + 3)))


def log_erfc(u: Decimal) -> Decimal:
    """-x^2 - log(erfc(x)), for x = u + 3 between 1 and where erfc(x) no longer counts"""
    x = u + ERFC_CENTRE
    tail = x  # erfc's continued fraction; near 1 it takes thousands of terms
    for n in range(2000, 0, -1):
        tail = x + D(n) / 2 / tail
    return (PI.sqrt() * tail).ln()


def scaled_erfc(q: Decimal) -> Decimal:
    """(1 + 2 x) exp(x^2) erfc(x), q = (x - 4) / (x + 4), up to where erfc(x) is zero"""
    x = SCALED_CENTRE * (1 + q) / (1 - q)
    if x >= 3:
        return (1 + 2 * x) / log_erfc(x - ERFC_CENTRE).exp()
    terms, n = [x], 0  # of exp(x^2) erf(x) sqrt(pi) / 2, all positive
    while terms[-1] > D(10) ** -62:
        n += 1
        terms.append(terms[-1] * 2 * x * x / (2 * n + 1))
    return (1 + 2 * x) * ((x * x).exp() - 2 / PI.sqrt() * sum(terms))


ERFC_CENTRE = D("3")
SCALED_CENTRE = D("4")
SCALED_ENDS = tuple((x - SCALED_CENTRE) / (x + SCALED_CENTRE) for x in (D("27.3"), D("10.1")))

TINY = D(10) ** -30  # in place of an end point zero

# name: what it is, the function, its interval, the degrees for f64 and f32
HALF_LN2 = LN2 / 2 * D("1.0001")
LOG_END = ((D(2).sqrt() - 1) / (D(2).sqrt() + 1)) ** 2 * D("1.0001")
TRIG_END = (PI / 4) ** 2 * D("1.0001")
ATAN_END = (D(2).sqrt() - 1) ** 2 * D("1.0001")
POLYNOMIALS = {
    "EXP": (exp_rest, -HALF_LN2, HALF_LN2, 9, 4),
    "LOG": (log_rest, TINY, LOG_END, 6, 2),
    "SIN": (sin_rest, TINY, TRIG_END, 5, 2),
    "COS": (cos_rest, TINY, TRIG_END, 5, 2),
    "ATAN": (atan_rest, TINY, ATAN_END, 11, 4),
    "LOG_DOUBLE": (log_double, TINY, LOG_END, 6, 2),
    "ERF": (erf_rest, TINY, D(1), 10, 6),
    "LOG_ERFC": (log_erfc, 1 - ERFC_CENTRE, (6 - ERFC_CENTRE, 4 - ERFC_CENTRE), 27, 10),
    "SCALED_ERFC": (scaled_erfc, -1, SCALED_ENDS, 22, 10),
}


def split(number: Decimal, bits: int, parts: int, f32: bool) -> list[float]:
    """The number as a sum of floats, all but the last one with this many bits after the point of the one before."""
    found, unit = [], D(1)
    for _ in range(parts - 1):
        unit /= D(2) ** bits
        part = (number / unit).to_integral_value(rounding="ROUND_FLOOR") * unit
        found.append(float(part))
        number -= part
    return [*found, nearest(number, f32)]


def successive(number: Decimal, parts: int, f32: bool) -> list[float]:
    """The number as a sum of floats, each the nearest one to what those before it have left."""
    found = []
    for _ in range(parts):
        found.append(nearest(number, f32))
        number -= D(found[-1])
    return found


def nearest(number: Decimal, f32: bool) -> float:
    return struct.unpack("f", struct.pack("f", float(number)))[0] if f32 else float(number)


def _tuple(numbers) -> str:
    """The numbers as a tuple, as many in a line as there is room for."""
    text = "".join(f"{number!r}, " for number in numbers)
    lines = textwrap.wrap(text, 120, initial_indent=" " * 8, subsequent_indent=" " * 8, break_on_hyphens=False)
    return "(\n" + "\n".join(lines) + "\n    )" if len(lines) > 1 else f"({text.strip().removesuffix(',')})"


HEAD = '''"""Formats, and the polynomials of the elementary functions in each.

Made by tools/fit_polynomials.py; do not edit. Coefficients run from the constant one upwards.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    """A binary floating-point format, and what functions in it are computed with."""

    width: int  # bits
    mantissa: int  # bits stored
    bias: int
'''


def page(_: str = "") -> str:
    """The text of the module, whatever it was before."""
    documents = {name.lower(): function.__doc__.strip() for name, (function, *_) in POLYNOMIALS.items()}
    fields = [f"    {name}: tuple[float, ...]  # {text}" for name, text in documents.items()]
    fields += [
        "    ln2: tuple[float, float]  # a part that products with an exponent are exact for, and the rest",
        "    half_pi: tuple[float, ...]  # the float next to pi / 2, the one next to what is left, and again",
        "    erf_slope: tuple[float, float]  # of 2 / sqrt(pi), likewise",
    ]
    parts = [HEAD, "\n".join(fields), "\n\n\n# Numbers take no lines of their own.\n# fmt: off"]
    for name, width, mantissa, bias in (("F64", 64, 52, 1023), ("F32", 32, 23, 127)):
        f32 = width == 32
        parts.append(f"\n\n{name} = Format(\n    width={width},\n    mantissa={mantissa},\n    bias={bias},\n")
        for polynomial, (function, low, high, *degrees) in POLYNOMIALS.items():
            end = high[f32] if isinstance(high, tuple) else high
            fitted = interpolated(function, low, end, degrees[f32])
            parts.append(f"    {polynomial.lower()}={_tuple([nearest(c, f32) for c in fitted])},\n")
        parts.append(f"    ln2={_tuple(split(LN2, 14 if f32 else 40, 2, f32))},\n")
        parts.append(f"    half_pi={_tuple(successive(PI / 2, 3, f32))},\n")
        parts.append(f"    erf_slope={_tuple(successive(2 / PI.sqrt(), 2, f32))},\n")
        parts.append(")")
    parts.append(f"\n# fmt: on\n\nERFC_CENTRE = {float(ERFC_CENTRE)!r}\nSCALED_CENTRE = {float(SCALED_CENTRE)!r}\n")
    thirds = {64: successive(D(2) / 3, 2, False), 32: successive(D(2) / 3, 2, True)}
    rows = [f"    {width}: ({high!r}, {low!r}),\n" for width, (high, low) in thirds.items()]
    parts.append(
        "TWO_THIRDS = {  # of each width: the float next to 2 / 3, and the one next to what is left\n"
        + "".join(rows)
        + "}"
    )
    return "".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
