"""Every elementwise rule against 50 digits, at operands of all magnitudes, in f64 and f32, default and strict code.

For operands x and a cotangent ct of about one, an adjoint d(ct, x) is as exact as that of operands which are off by a
few units in the last place: to ULPS units in the last place of d, times one more than its condition number, which is
the sum of |x_i| |dd/dx_i| / |d|. A tangent is a sum of such shares. Where a rule cannot do that, REASONS has why, and
what is allowed beside it. Where the primal overflows, nothing is promised.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import mpmath
import numpy as np
import pytest
from every_magnitude import PARTS, operands
from fifty_digits import TWINS, exact, sensitivity
from mpmath import mp, mpc, mpf
from rule_programs import differentiable, program, symbol, types

import lagrad
from lagrad import rules

ULPS = 4
UNLOWERED = {"arith.flush_denormals"}  # upstream has no lowering to run
# Those of ours are in test_special_functions.py.
OPERATIONS = sorted(
    {op for op, rule in rules.RULES.items() if isinstance(rule, rules.Partials) and not op.startswith("lagrad.")}
    - UNLOWERED
)
PIPELINES = {"default": "lagrad-default,lagrad-to-llvm", "strict": "lagrad-default,lagrad-to-llvm-strict"}

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of overflow


class Format:
    """A float type in numbers of mpmath."""

    def __init__(self, width: str):
        limits = np.finfo(PARTS[width])
        self.digits, self.least = limits.nmant, limits.minexp
        self.eps = mpf(2) ** -self.digits
        self.largest, self.tiny = mpf(float(limits.max)), mpf(2) ** self.least
        self.smallest = self.tiny * self.eps

    def is_ordinary(self, x: mpf) -> bool:
        return self.tiny <= x <= self.largest / 4

    def ulp(self, x: mpf) -> mpf:
        """The unit in the last place of a number of the size of x, which may be subnormal."""
        exponent = mp.frexp(x)[1] - 1 if x else self.least
        return mpf(2) ** (max(exponent, self.least) - self.digits)


def _factors(x, y):
    return abs(x) ** y.real, mpmath.exp(-y.imag * mpmath.arg(x))


# Upstream computes these with moduli, which have few digits where they are subnormal, or with quotients, which fail
# where the divisor is within a factor of the largest number.
WITH_MODULI = {f"complex.{name}" for name in "abs angle atan2 div log log1p pow powi rsqrt sign sqrt".split()}

# Operation -> why its rule cannot do better, and what is allowed in addition, of (format, ct, share, operands).
REASONS = {
    "math.tanh": (
        "(1 + out) (1 - out) has the error of out, a few units in the last place of one, and is zero where out is one. "
        "The operand says more; but a pullback that reads it takes, with its value, 1.9 times as long (one more exp)",
        lambda f, ct, d, x: 2 * ULPS * f.eps * abs(ct),
    ),
    "arith.divf": (
        "the quotient that the divisor's adjoint reads has few digits where it is subnormal; else it saves a division",
        lambda f, ct, d, x, y: abs(ct) * f.smallest / abs(y),
    ),
    "complex.div": ("as arith.divf", lambda f, ct, d, x, y: abs(ct) * f.smallest / abs(y)),
    "math.atan2": (
        "the ratio of the operands has few digits where it is subnormal",
        lambda f, ct, d, y, x: abs(ct) * f.smallest / max(abs(x), abs(y)),
    ),
    "complex.atan2": ("as math.atan2", lambda f, ct, d, y, x: 2 * abs(ct) * f.smallest / max(abs(x), abs(y))),
    "math.fpowi": (
        "upstream computes a negative power as the reciprocal of a positive one, which overflows where it is subnormal",
        lambda f, ct, d, x, n: abs(ct * n) * f.tiny if n < 0 else 0,
    ),
    "complex.powi": (
        "upstream computes it as complex.pow, whose modulus may be subnormal",
        lambda f, ct, d, z, n: 2 * abs(ct * n) * f.smallest,
    ),
    "complex.pow": (
        "upstream computes |x|^Re y and e^(-Im y arg x), and neither of them may leave the range",
        lambda f, ct, d, x, y: 0 if all(f.is_ordinary(p) for e in (y, y - 1) for p in _factors(x, e)) else mpmath.inf,
    ),
}


@functools.cache
def compiled(width: str, code: str):
    return lagrad.compile("".join(program(op, width) for op in OPERATIONS), pipeline=PIPELINES[code])


def share(op: str, operand: int, format: Format, ct, point: list) -> tuple[mpf | mpc, mpf] | None:
    """What an operand gets, and by how much that may be missed; None where there is no derivative."""
    adjoint = TWINS[op][operand]
    if op in WITH_MODULI and not all(not x or format.is_ordinary(abs(x)) for x in point if isinstance(x, mpc)):
        return None
    try:
        value = mpmath.mpmathify(adjoint(ct, *point))
        moved = sensitivity(adjoint, ct, point)
        if isinstance(value, mpc) and not any(isinstance(x, mpc) for x in point) and not isinstance(ct, mpc):
            return None  # out of the function's domain
        extra = REASONS[op][1](format, ct, value, *point) if op in REASONS else mpf(0)
        if not (mpmath.isfinite(value) and mpmath.isfinite(extra)):
            return None
    except (ValueError, ZeroDivisionError):
        return None
    unit = format.ulp(abs(value))
    return value, ULPS * unit * (1 + (moved / abs(value) if value else moved / format.smallest)) + extra


def miss(format: Format, got, want, allowed: mpf) -> bool:
    """Whether a number is further away than allowed. What is beyond the range is infinite, or NaN in a complex part."""
    if isinstance(want, mpc):
        if abs(want) + allowed > format.largest and not np.isfinite(got):
            return False
        return any(miss(format, a, b, allowed) for a, b in ((got.real, want.real), (got.imag, want.imag)))
    if np.isinf(got):
        # A slope may be beyond the range that a cotangent of a half brings back into it.
        return 2 * abs(want) + allowed <= format.largest or (got > 0) != (want > 0)
    return bool(np.isnan(got)) or abs(mpf(float(got)) - want) > allowed


def cotangents(type: str, count: int, width: str) -> np.ndarray:
    """Of about one, and no larger: what is large may overflow in products, which default code may reorder."""
    random = np.random.default_rng(1)
    real = random.uniform(0.5, 1, count) * random.choice([-1, 1], count)
    if type == width:
        return real.astype(PARTS[width])
    return (real + 0.5j * random.uniform(-1, 1, count)).astype(np.complex128 if width == "f64" else np.complex64)


def described(op: str, what: str, columns: list[np.ndarray], row: int, got, want) -> str:
    return f"{op}, {what} at {', '.join(repr(c[row].item()) for c in columns)}: {got!r} is not {mp.nstr(want, 20)}"


def wrong_adjoints(op: str, width: str, code: str, count: int) -> Iterator[str]:
    own, result = types(op, width)
    columns, format = operands(own, width, count), Format(width)
    ct = cotangents(result, len(columns[0]), width)
    functions = compiled(width, code)
    primal, found = functions[symbol(op)](*columns), functions[f"{symbol(op)}_pullback"](*columns, ct)
    seen = 0
    found = found if isinstance(found, tuple) else (found,)
    for operand, gradient in zip(differentiable(op, width), found, strict=True):
        for row in np.flatnonzero(np.isfinite(primal)):
            expected = share(op, operand, format, exact(ct[row]), [exact(c[row]) for c in columns])
            if expected is not None:
                seen += 1
                if miss(format, gradient[row], *expected):
                    what = f"adjoint of operand {operand} for {ct[row].item()!r}"
                    yield described(op, what, columns, row, gradient[row], expected[0])
    if seen < count:
        yield f"{op}: only {seen} points are in the domain"


def wrong_tangents(op: str, width: str, code: str, count: int) -> Iterator[str]:
    """With tangents of all operands; of a complex result, its parts are what cotangents of 1 and -i pair with."""
    own, result = types(op, width)
    columns, format = operands(own, width, count, seed=5), Format(width)
    wrt = differentiable(op, width)
    moves = {n: np.roll(cotangents(own[n], len(columns[0]), width), n) for n in wrt}
    given = [v for n, column in enumerate(columns) for v in ([column, moves[n]] if n in wrt else [column])]
    functions = compiled(width, code)
    primal, found = functions[symbol(op)](*columns), functions[f"{symbol(op)}_pushforward"](*given)
    for row in np.flatnonzero(np.isfinite(primal)):
        point = [exact(c[row]) for c in columns]
        parts, allowed, size = [], mpf(0), mpf(0)
        for ct in (mpc(1), mpc(0, -1)) if result.startswith("complex") else (mpf(1),):
            shares = {n: share(op, n, format, ct, point) for n in wrt}
            if any(s is None or abs(s[0]) > format.largest for s in shares.values()):
                break
            terms = [mpmath.re(shares[n][0] * exact(moves[n][row])) for n in wrt]
            parts.append(sum(terms))
            allowed += sum(abs(exact(moves[n][row])) * shares[n][1] for n in wrt)
            size += sum(abs(shares[n][0]) for n in wrt)
        else:
            want = mpc(*parts) if len(parts) == 2 else parts[0]
            if miss(format, found[row], want, allowed + 2 * format.eps * size + format.smallest):
                what = f"tangent for {[m[row].item() for m in moves.values()]}"
                yield described(op, what, columns, row, found[row], want)


@pytest.mark.optimized
@pytest.mark.parametrize(
    "width, code, count",
    [
        ("f64", "default", 10),
        pytest.param("f32", "strict", 20, marks=pytest.mark.long),
        pytest.param("f64", "strict", 150, marks=pytest.mark.long),
        pytest.param("f32", "default", 150, marks=pytest.mark.long),
        pytest.param("f64", "default", 400, marks=pytest.mark.long),
    ],
)
def test_all_rules(width, code, count):
    wrong = [line for op in OPERATIONS for line in wrong_adjoints(op, width, code, count)]
    wrong += [line for op in OPERATIONS for line in wrong_tangents(op, width, code, max(4, count // 5))]
    assert not wrong, f"{len(wrong)} are wrong:\n" + "\n".join(wrong[:40])


FAR = {
    "math.acosh": [(1.5,), (1e200,), (1e11,)],
    "math.asinh": [(0.0,), (0.3,), (1e-170,), (-1e200,), (1e100,), (2e10,)],
    "math.atan": [(0.0,), (0.3,), (1e-170,), (-1e90,), (1e100,), (2e10,)],
    "math.atan2": [
        (3e-150, -4e-150),
        (1e-100, 2e-99),
        (3e150, 4e150),
        (1e-90, -1.0),
        (1e120, 1.0),
        (1.0, 0.0),
        (0.0, 2.0),
        (1.0, 1.0),
        (-3.0, 3.0),
        (0.0, -1.0),
    ],  # fmt: skip
    "math.fpowi": [(1.5, 4), (-2.5, -3), (0.0, 2), (1.0 + 1e-9, -(2**31)), (1.0 + 1e-9, 1 - 2**31)],
    "math.log10": [(1e-150,), (1e150,)],
    "math.log2": [(1e-150,), (1e150,)],
    "math.powf": [(1.5, 2.5), (1e-150, 0.3), (1e150, -1e-10), (1e100, 1e-20), (2.0, 0.5)],
}


@pytest.mark.parametrize("op", FAR)
def test_second_derivatives_far_from_one(op):
    """The pullback of the adjoint of each operand, against differences of the twin."""
    own, _ = types(op, "f64")
    wrt = differentiable(op, "f64")
    adjoints = [own[n] for n in wrt]
    arguments = ", ".join(f"%x{n}: {t}" for n, t in enumerate(own))
    names = ", ".join(f"%x{n}" for n in range(len(own)))
    function = lagrad.compile(f"""
        func.func @f({arguments}) -> f64 {{
          %r = "{op}"({names}) : ({", ".join(own)}) -> f64
          return %r : f64
        }}
        func.func private @first({", ".join([*own, "f64"])}) -> ({", ".join(adjoints)})
            attributes {{lagrad.pullback = @f, lagrad.wrt = {wrt}}}
        func.func private @second({", ".join([*own, "f64", *adjoints])}) -> ({", ".join(adjoints)})
            attributes {{lagrad.pullback = @first, lagrad.wrt = {wrt}}}
    """).second
    for point in FAR[op]:
        exactly = [mpf(x) if n in wrt else x for n, x in enumerate(point)]
        for k, operand in enumerate(wrt):
            found = function(*point, 1.0, *(float(k == n) for n in range(len(wrt))))
            for n, got in zip(wrt, found if isinstance(found, tuple) else (found,), strict=True):
                want = difference(TWINS[op][operand], exactly, n)
                rtol = 1e-12 + (abs(point[1]) * 1e-15 if op == "math.fpowi" else 0)  # its condition number
                np.testing.assert_allclose(got, want, rtol=rtol, err_msg=f"at {point}")


def difference(adjoint, point: list, n: int) -> float:
    """The derivative of an adjoint by an operand."""
    with mp.workdps(1000):
        small = mpf(10) ** -240
        step = small * (abs(point[n]) or 1)
        ends = [adjoint(mpf(1), *point[:n], point[n] + move, *point[n + 1 :]) for move in (step, -step)]
        if abs(ends[0] - ends[1]) < mpf(10) ** -400 * small * abs(ends[0]):
            return 0.0  # of second order in the step
        return float((ends[0] - ends[1]) / (2 * step))


def test_every_rule_has_a_twin():
    assert set(TWINS) == set(OPERATIONS), "a rule needs its derivative in fifty_digits.py"
    for op in OPERATIONS:
        assert {n for n, twin in enumerate(TWINS[op]) if twin} == set(differentiable(op, "f64")), op


def test_reasons_are_for_rules():
    assert set(REASONS) <= set(OPERATIONS)
