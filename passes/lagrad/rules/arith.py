"""Derivatives of `arith`."""

from ..scalars import call, where
from . import casts, chooses, from_integers, inactive, partials, refused
from .kinks import greater, less, second, unless_nan

partials("arith.addf(x, y)", x=lambda ct: ct, y=lambda ct: ct)
partials("arith.subf(x, y)", x=lambda ct: ct, y=lambda ct: -ct)
partials("arith.mulf(x, y)", x=lambda ct, y: ct * y, y=lambda ct, x: ct * x)
partials("arith.divf(x, y)", x=lambda ct, y: ct / y, y=lambda ct, y, out: -(ct * out / y))
partials("arith.negf(x)", x=lambda ct: -ct)
partials(
    "arith.remf(x, y)",  # x - n*y, with the whole number n that the quotient truncates to
    x=lambda ct: ct,
    y=lambda ct, x, y, out: -(ct * call("math.round", (x - out) / y)),
)
partials("arith.maximumf(x, y)", x=greater, y=second(greater))
partials("arith.minimumf(x, y)", x=less, y=second(less))
partials("arith.maxnumf(x, y)", x=unless_nan(greater), y=second(unless_nan(greater)))
partials("arith.minnumf(x, y)", x=unless_nan(less), y=second(unless_nan(less)))
partials("arith.select(c, x, y)", x=lambda ct, c: where(c, ct, 0.0), y=lambda ct, c: where(c, 0.0, ct))
partials("arith.flush_denormals(x)", x=lambda ct: ct)
chooses("arith.select", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf")
casts("arith.extf", "arith.truncf", "arith.convertf")
inactive("arith.cmpf", "arith.cmpi", "arith.fptosi", "arith.fptoui", "arith.constant")
from_integers("arith.sitofp", "arith.uitofp")
refused(
    "it reinterprets the bits of an active float, which has no derivative; end activity "
    "before it with lagrad.stop_gradient",
    "arith.bitcast",
    "tensor.bitcast",
)
refused(
    "block-scaled conversions have no rule; scale and convert with arith.mulf and arith.extf",
    "arith.scaling_extf",
    "arith.scaling_truncf",
)
