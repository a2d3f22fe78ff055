"""Every floating-point operation of arith and math, in every width, against NumPy in f64."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

import lagrad

TYPES = {
    "f64": (np.float64, 2.0**-52),
    "f32": (np.float32, 2.0**-23),
    "f16": (np.float16, 2.0**-10),
    "bf16": (ml_dtypes.bfloat16, 2.0**-7),
}
SMALLEST_NORMAL = {"f64": 2.0**-1022, "f32": 2.0**-126, "f16": 2.0**-14, "bf16": 2.0**-126}
INSIDE = [0.1, 0.25, 0.5, 0.75, 0.9, 1e-3, 0.99]
TIES = [0.5, 1.5, 2.5, -0.5, -1.5, 0.49, 2.51]

UNARY = {
    "math.absf": np.abs, "math.acos": np.arccos, "math.asin": np.arcsin, "math.asinh": np.arcsinh,
    "math.atan": np.arctan, "math.atanh": np.arctanh, "math.cbrt": np.cbrt, "math.cos": np.cos,
    "math.cosh": np.cosh, "math.erf": np.vectorize(math.erf), "math.erfc": np.vectorize(math.erfc),
    "math.exp": np.exp, "math.exp2": np.exp2, "math.expm1": np.expm1, "math.log": np.log,
    "math.log10": np.log10, "math.log1p": np.log1p, "math.log2": np.log2, "math.rsqrt": lambda x: x**-0.5,
    "math.sin": np.sin, "math.sinh": np.sinh, "math.sqrt": np.sqrt, "math.tan": np.tan, "math.tanh": np.tanh,
    "arith.negf": np.negative,
}  # fmt: skip
ROUNDING = {
    "math.ceil": np.ceil, "math.floor": np.floor, "math.roundeven": np.rint, "math.trunc": np.trunc,
    "math.round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
}  # fmt: skip
BINARY = {
    "math.atan2": np.arctan2, "math.copysign": np.copysign, "math.powf": np.power, "arith.addf": np.add,
    "arith.subf": np.subtract, "arith.mulf": np.multiply, "arith.divf": np.divide, "arith.remf": np.fmod,
    "arith.maximumf": np.maximum, "arith.minimumf": np.minimum, "arith.maxnumf": np.fmax, "arith.minnumf": np.fmin,
}  # fmt: skip


def compiled(text: str):
    return lagrad.compile(text, pipeline="lagrad-to-llvm").f


def elementwise(operation: str, t: str, operands: int, result: str | None = None):
    of, to = f"tensor<7x{t}>", f"tensor<7x{result or t}>"
    names = [f"%x{n}" for n in range(operands)]
    return compiled(f"""
func.func @f({", ".join(f"{name}: {of}" for name in names)}) -> {to} {{
  %0 = {operation} {", ".join(names)} : {of}
  return %0 : {to}
}}""")


def check(got, want, t: str) -> None:
    assert got.dtype == TYPES[t][0]
    np.testing.assert_allclose(got.astype(np.float64), want, rtol=1.5 * TYPES[t][1])


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("operation", [*UNARY, *ROUNDING])
def test_unary(operation, t):
    x = np.array(TIES if operation in ROUNDING else INSIDE).astype(TYPES[t][0])
    check(elementwise(operation, t, 1)(x), {**UNARY, **ROUNDING}[operation](x.astype(np.float64)), t)


@pytest.mark.parametrize("t", TYPES)
def test_acosh(t):
    x = np.array([1.0, 1.5, 2.0, 3.0, 10.0, 50.0, 1.25]).astype(TYPES[t][0])
    check(elementwise("math.acosh", t, 1)(x), np.arccosh(x.astype(np.float64)), t)


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("operation", BINARY)
def test_binary(operation, t):
    x = np.array(INSIDE).astype(TYPES[t][0])
    y = np.array([-1.0, 2.0, 0.3, -0.7, 5.0, 0.01, 0.99]).astype(TYPES[t][0])
    check(elementwise(operation, t, 2)(x, y), BINARY[operation](x.astype(np.float64), y.astype(np.float64)), t)


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("operation", ["isfinite", "isinf", "isnan", "isnormal"])
def test_classification(operation, t):
    small = SMALLEST_NORMAL[t]
    x = np.array([1.0, np.inf, -np.inf, np.nan, small, small / 2, 0.0]).astype(TYPES[t][0])
    wide = x.astype(np.float64)
    want = {
        "isfinite": np.isfinite(wide),
        "isinf": np.isinf(wide),
        "isnan": np.isnan(wide),
        "isnormal": np.isfinite(wide) & (np.abs(wide) >= small),
    }
    np.testing.assert_array_equal(elementwise(f"math.{operation}", t, 1, "i1")(x), want[operation])


@pytest.mark.parametrize("t", TYPES)
def test_denormals(t):
    small = SMALLEST_NORMAL[t]
    x = np.array([small, small / 2, -small / 2, 0.0, 1.0, np.inf, np.nan]).astype(TYPES[t][0])
    got = elementwise("arith.flush_denormals", t, 1)(x).astype(np.float64)
    np.testing.assert_array_equal(got, [small, 0.0, 0.0, 0.0, 1.0, np.inf, np.nan])
    assert np.signbit(got).tolist()[:4] == [False, False, True, False]


@pytest.mark.parametrize("t", TYPES)
def test_several_operands(t):
    sincos = compiled(
        f"func.func @f(%x: {t}) -> ({t}, {t}) {{\n %0, %1 = math.sincos %x : {t}\n return %0, %1 : {t}, {t} }}"
    )
    got = [float(v) for v in sincos(0.5)]
    np.testing.assert_allclose(got, [math.sin(0.5), math.cos(0.5)], rtol=1.5 * TYPES[t][1])
    fma = compiled(
        f"func.func @f(%x: {t}, %y: {t}, %z: {t}) -> {t} {{\n %0 = math.fma %x, %y, %z : {t}\n return %0 : {t} }}"
    )
    assert float(fma(1.5, 2.0, 0.25)) == 3.25
    clamp = compiled(
        f"func.func @f(%x: {t}, %y: {t}, %z: {t}) -> {t} {{\n %0 = math.clampf %x to [%y, %z] : {t}\n"
        f" return %0 : {t} }}"
    )
    assert [float(clamp(v, 1.0, 2.0)) for v in (0.5, 1.5, 2.5)] == [1.0, 1.5, 2.0]
    power = compiled(
        f"func.func @f(%x: {t}, %n: i32) -> {t} {{\n %0 = math.fpowi %x, %n : {t}, i32\n return %0 : {t} }}"
    )
    assert [float(power(-2.0, n)) for n in (0, 1, 3, -2)] == [1.0, -2.0, -8.0, 0.25]


@pytest.mark.parametrize("operation", ["log1p", "expm1"])
def test_precise_near_zero(operation):
    function = compiled(f"func.func @f(%x: f64) -> f64 {{\n %0 = math.{operation} %x : f64\n return %0 : f64 }}")
    assert function(1e-17) == 1e-17


def test_integers():
    cases = {
        "%0 = math.ipowi %x, %y : i32": (lambda x, y: x**y, (3, 4)),
        "%0 = math.absi %x : i32": (lambda x, y: abs(x), (-3, 0)),
        "%0 = math.ctlz %x : i32": (lambda x, y: 32 - x.bit_length(), (3, 0)),
        "%0 = math.cttz %x : i32": (lambda x, y: (x & -x).bit_length() - 1, (12, 0)),
        "%0 = math.ctpop %x : i32": (lambda x, y: x.bit_count(), (13, 0)),
        "%0 = arith.ceildivsi %x, %y : i32": (lambda x, y: -(-x // y), (-7, 2)),
        "%0 = arith.floordivsi %x, %y : i32": (lambda x, y: x // y, (-7, 2)),
        "%0 = arith.remsi %x, %y : i32": (lambda x, y: int(math.fmod(x, y)), (-7, 2)),
        "%0 = arith.maxui %x, %y : i32": (lambda x, y: -1, (-1, 2)),
    }
    for operation, (twin, arguments) in cases.items():
        f = compiled(f"func.func @f(%x: i32, %y: i32) -> i32 {{\n {operation}\n return %0 : i32 }}")
        assert f(*arguments) == twin(*arguments), operation


@pytest.mark.parametrize("source", TYPES)
@pytest.mark.parametrize("target", TYPES)
def test_conversions(source, target):
    widths = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16}
    if source == target:
        pytest.skip("no conversion")
    operation = (
        "extf" if widths[source] < widths[target] else "truncf" if widths[source] > widths[target] else "convertf"
    )
    f = compiled(f"""
func.func @f(%x: {source}) -> {target} {{
  %0 = arith.{operation} %x : {source} to {target}
  return %0 : {target}
}}""")
    for x in (1.5, -0.25, 3.0):
        assert float(f(x)) == x


@pytest.mark.parametrize("t", ["f16", "bf16"])
def test_narrow_integers_and_comparisons(t):
    f = compiled(f"""
func.func @f(%n: i32, %y: {t}) -> ({t}, i32, i1, {t}) {{
  %x = arith.sitofp %n : i32 to {t}
  %m = arith.fptosi %y : {t} to i32
  %c = arith.cmpf olt, %x, %y : {t}
  %s = arith.select %c, %x, %y : {t}
  return %x, %m, %c, %s : {t}, i32, i1, {t}
}}""")
    assert [float(v) for v in f(-3, 7.5)] == [-3.0, 7.0, 1.0, -3.0]


@pytest.mark.parametrize("t, mantissa", [("f16", 10), ("bf16", 7)])
def test_conversion_from_f64_rounds_once(t, mantissa):
    """Just above halfway between two neighbours, nearer than f32 can tell: rounding twice gives the lower one."""
    f = compiled(f"func.func @f(%x: f64) -> {t} {{\n %0 = arith.truncf %x : f64 to {t}\n return %0 : {t} }}")
    unit = 2.0**-mantissa
    halfway = 1.0 + unit / 2
    assert float(f(halfway)) == 1.0  # ties to even
    assert float(f(halfway * (1 + 2.0**-50))) == 1.0 + unit
    assert float(f(halfway * (1 - 2.0**-50))) == 1.0
    assert float(f(-halfway * (1 + 2.0**-50))) == -1.0 - unit
    assert math.isnan(float(f(math.nan)))
    assert float(f(1e300)) == math.inf and float(f(-math.inf)) == -math.inf
