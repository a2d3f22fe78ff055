"""Zeros keep their signs where these decide something, in the default pipeline too; and sums may be reordered
elsewhere."""

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

# The zero that a - b or a sum of products is, as a divisor, an angle, a sign; through a branch, a loop and a tensor.
PROGRAM = """
func.func @angle(%a: f64, %b: f64, %c: f64) -> f64 {
  %0 = arith.subf %a, %b : f64
  %1 = math.atan2 %0, %c : f64
  return %1 : f64
}
func.func @quotient(%a: f64, %b: f64, %c: f64) -> f64 {
  %0 = arith.mulf %a, %c : f64
  %1 = arith.mulf %b, %c : f64
  %2 = arith.subf %0, %1 : f64
  %one = arith.constant 1.0 : f64
  %3 = arith.divf %one, %2 : f64
  return %3 : f64
}
func.func @sign(%a: f64, %b: f64, %c: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %0 = arith.addf %a, %zero : f64
  %1 = math.copysign %c, %0 : f64
  return %1 : f64
}
func.func @carried(%a: f64, %b: f64, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %filled = linalg.fill ins(%zero : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %t = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %filled) -> tensor<3xf64> {
    %x = tensor.extract %t[%i] : tensor<3xf64>
    %y = arith.addf %x, %a : f64
    %z = arith.subf %y, %b : f64
    %u = tensor.insert %z into %t[%i] : tensor<3xf64>
    scf.yield %u : tensor<3xf64>
  }
  %is = arith.cmpf ogt, %c, %zero : f64
  %x = tensor.extract %t[%c1] : tensor<3xf64>
  %chosen = scf.if %is -> f64 {
    %n = arith.negf %x : f64
    scf.yield %n : f64
  } else {
    scf.yield %x : f64
  }
  %root = math.sqrt %chosen : f64
  %one = arith.constant 1.0 : f64
  %q = arith.divf %one, %root : f64
  return %q : f64
}
func.func @plain(%a: f64, %b: f64, %c: f64) -> f64 {
  %0 = arith.mulf %a, %c : f64
  %1 = arith.mulf %b, %c : f64
  %2 = arith.subf %0, %1 : f64
  return %2 : f64
}
"""


@pytest.fixture(scope="module")
def programs():
    return lagrad.compile(PROGRAM), lagrad.compile(PROGRAM, pipeline="lagrad-default,lagrad-to-llvm-strict")


@pytest.mark.parametrize("name", ["angle", "quotient", "sign", "carried"])
def test_a_zero_that_decides_keeps_its_sign(programs, name):
    default, strict = programs
    numbers = (0.0, -0.0, 1.5, -1.5)
    for a in numbers:
        for b in numbers:
            for c in numbers[2:] if name != "sign" else (2.0,):
                assert default[name](a, b, c) == strict[name](a, b, c) or np.isnan(strict[name](a, b, c)), (a, b, c)


def test_sums_that_show_nothing_have_the_flag():
    program = execute.parse(PROGRAM)
    before, name, _ = lowering.pipeline().rpartition("lagrad-ignore-zero-signs")  # on buffers, after reassociation
    pipelines.run(program, before + name)
    flagged = {f.name.value: "nsz" in str(f) for f in program.body.operations if f.regions[0].blocks}
    assert flagged["plain"] and not any(flagged[name] for name in ("angle", "quotient", "sign", "carried"))


# Maxima along rows, for the exponentials of what is below them, or for their reciprocals.
MAXIMA = """
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %least = arith.constant 0xFFF0000000000000 : f64
  %one = arith.constant 1.0 : f64
  %e1 = tensor.empty(%n) : tensor<?xf64>
  %e = tensor.empty(%n, %m) : tensor<?x?xf64>
  %start = linalg.fill ins(%least : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>
  %most = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf64>) outs(%start : tensor<?xf64>) {
    ^bb0(%v: f64, %out: f64):
      %max = arith.maximumf %v, %out : f64
      linalg.yield %max : f64
  } -> tensor<?xf64>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %most : tensor<?x?xf64>, tensor<?xf64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%v: f64, %w: f64, %out: f64):
      USE
      linalg.yield %r : f64
  } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
"""
USES = {
    "exponentials": "%d = arith.subf %v, %w : f64 %r = math.exp %d : f64",
    "reciprocals": "%q = arith.divf %one, %w : f64 %r = arith.addf %v, %q : f64",
}


@pytest.mark.parametrize("use", USES)
def test_maxima(use):
    text = MAXIMA.replace("USE", USES[use])
    program = execute.parse(text)
    before, name, _ = lowering.pipeline().partition("lagrad-ignore-zero-signs")  # on tensors
    pipelines.run(program, before + name)
    assert ("nsz" in str(program)) == (use == "exponentials")
    x = np.array([[-0.0, 0.0, -1.0], [0.0, -0.0, -2.0], [-0.0, -0.0, -0.0], [np.nan, 1.0, 2.0], [1.0, 2.0, 3.0]])
    default, strict = lagrad.compile(text), lagrad.compile(text, pipeline="lagrad-default,lagrad-to-llvm-strict")
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(default.f(x), strict.f(x), rtol=1e-15)


# The derivatives of roots and logarithms, each of a cotangent that may be zero where their slope is infinite.
GUARDED = """
func.func @of_root(%x: f64) -> f64 {
  %0 = math.sqrt %x : f64
  return %0 : f64
}
func.func @of_reciprocal_root(%x: f64) -> f64 {
  %0 = math.rsqrt %x : f64
  return %0 : f64
}
func.func @of_log(%x: f64) -> f64 {
  %0 = math.log %x : f64
  return %0 : f64
}
func.func @of_log2(%x: f64) -> f64 {
  %0 = math.log2 %x : f64
  return %0 : f64
}
func.func @of_log10(%x: f64) -> f64 {
  %0 = math.log10 %x : f64
  return %0 : f64
}
"""
SLOPES = {
    "root": lambda x: 0.5 / np.sqrt(x),
    "reciprocal_root": lambda x: -0.5 * (1 / np.sqrt(x)) ** 3,
    "log": lambda x: 1 / x,
    "log2": lambda x: 1 / x / np.log(2),
    "log10": lambda x: 1 / x / np.log(10),
}


@pytest.fixture(scope="module")
def pullbacks():
    request = "func.func private @d_{0}(f64, f64) -> f64 attributes {{lagrad.pullback = @of_{0}}}\n"
    return lagrad.compile(GUARDED + "".join(request.format(name) for name in SLOPES))


@pytest.mark.parametrize("name", SLOPES)
def test_a_zero_cotangent_stays_zero_with_one_choice(pullbacks, name):
    for x in (0.0, -0.0, 1e-300, 0.3, 2.0, np.inf, np.nan, -1.0):
        for ct in (0.0, -0.0, 1.0, -2.5, np.nan, np.inf):
            with np.errstate(all="ignore"):
                expected = np.float64(0.0) if ct == 0.0 else ct * SLOPES[name](np.float64(x))
            found = pullbacks[f"d_{name}"](x, ct)
            np.testing.assert_allclose(found, expected, rtol=1e-15, err_msg=f"{name} at {x}, cotangent {ct}")
