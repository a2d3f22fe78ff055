"""`lagrad-expand-math`: scalar operations that upstream lowers imprecisely, or not at all."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from ...build import constant, emit1, replace_op, resize
from ...mlir import arith, ir
from ...passes import Pass
from ..arithmetic.private_functions import private_function
from ..interface.checks import Checks
from ..walk import walk

_NARROW = ("f16", "bf16")
_SMALLEST_NORMAL = {"f64": 2.0**-1022, "f32": 2.0**-126, "f16": 2.0**-14, "bf16": 2.0**-126}


@dataclass(frozen=True)
class ExpandMath(Pass):
    """Write scalar operations out that would otherwise lose precision or be left over.

    `math.expm1` calls the C library, since upstream's exp(x) - 1 is wrong near zero. `math.clampf`,
    `isinf`, `isnormal` and `arith.flush_denormals` become comparisons. A conversion from f64 or an integer to f16 or
    bf16 rounds once, not twice, and needs no function of a compiler's run-time library. `arith.maxnumf` and `minnumf`
    become comparisons too: LLVM 22 masks the last vector of a loop that reduces by them, and loses elements there.

    An assertion that fails would end the process. `cf.assert` becomes a check, as those of `lagrad-check-bounds`, of
    which `lagrad-report-failures` makes code that ends the call with a message:
    ```mlir
    func.call @lagrad.check(%holds, %site, %c0, %c0, %c0)
    ```
    """

    name = "lagrad-expand-math"
    creates = ("arith", "math", "func")

    def run(self, op, report) -> None:
        checks = Checks(op)
        for child in list(walk(op)):
            if child.name == "cf.assert":
                checks.assertion(child)
                continue
            if child.name not in _EXPANSIONS or not child.results:
                continue
            if isinstance(child.results[0].type, ir.ShapedType):
                continue
            with child.location, ir.InsertionPoint(child):
                replacement = _EXPANSIONS[child.name](child, op)
            if replacement is not None:
                replace_op(child, replacement)
        checks.close()


def _expm1(op: ir.Operation, module: ir.Operation) -> ir.Value:
    x = op.operands[0]
    narrow = str(x.type) in _NARROW
    argument = resize(x, ir.F32Type.get()) if narrow else x
    name = "expm1" if str(argument.type) == "f64" else "expm1f"
    _declare(module, name, argument.type)
    called = emit1("func.call", argument.type, argument, callee=ir.FlatSymbolRefAttr.get(name))
    return resize(called, x.type) if narrow else called


def _declare(module: ir.Operation, name: str, of: ir.Type) -> None:
    """A function of libm, declared once a module. Its name is a C library's: nothing else can have it."""
    body = module.regions[0].blocks[0]
    for op in body.operations:
        if "sym_name" in op.operation.attributes:
            if ir.StringAttr(op.operation.attributes["sym_name"]).value == name:
                return
    private_function(body, name, of)


def _clamp(op: ir.Operation, module: ir.Operation) -> ir.Value:
    x, low, high = op.operands
    return arith.minimumf(arith.maximumf(x, low), high)


def _maxnum(op: ir.Operation, module: ir.Operation) -> ir.Value:
    """The larger, or with `minnumf` smaller, of two numbers; of a number and a NaN the number."""
    x, y = op.operands
    beyond = arith.CmpFPredicate.OGT if op.name == "arith.maxnumf" else arith.CmpFPredicate.OLT
    is_first = arith.ori(_compare(beyond, x, y), _compare(arith.CmpFPredicate.UNO, y, y))
    return arith.select(is_first, x, y)


def _is_infinite(op: ir.Operation, module: ir.Operation) -> ir.Value:
    x = op.operands[0]
    return _compare(arith.CmpFPredicate.OEQ, _magnitude(x), constant(x.type, math.inf))


def _is_normal(op: ir.Operation, module: ir.Operation) -> ir.Value:
    x = op.operands[0]
    magnitude = _magnitude(x)
    smallest = constant(x.type, _SMALLEST_NORMAL[str(x.type)])
    above = _compare(arith.CmpFPredicate.OGE, magnitude, smallest)
    return arith.andi(above, _compare(arith.CmpFPredicate.OLT, magnitude, constant(x.type, math.inf)))


def _flush(op: ir.Operation, module: ir.Operation) -> ir.Value:
    x = op.operands[0]
    smallest = constant(x.type, _SMALLEST_NORMAL[str(x.type)])
    is_denormal = _compare(arith.CmpFPredicate.OLT, _magnitude(x), smallest)
    zero = emit1("math.copysign", x.type, constant(x.type, 0.0), x)
    return arith.select(is_denormal, zero, x)


def _magnitude(x: ir.Value) -> ir.Value:
    return emit1("math.absf", x.type, x)


def _compare(predicate, x: ir.Value, y: ir.Value) -> ir.Value:
    return arith.cmpf(predicate, x, y)


def _truncate(op: ir.Operation, module: ir.Operation) -> ir.Value | None:
    x, t = op.operands[0], op.results[0].type
    if str(x.type) != "f64" or str(t) not in _NARROW:
        return None
    return arith.truncf(t, _rounded_to_odd(x))


def _rounded_to_odd(x: ir.Value) -> ir.Value:
    """The f32 next to an f64 towards zero, its last bit set if that is inexact.

    Such a number lies on the same side of every halfway point between two f16 or bf16 as the f64 does.
    """
    f32, i32 = ir.F32Type.get(), ir.IntegerType.get_signless(32)
    nearest = arith.truncf(f32, x)
    back = arith.extf(x.type, nearest)
    bits = arith.bitcast(i32, nearest)
    beyond = _compare(arith.CmpFPredicate.OGT, _magnitude(back), _magnitude(x))
    inexact = _compare(arith.CmpFPredicate.ONE, back, x)  # false for NaN
    towards_zero = arith.subi(bits, arith.extui(i32, beyond))
    odd = arith.ori(towards_zero, constant(i32, 1))
    return arith.bitcast(f32, arith.select(inexact, odd, bits))


def _from_integer(op: ir.Operation, module: ir.Operation) -> ir.Value | None:
    t = op.results[0].type
    if str(t) not in _NARROW:
        return None
    wide = emit1(op.name, ir.F64Type.get(), op.operands[0])
    return arith.truncf(t, _rounded_to_odd(wide))


def _to_integer(op: ir.Operation, module: ir.Operation) -> ir.Value | None:
    x = op.operands[0]
    if str(x.type) not in _NARROW:
        return None
    return emit1(op.name, op.results[0].type, resize(x, ir.F32Type.get()))


def _fma(op: ir.Operation, module: ir.Operation) -> ir.Value | None:
    t = op.results[0].type
    if str(t) not in _NARROW:
        return None
    wide = ir.F32Type.get()
    return resize(emit1("math.fma", wide, *(resize(x, wide) for x in op.operands)), t)


def _convert(op: ir.Operation, module: ir.Operation) -> ir.Value:
    return resize(op.operands[0], op.results[0].type)


_EXPANSIONS: dict[str, Callable[[ir.Operation, ir.Operation], ir.Value | None]] = {
    "math.expm1": _expm1,
    "math.clampf": _clamp,
    "arith.maxnumf": _maxnum,
    "arith.minnumf": _maxnum,
    "math.fma": _fma,
    "arith.flush_denormals": _flush,
    "math.isinf": _is_infinite,
    "math.isnormal": _is_normal,
    "arith.truncf": _truncate,
    "arith.sitofp": _from_integer,
    "arith.uitofp": _from_integer,
    "arith.fptosi": _to_integer,
    "arith.fptoui": _to_integer,
    "arith.convertf": _convert,
}
