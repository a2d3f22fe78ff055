"""Names of functions that C programs call and that this compiler knows, and of a call's callee."""

from __future__ import annotations

from ..mlir import ir

# Allocation: how many bytes, from the operands.
ALLOCATES = ("malloc", "calloc", "_Znwm", "_Znam")
REALLOCATES = "realloc"
FREES = ("free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm")

# libm: with `f` behind the name for f32.
LIBM = {
    name: f"math.{name}"
    for name in (
        "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 floor fma log "
        "log10 log1p log2 round roundeven sin sinh sqrt tan tanh trunc"
    ).split()
} | {
    "fabs": "math.absf",
    "pow": "math.powf",
    "fmin": "arith.minnumf",
    "fmax": "arith.maxnumf",
    "fmod": "arith.remf",
    "rint": "math.roundeven",
    "nearbyint": "math.roundeven",
}


def callee(call: ir.Operation) -> str | None:
    """The function that an `llvm.call` names; None for one by a pointer."""
    name = call.attributes.get("callee")
    return name.value if name is not None else None


def libm(name: str, type: ir.Type) -> str | None:
    """The operation for a function of libm with values of a type; None if there is none."""
    if isinstance(type, ir.F64Type):
        return LIBM.get(name)
    return LIBM.get(name[:-1]) if isinstance(type, ir.F32Type) and name.endswith("f") else None
