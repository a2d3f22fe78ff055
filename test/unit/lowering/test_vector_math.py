"""Elementary functions as vector code, over the whole range, against NumPy in extended precision."""

from __future__ import annotations

import ctypes
import platform

import mpmath
import numpy as np
import pytest
import scipy.special

import lagrad
from lagrad import emit, execute, pipelines
from lagrad.errors import Failure
from lagrad.lowering.machine import native, processors
from lagrad.pipelines import read
from lagrad.pipelines.text import BadPipeline

ULPS = 4  # what is promised
PRECISE = "lagrad-to-llvm{math=precise}"
TYPES = {"f64": (np.float64, np.uint64), "f32": (np.float32, np.uint32)}
UNARY = {
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "tanh": np.tanh, "sinh": np.sinh, "cosh": np.cosh,
    "log": np.log, "log2": np.log2, "log10": np.log10, "log1p": np.log1p,
    "sin": np.sin, "cos": np.cos, "atan": np.arctan,
}  # fmt: skip

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of infinities


def elementwise(body: str, t: str, operands: int = 1, pipeline: str = "lagrad-to-llvm"):
    """The function of the body, in which `%x`, `%y` and `TYPE` stand for tensors; the last value is `%r`."""
    of = f"tensor<?x{t}>"
    arguments = ", ".join(f"%{name}: {of}" for name in "xy"[:operands])
    return lagrad.compile(
        f"func.func @f({arguments}) -> {of} {{\n {body.replace('TYPE', of)}\n return %r : {of}\n}}", pipeline=pipeline
    ).f


def arguments_of(t: str, count: int = 20_000) -> np.ndarray:
    """Every kind of number: what ends a range, all magnitudes alike, and many where functions are curved."""
    dtype, bits = TYPES[t]
    random = np.random.default_rng(7)
    limits = np.finfo(dtype)
    one = np.array(
        [
            0,
            limits.smallest_subnormal,
            limits.tiny / 3,
            limits.tiny,
            limits.eps,
            1 - limits.eps / 2,
            1,
            limits.max,
            np.inf,
        ]
    )
    ends = np.array(
        [709.7, 709.79, 745.1, 745.2, 710.4, 710.5, 88.7, 88.73, 103.9, 104, 1023.5, 1024, 1074.5, 1075.5, 19.1, 9.1]
    )
    multiples = random.integers(-(2**30), 2**30, count) * np.longdouble(np.pi) / 2
    quarters = random.integers(-(2**15), 2**15, count) * np.longdouble(np.pi) / 2
    parts = [
        one,
        -one,
        [np.nan],
        ends,
        -ends,
        multiples,
        quarters,
        2.0**30 + np.arange(-3, 4),
        random.uniform(0.6, 1.5, count),
    ]
    parts += [random.uniform(-width, width, count) for width in (1, 20, 120, 800)]
    parts.append(1 + random.uniform(-1, 1, count) * 10 ** random.uniform(-12, 0, count))
    every = random.integers(0, np.iinfo(bits).max, count, dtype=bits).view(dtype)
    return np.concatenate([*(np.asarray(part).astype(dtype) for part in parts), every])


def check(got: np.ndarray, want: np.ndarray, ulps: int = ULPS) -> None:
    """Every result is within so many units in the last place; infinities, NaNs and the signs of zeros are exact."""
    rounded = want.astype(got.dtype)
    finite = np.isfinite(rounded) & np.isfinite(got)
    np.testing.assert_array_equal(got[~finite], rounded[~finite])
    unit = np.spacing(np.abs(rounded[finite])).astype(np.longdouble)
    assert np.max(np.abs(got[finite] - want[finite]) / unit) <= ulps
    assert np.array_equal(np.signbit(got[rounded == 0]), np.signbit(rounded[rounded == 0]))


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("operation", UNARY)
def test_whole_range(operation, t):
    x = arguments_of(t)
    check(elementwise(f"%r = math.{operation} %x : TYPE", t)(x), UNARY[operation](x.astype(np.longdouble)))


DECAY = """
%zero = arith.constant dense<0.0> : TYPE
%positive = arith.cmpf oge, %x, %zero : TYPE
%minus = arith.negf %x : TYPE
%less = arith.select %positive, %minus, %x : tensor<128xi1>, TYPE
%r = math.exp %less : TYPE
"""


@pytest.mark.parametrize("processor", ["x86-64-v3", "native"])
@pytest.mark.parametrize("t", TYPES)
def test_decay_over_the_whole_range(t, processor):
    """e^-|x| as coarsening writes it, with an instruction for y 2^k where the processor has it, and without."""
    of = f"tensor<128x{t}>"
    body = DECAY.replace("TYPE", of)
    text = f"func.func @f(%x: {of}) -> {of} {{ {body} return %r : {of} }}"
    decay = lagrad.compile(text, pipeline=f"lagrad-to-llvm{{processor={processor}}}").f
    x = arguments_of(t)
    for some in np.resize(x, (-(-len(x) // 128), 128)):
        check(decay(some), np.exp(-np.abs(some.astype(np.longdouble))))


FE_UNDERFLOW = 0x08 if platform.machine() in ("aarch64", "arm64") else 0x10  # of <fenv.h>
SUBNORMAL = {("exp", "f64"): -740.3, ("exp", "f32"): -100.3, ("exp2", "f64"): -1070.3, ("exp2", "f32"): -145.3}


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("operation", ["exp", "exp2"])
def test_what_a_mask_leaves_is_zero_without_an_underflow(operation, t):
    """A product that underflows takes a processor a hundred times as long; an attention mask makes every second one."""
    far = elementwise(f"%r = math.{operation} %x : TYPE", t)
    dtype, _ = TYPES[t]
    x = np.tile(np.array([-np.inf, np.finfo(dtype).min, -1e30, -1e9], dtype), 16)
    math_library = ctypes.CDLL("libm.so.6")
    math_library.feclearexcept(FE_UNDERFLOW)
    result = far(x)
    assert not math_library.fetestexcept(FE_UNDERFLOW)
    np.testing.assert_array_equal(result, np.zeros_like(x))
    far(np.full_like(x, SUBNORMAL[operation, t]))
    assert math_library.fetestexcept(FE_UNDERFLOW)


@pytest.mark.parametrize("t", TYPES)
def test_error_function(t):
    x = arguments_of(t)
    want = scipy.special.erf(x.astype(np.float64))  # up to two ulp from the true value
    check(elementwise("%r = math.erf %x : TYPE", t)(x), want.astype(np.longdouble))


@pytest.mark.parametrize("t", TYPES)
def test_complementary_error_function(t):
    """Down to the smallest numbers, where the exponent's error counts most; glibc is 5 ulp off too."""
    dtype = TYPES[t][0]
    random = np.random.default_rng(5)
    dense = np.concatenate([random.uniform(-7, 28, 3000), random.uniform(0, 2, 1000)]).astype(dtype)
    x = np.concatenate([arguments_of(t, 300), dense])
    mpmath.mp.dps = 30
    want = [np.longdouble(mpmath.nstr(mpmath.erfc(float(v)), 25)) for v in np.clip(x, -30, 30)]
    check(elementwise("%r = math.erfc %x : TYPE", t)(x), np.array(want), ulps=6)


@pytest.mark.parametrize("t", TYPES)
def test_power(t):
    dtype = TYPES[t][0]
    random = np.random.default_rng(3)
    some = np.array(
        [0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, 1e-40, 2.0**24 + 2, 2.0**53, 1e30, np.inf, -np.inf, np.nan],
        dtype,
    )
    x, y = (a.ravel() for a in np.meshgrid(some, some))
    # Results over the whole range, of bases next to 1 and far from it.
    count = 100_000
    base = np.concatenate(
        [arguments_of(t)[:count], 1 + random.uniform(-1, 1, count) * 10 ** random.uniform(-9, 0, count)]
    ).astype(dtype)
    widest = np.log2(np.finfo(dtype).max) + np.finfo(dtype).nmant
    exponent = random.uniform(-widest, widest, base.size) / np.log2(np.abs(base.astype(np.longdouble)))
    x = np.concatenate([x, base, -np.abs(base[:1000])])
    y = np.concatenate([y, exponent.astype(dtype), np.rint(exponent[:1000]).astype(dtype)])
    got = elementwise("%r = math.powf %x, %y : TYPE", t, 2)(x, y)
    check(got, np.power(x.astype(np.longdouble), y.astype(np.longdouble)))


def test_sine_and_cosine_together():
    program = """
func.func @f(%x: memref<?xf64>, %s: memref<?xf64>, %c: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1, %2 = math.sincos %0 : f64
    memref.store %1, %s[%i] : memref<?xf64>
    memref.store %2, %c[%i] : memref<?xf64>
  }
  return
}"""
    x = np.random.default_rng(1).uniform(-100, 100, 37)
    sine, cosine = np.empty_like(x), np.empty_like(x)
    lagrad.compile(program, pipeline="lagrad-to-llvm").f(x, sine, cosine)
    np.testing.assert_allclose([sine, cosine], [np.sin(x), np.cos(x)], rtol=1e-15)


@pytest.mark.parametrize("size", [1, 3, 4, 7, 8, 15, 16, 31])
def test_what_does_not_fill_a_vector(size):
    """The elements that are left when vectors are done are computed one by one."""
    x = np.random.default_rng(size).uniform(-3, 3, size)
    f = elementwise("%a = math.tanh %x : TYPE\n %r = math.sin %a : TYPE", "f64")
    np.testing.assert_allclose(f(x), np.sin(np.tanh(x)), rtol=1e-15)


@pytest.mark.parametrize("t", TYPES)
def test_sigmoid(t):
    x = arguments_of(t)
    f = elementwise(
        f"%one = arith.constant dense<1.0> : tensor<{x.size}x{t}>\n"
        f" %c = tensor.cast %one : tensor<{x.size}x{t}> to TYPE\n"
        " %n = arith.negf %x : TYPE\n %e = math.exp %n : TYPE\n %d = arith.addf %c, %e : TYPE\n"
        " %r = arith.divf %c, %d : TYPE",
        t,
    )
    got, want = f(x), 1 / (1 + np.exp(-x.astype(np.longdouble)))
    # Where e^-x is infinite the result is zero, and not a denormal number.
    tiny = np.finfo(x.dtype).tiny
    np.testing.assert_allclose(got, want.astype(x.dtype), rtol=4 * np.finfo(x.dtype).eps, atol=tiny)


@pytest.mark.parametrize("pipeline", [PRECISE, "lagrad-to-llvm-strict"])
def test_precise_is_the_c_library(pipeline):
    """One ulp at most, and the same as for a single number, which no loop computes."""
    x = arguments_of("f64", 500)
    got = elementwise("%r = math.exp %x : TYPE", "f64", pipeline=pipeline)(x)
    one = lagrad.compile(
        "func.func @f(%x: f64) -> f64 { %r = math.exp %x : f64\n return %r : f64 }", pipeline=pipeline
    ).f
    np.testing.assert_array_equal(got, [one(v) for v in x])
    assert (
        np.nanmax(np.abs(got - np.exp(x.astype(np.longdouble)))[np.isfinite(got)] / np.spacing(got[np.isfinite(got)]))
        <= 1
    )


def test_sum_of_exponentials():
    f = lagrad.compile("""
func.func @f(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %start = tensor.from_elements %zero : tensor<f64>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i)
      -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%start : tensor<f64>) {
  ^bb0(%a: f64, %s: f64):
    %e = math.exp %a : f64
    %t = arith.addf %s, %e : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  %r = tensor.extract %sum[] : tensor<f64>
  return %r : f64
}""").f
    x = np.random.default_rng(0).uniform(-5, 5, 1003)
    np.testing.assert_allclose(f(x), np.sum(np.exp(x)), rtol=1e-14)


@pytest.mark.parametrize("cpu", ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"])
def test_objects_for_other_processors(cpu):
    """With vectors of two numbers or eight, with or without masks and fused products, they are as precise."""
    try:
        processors.check_runs_here(cpu)
    except Failure as problem:
        pytest.skip(problem.diagnostics[0].message)
    x = arguments_of("f64", 200)
    for operation in ("exp", "exp2", "cosh", "log", "tanh", "sin", "powf"):
        operands = "%x, %x" if operation == "powf" else "%x"
        of = "tensor<?xf64>"
        text = f"func.func @f(%x: {of}) -> {of} {{\n %r = math.{operation} {operands} : {of}\n return %r : {of}\n}}"
        lowered = emit.lower(execute.parse(text), f"lagrad-to-llvm{{processor={cpu}}}")
        loaded = native.Loaded(emit.object_code(lowered, cpu), ["f"])
        f = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)(loaded.addresses["f"])
        y = np.empty_like(x)
        f(x.ctypes.data, x.size, y.ctypes.data)
        wide = x.astype(np.longdouble)
        check(y, np.power(wide, wide) if operation == "powf" else UNARY[operation](wide))


def test_what_the_next_number_waits_for_takes_fewer_steps():
    """Its polynomial is by halves, which are more products; two of Horner's schemes are fewer, where nobody waits."""
    text = """func.func @f(%x: vector<4xf64>, %n: index) -> vector<4xf64> {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> vector<4xf64> {{
        %t = math.tanh {of} : vector<4xf64>
        scf.yield %t : vector<4xf64>
      }}
      return %r : vector<4xf64>
    }}"""
    products = {}
    for of in ("%s", "%x"):
        module = execute.parse(text.format(of=of))
        pipelines.run(module, "lagrad-vectorize-math")
        products[of] = str(module).count("arith.mulf")
    assert products["%s"] > products["%x"] > 0


def test_options_of_the_lowering():
    assert "lagrad-vectorize-math" in str(read("lagrad-to-llvm{math=vector}"))
    assert "lagrad-vectorize-math" not in str(read(PRECISE))
    both = str(read("lagrad-to-llvm-blas{math=precise}"))
    assert "lagrad-convert-linalg-to-blas" in both and "lagrad-vectorize-math" not in both
    with pytest.raises(BadPipeline, match="'lagrad-to-llvm': option 'math' is vector or precise, not 'fast'"):
        read("lagrad-to-llvm{math=fast}")
    with pytest.raises(BadPipeline, match="has no option 'maths'; did you mean 'math'"):
        read("lagrad-to-llvm{maths=precise}")
