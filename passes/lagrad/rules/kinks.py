"""What the rules do where a function is not differentiable: docs/conventions.md."""

from ..scalars import Scalar, where


def strong(ct, contribution, times=None):
    """Zero where the cotangent is zero, also where the partial is infinite: no 0 * inf.

    Nothing but that NaN is replaced: to the next derivative a cotangent that happens to be zero is a variable. A
    number, `times`, is a factor of the result: in front of the guard LLVM would not join it with other factors.
    """
    if not (contribution.zero_with is ct or ct.finite_partials):
        contribution = where(contribution == contribution, contribution, where(ct == 0.0, 0.0, contribution))
    scaled = contribution if times is None else times * contribution
    return Scalar(scaled.value, zero_with=None if ct.finite_partials else ct)


def sign(x):
    """-1, 0 or 1; NaN of NaN."""
    return where(x > 0.0, 1.0, where(x < 0.0, -1.0, 0.0 * x))


def _tie(ct, x, y):
    """What x gets where x == y: half, or nothing from a tie with a constant."""
    return 0.0 if x.constant or y.constant else where(x == y, 0.5 * ct, 0.0)


def greater(ct, x, y):
    """The share of x in max(x, y)."""
    return where(x > y, ct, _tie(ct, x, y))


def less(ct, x, y):
    """The share of x in min(x, y)."""
    return where(x < y, ct, _tie(ct, x, y))


def unless_nan(share):
    """The same for maxnum and minnum, which give x where y is NaN."""
    return lambda ct, x, y: where(y == y, share(ct, x, y), ct)


def second(share):
    """The share of the other operand."""
    return lambda ct, x, y: share(ct, y, x)
