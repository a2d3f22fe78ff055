"""`lagrad-vectorize-map`: the same bits as trip by trip, for every number of trips; and against NumPy and JAX."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from lagrad import compile
from lagrad.errors import Report
from lagrad.execute import parse
from lagrad.pipelines import NAMED, run

jax.config.update("jax_enable_x64", True)

PASS = "lagrad-vectorize-map"
COMMON = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : T
  %one = arith.constant 1.0 : T
  %half = arith.constant 0.5 : T
"""

# A branch whose other side must not be computed for the lanes that it is not for, functions, rows of a matrix.
NORMALIZE = """
func.func @f(%x: tensor<?x3xT>) -> tensor<?x3xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?x3xT>
  %empty = tensor.empty(%n) : tensor<?x3xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?x3xT> {
    %a = tensor.extract %x[%i, %c0] : tensor<?x3xT>
    %b = tensor.extract %x[%i, %c1] : tensor<?x3xT>
    %c = tensor.extract %x[%i, %c2] : tensor<?x3xT>
    %aa = arith.mulf %a, %a : T
    %bb = arith.mulf %b, %b : T
    %cc = arith.mulf %c, %c : T
    %ab = arith.addf %aa, %bb : T
    %s = arith.addf %ab, %cc : T
    %is = arith.cmpf ogt, %s, %zero : T
    %r:3 = scf.if %is -> (T, T, T) {
      %norm = math.sqrt %s : T
      %sin = math.sin %norm : T
      %p = arith.divf %a, %norm : T
      %q = arith.divf %b, %norm : T
      %e = math.exp %p : T
      %k = arith.mulf %c, %sin : T
      %l = arith.addf %k, %e : T
      %m = arith.mulf %l, %q : T
      scf.yield %p, %l, %m : T, T, T
    } else {
      scf.yield %one, %a, %zero : T, T, T
    }
    %o1 = tensor.insert %r#0 into %out[%i, %c0] : tensor<?x3xT>
    %o2 = tensor.insert %r#1 into %o1[%i, %c1] : tensor<?x3xT>
    %o3 = tensor.insert %r#2 into %o2[%i, %c2] : tensor<?x3xT>
    scf.yield %o3 : tensor<?x3xT>
  }
  return %all : tensor<?x3xT>
}
"""

# Data say what is read, and whether: where the index is negative there is nothing to read.
LOOK_UP = """
func.func @f(%table: tensor<?x2xT>, %where: tensor<?xi32>, %w: tensor<?xT>) -> (tensor<?xT>, tensor<?xi32>) {
COMMON
  %no = arith.constant 0 : i32
  %n = tensor.dim %w, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?xT>
  %empty_i = tensor.empty(%n) : tensor<?xi32>
  %all:2 = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty, %signs = %empty_i) -> (tensor<?xT>, tensor<?xi32>) {
    %k = tensor.extract %where[%i] : tensor<?xi32>
    %v = tensor.extract %w[%i] : tensor<?xT>
    %has = arith.cmpi sge, %k, %no : i32
    %y:2 = scf.if %has -> (T, i32) {
      %at = arith.index_cast %k : i32 to index
      %a = tensor.extract %table[%at, %c0] : tensor<?x2xT>
      %b = tensor.extract %table[%at, %c1] : tensor<?x2xT>
      %av = arith.mulf %a, %v : T
      %t = math.tanh %av : T
      %bt = arith.addf %b, %t : T
      %z = math.cos %bt : T
      %k_float = arith.sitofp %k : i32 to T
      %zk = arith.addf %z, %k_float : T
      %seven = arith.constant 7 : i32
      %q = arith.divsi %seven, %k : i32
      scf.yield %zk, %q : T, i32
    } else {
      scf.yield %v, %k : T, i32
    }
    %o = tensor.insert %y#0 into %out[%i] : tensor<?xT>
    %s = tensor.insert %y#1 into %signs[%i] : tensor<?xi32>
    scf.yield %o, %s : tensor<?xT>, tensor<?xi32>
  }
  return %all#0, %all#1 : tensor<?xT>, tensor<?xi32>
}
"""

# Inner loops: one of a known number of trips, one of a number that is an argument.
ITERATE = """
func.func @f(%x: tensor<?xT>, %steps: index) -> tensor<?x2xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?x2xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?x2xT> {
    %a = tensor.extract %x[%i] : tensor<?xT>
    %r:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%p = %a, %q = %one) -> (T, T) {
      %pp = arith.mulf %p, %q : T
      %s = math.sin %pp : T
      %up = arith.cmpf ogt, %s, %q : T
      %pn = arith.select %up, %s, %p : T
      %qn = arith.addf %q, %s : T
      scf.yield %pn, %qn : T, T
    }
    %z = scf.for %t = %c0 to %c3 step %c1 iter_args(%p = %r#0) -> T {
      %t_int = arith.index_cast %t : index to i32
      %t_float = arith.sitofp %t_int : i32 to T
      %pt = arith.addf %p, %t_float : T
      %e = math.log1p %pt : T
      %f = math.absf %e : T
      scf.yield %f : T
    }
    %o = tensor.insert %z into %out[%i, %c0] : tensor<?x2xT>
    %o2 = tensor.insert %r#1 into %o[%i, %c1] : tensor<?x2xT>
    scf.yield %o2 : tensor<?x2xT>
  }
  return %all : tensor<?x2xT>
}
"""

# A small tensor of each trip's own, read with an index that data decide and in an inner loop.
SMALL_TENSORS = """
func.func @f(%x: tensor<?x4xT>, %m: tensor<4x4xT>, %pick: tensor<?xi32>) -> tensor<?x2xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?x4xT>
  %empty = tensor.empty(%n) : tensor<?x2xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?x2xT> {
    %row = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<?x4xT> to tensor<4xT>
    %none = tensor.empty() : tensor<4xT>
    %start = linalg.fill ins(%zero : T) outs(%none : tensor<4xT>) -> tensor<4xT>
    %y = linalg.matvec ins(%m, %row : tensor<4x4xT>, tensor<4xT>) outs(%start : tensor<4xT>) -> tensor<4xT>
    %z = math.exp %y : tensor<4xT>
    %k = tensor.extract %pick[%i] : tensor<?xi32>
    %at = arith.index_cast %k : i32 to index
    %picked = tensor.extract %z[%at] : tensor<4xT>
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %picked) -> T {
      %v = tensor.extract %z[%j] : tensor<4xT>
      %w = arith.mulf %v, %s : T
      %u = arith.addf %w, %half : T
      scf.yield %u : T
    }
    %o = tensor.insert %sum into %out[%i, %c0] : tensor<?x2xT>
    %o2 = tensor.insert %picked into %o[%i, %c1] : tensor<?x2xT>
    scf.yield %o2 : tensor<?x2xT>
  }
  return %all : tensor<?x2xT>
}
"""

# Steps of two from one, functions that no vector code has, and neighbours under a branch.
STEPS = """
func.func @f(%x: tensor<?xT>, %y: tensor<?xT>) -> tensor<?xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %first = arith.constant 2.5 : T
  %empty = tensor.empty(%n) : tensor<?xT>
  %start = linalg.fill ins(%zero : T) outs(%empty : tensor<?xT>) -> tensor<?xT>
  %all = scf.for %i = %c1 to %n step %c2 iter_args(%out = %start) -> tensor<?xT> {
    %a = tensor.extract %x[%i] : tensor<?xT>
    %b = tensor.extract %y[%i] : tensor<?xT>
    %p = math.atan2 %a, %b : T
    %q = math.expm1 %p : T
    %r = math.cbrt %q : T
    %aa = math.absf %a : T
    %s = math.powf %aa, %r : T
    %t = math.erf %s : T
    %c = math.clampf %t to [%half, %first] : T
    %o = tensor.insert %c into %out[%i] : tensor<?xT>
    scf.yield %o : tensor<?xT>
  }
  return %all : tensor<?xT>
}
"""
STORE_IN_BRANCH = """
func.func @f(%x: tensor<?xT>, %y: tensor<?xT>) -> tensor<?xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?xT>
  %start = linalg.fill ins(%half : T) outs(%empty : tensor<?xT>) -> tensor<?xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %start) -> tensor<?xT> {
    %a = tensor.extract %x[%i] : tensor<?xT>
    %up = arith.cmpf ogt, %a, %zero : T
    %next = scf.if %up -> tensor<?xT> {
      %b = tensor.extract %y[%i] : tensor<?xT>
      %e = math.exp %a : T
      %s = math.sin %e : T
      %c = arith.divf %s, %b : T
      %o = tensor.insert %c into %out[%i] : tensor<?xT>
      scf.yield %o : tensor<?xT>
    } else {
      scf.yield %out : tensor<?xT>
    }
    scf.yield %next : tensor<?xT>
  }
  return %all : tensor<?xT>
}
"""

PROGRAMS = {
    "normalize": NORMALIZE,
    "look_up": LOOK_UP,
    "iterate": ITERATE,
    "small_tensors": SMALL_TENSORS,
    "steps": STEPS,
    "store_in_branch": STORE_IN_BRANCH,
}


def program(name: str, float_type: str) -> str:
    return PROGRAMS[name].replace("COMMON", COMMON).replace("xT>", f"x{float_type}>").replace(" T", f" {float_type}").replace("(T", f"({float_type}")


def pipeline(width: int, strict: bool = True) -> str:
    """The way down with the pass, or without it for a width of 0."""
    text = NAMED["lagrad-to-llvm-strict" if strict else "lagrad-to-llvm"]
    assert text.count(PASS) == 1
    return "lagrad-default," + text.replace(PASS, f"{PASS}{{width={width}}}" if width else "canonicalize")


@functools.cache
def compiled(text: str, width: int, strict: bool = True):
    return compile(text, pipeline=pipeline(width, strict))


def data(name: str, n: int, float_type: str) -> list:
    """Arguments, some of them special."""
    real = np.float64 if float_type == "f64" else np.float32
    random = np.random.default_rng(n)
    match name:
        case "normalize":
            x = random.normal(size=(n, 3))
            x[random.random(n) < 0.3] = 0
            return [x.astype(real)]
        case "look_up":
            where = random.integers(1, 6, n) * np.where(random.random(n) < 0.4, -1, 1)
            return [random.normal(size=(6, 2)).astype(real), where.astype(np.int32), random.normal(size=n).astype(real)]
        case "iterate":
            return [random.normal(size=n).astype(real), 5]
        case "small_tensors":
            return [random.normal(size=(n, 4)).astype(real), random.normal(size=(4, 4)).astype(real) * 0.5, random.integers(0, 4, n).astype(np.int32)]
        case _:
            return [random.normal(size=n).astype(real), random.normal(size=n).astype(real)]


def expected(name: str, arguments: list) -> list[np.ndarray]:
    """What NumPy makes of it, in f64."""
    given = [np.asarray(a, np.float64) if getattr(a, "dtype", None) in (np.float32, np.float64) else a for a in arguments]
    with np.errstate(all="ignore"):
        match name:
            case "normalize":
                a, b, c = given[0].T
                norm = np.sqrt(a * a + b * b + c * c)
                p = a / norm
                l = c * np.sin(norm) + np.exp(p)
                some = (norm > 0)[:, None]
                return [np.where(some, np.stack([p, l, l * (b / norm)], 1), np.stack([np.ones_like(a), a, 0 * a], 1))]
            case "look_up":
                table, where, w = given
                at = np.maximum(where, 0)
                y = np.cos(table[at, 1] + np.tanh(table[at, 0] * w)) + where
                return [np.where(where >= 0, y, w), np.where(where >= 0, 7 // np.maximum(where, 1), where)]
            case "iterate":
                p, q = given[0], np.ones_like(given[0])
                for _ in range(given[1]):
                    s = np.sin(p * q)
                    p, q = np.where(s > q, s, p), q + s
                for t in range(3):
                    p = np.abs(np.log1p(p + t))
                return [np.stack([p, q], 1)]
            case "small_tensors":
                x, m, pick = given
                z = np.exp(x @ m.T)
                picked = z[np.arange(len(z)), pick]
                s = picked
                for j in range(4):
                    s = z[:, j] * s + 0.5
                return [np.stack([s, picked], 1)]
            case "steps":
                from scipy.special import erf

                x, y = given
                s = np.abs(x) ** np.cbrt(np.expm1(np.arctan2(x, y)))
                out = np.clip(erf(s), 0.5, 2.5)
                out[0::2] = 0
                return [out]
            case "store_in_branch":
                x, y = given
                return [np.where(x > 0, np.sin(np.exp(x)) / y, 0.5)]


CASES = [(name, float_type, width) for name in PROGRAMS for float_type in ("f64", "f32") for width in (4, 8)]


def as_list(results) -> list[np.ndarray]:
    return list(results) if isinstance(results, tuple) else [results]


@pytest.mark.parametrize(("name", "float_type", "width"), CASES)
def test_lanes_compute_what_trips_do(name, float_type, width):
    """Bit by bit, for 0 to 2 * width + 1 trips and for many; and NumPy agrees."""
    text = program(name, float_type)
    lanes, trips = compiled(text, width).f, compiled(text, 0).f
    for n in [*range(2 * width + 2), 100]:
        arguments = data(name, n, float_type)
        found = as_list(lanes(*arguments))
        for a, b in zip(found, as_list(trips(*arguments)), strict=True):
            np.testing.assert_array_equal(a, b)
        for a, b in zip(found, expected(name, arguments), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-11 if float_type == "f64" else 2e-3, atol=1e-13 if float_type == "f64" else 1e-5)


def remarks(text: str, pipeline_text: str) -> list[str]:
    module = parse(text)
    report = Report()
    with module.context, module.operation.location:
        run(module.operation, pipeline_text, report)
    return [r.message for r in report.remarks]


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_loop_runs_several_trips_at_once(name):
    assert "runs 8 trips of this loop at once" in remarks(program(name, "f64"), pipeline(8))


@pytest.mark.parametrize("name", ["normalize", "look_up", "iterate", "small_tensors", "store_in_branch"])
def test_with_fast_arithmetic(name):
    """Fused products round differently; nothing else does."""
    text = program(name, "f64")
    lanes, trips = compiled(text, 8, False).f, compiled(text, 0, False).f
    arguments = data(name, 37, "f64")
    for a, b in zip(as_list(lanes(*arguments)), as_list(trips(*arguments)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-11)


ROWS = """
func.func @row(%p: tensor<3xf64>, %q: tensor<2xf64>) -> f64 {
COMMON
  %a = tensor.extract %p[%c0] : tensor<3xf64>
  %b = tensor.extract %p[%c1] : tensor<3xf64>
  %c = tensor.extract %p[%c2] : tensor<3xf64>
  %u = tensor.extract %q[%c0] : tensor<2xf64>
  %v = tensor.extract %q[%c1] : tensor<2xf64>
  %s = math.sin %a : f64
  %k = math.cos %b : f64
  %up = arith.cmpf ogt, %u, %zero : f64
  %w = scf.if %up -> f64 {
    %e = math.exp %c : f64
    %x = arith.mulf %e, %v : f64
    %y = arith.divf %x, %u : f64
    scf.yield %y : f64
  } else {
    %x = arith.mulf %s, %k : f64
    %t = math.tanh %x : f64
    scf.yield %t : f64
  }
  %l = arith.mulf %w, %s : f64
  %m = arith.addf %l, %k : f64
  return %m : f64
}
func.func private @d_row(tensor<3xf64>, tensor<2xf64>) -> (tensor<3xf64>, tensor<2xf64>) attributes {lagrad.gradient = @row}
func.func @gradients(%p: tensor<?x3xf64>, %q: tensor<?x2xf64>, %which: tensor<?xi64>) -> tensor<?x5xf64> {
COMMON
  %n = tensor.dim %which, %c0 : tensor<?xi64>
  %empty = tensor.empty(%n) : tensor<?x5xf64>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?x5xf64> {
    %w = tensor.extract %which[%i] : tensor<?xi64>
    %j = arith.index_cast %w : i64 to index
    %a = tensor.extract_slice %p[%j, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %b = tensor.extract_slice %q[%i, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %d:2 = func.call @d_row(%a, %b) : (tensor<3xf64>, tensor<2xf64>) -> (tensor<3xf64>, tensor<2xf64>)
    %o = tensor.insert_slice %d#0 into %out[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<?x5xf64>
    %o2 = tensor.insert_slice %d#1 into %o[%i, 3] [1, 2] [1, 1] : tensor<2xf64> into tensor<?x5xf64>
    scf.yield %o2 : tensor<?x5xf64>
  }
  return %all : tensor<?x5xf64>
}
""".replace("COMMON", COMMON.replace("T", "f64"))


def _row(p, q):
    s, k = jnp.sin(p[0]), jnp.cos(p[1])
    return jnp.where(q[0] > 0, jnp.exp(p[2]) * q[1] / q[0], jnp.tanh(s * k)) * s + k


@pytest.mark.parametrize("strict", [True, False])
def test_pullbacks_of_rows(strict):
    """A whole pullback in lanes: functions, a branch and rows that data choose. Against JAX."""
    assert "runs 8 trips of this loop at once" in remarks(ROWS, pipeline(8))
    lanes = compiled(ROWS, 8, strict).gradients
    random = np.random.default_rng(1)
    for n in (0, 7, 8, 9, 41):
        p, q, which = random.normal(size=(5, 3)), random.normal(size=(n, 2)), random.integers(0, 5, n)
        want = [np.concatenate(jax.grad(_row, (0, 1))(p[which[i]], q[i])) for i in range(n)]
        np.testing.assert_allclose(lanes(p, q, which), np.reshape(want, (n, 5)), rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(lanes(p, q, which), compiled(ROWS, 0, strict).gradients(p, q, which), rtol=0 if strict else 1e-12, atol=0 if strict else 1e-14)


TOTAL = ROWS[: ROWS.index("func.func private @d_row")] + """
func.func @total(%p: tensor<?x3xf64>, %q: tensor<?x2xf64>, %which: tensor<?xi64>) -> f64 {
COMMON
  %n = tensor.dim %which, %c0 : tensor<?xi64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %w = tensor.extract %which[%i] : tensor<?xi64>
    %j = arith.index_cast %w : i64 to index
    %a = tensor.extract_slice %p[%j, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %b = tensor.extract_slice %q[%i, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %r = func.call @row(%a, %b) : (tensor<3xf64>, tensor<2xf64>) -> f64
    %t = arith.addf %s, %r : f64
    scf.yield %t : f64
  }
  return %sum : f64
}
func.func private @d_total(tensor<?x3xf64>, tensor<?x2xf64>, tensor<?xi64>) -> (tensor<?x3xf64>, tensor<?x2xf64>)
    attributes {lagrad.gradient = @total}
""".replace("COMMON", COMMON.replace("T", "f64"))


@pytest.mark.parametrize("strict", [True, False])
def test_sums_into_rows_that_data_choose(strict):
    """The pullback of a sum over rows: five rows get the terms of all trips. In order, bit by bit; against JAX."""
    assert "runs 8 trips of this loop at once" in remarks(TOTAL, pipeline(8))
    lanes, trips = compiled(TOTAL, 8, strict).d_total, compiled(TOTAL, 0, strict).d_total
    random = np.random.default_rng(2)
    for n in (0, 3, 8, 17, 50):
        p, q, which = random.normal(size=(5, 3)), random.normal(size=(n, 2)), random.integers(0, 5, n)
        found = lanes(p, q, which)
        for a, b in zip(found, trips(p, q, which), strict=True):
            np.testing.assert_allclose(a, b, rtol=0 if strict else 1e-12, atol=0 if strict else 1e-13)
        want = jax.grad(lambda p, q: sum((_row(p[k], q[i]) for i, k in enumerate(which)), 0.0), (0, 1))(p, q)
        for a, b in zip(found, want, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-12)


# Numbers that no vector is made of go lane by lane, beside those that are.
OTHER_TYPES = """
func.func @f(%z: tensor<?xcomplex<f64>>, %h: tensor<?xf16>, %x: tensor<?x2xf64>) -> (tensor<?xcomplex<f64>>, tensor<?xf16>, tensor<?xf64>) {
COMMON
  %n = tensor.dim %h, %c0 : tensor<?xf16>
  %e0 = tensor.empty(%n) : tensor<?xcomplex<f64>>
  %e1 = tensor.empty(%n) : tensor<?xf16>
  %e2 = tensor.empty(%n) : tensor<?xf64>
  %all:3 = scf.for %i = %c0 to %n step %c1 iter_args(%o0 = %e0, %o1 = %e1, %o2 = %e2) -> (tensor<?xcomplex<f64>>, tensor<?xf16>, tensor<?xf64>) {
    %a = tensor.extract %z[%i] : tensor<?xcomplex<f64>>
    %b = tensor.extract %h[%i] : tensor<?xf16>
    %c = tensor.extract %x[%i, %c1] : tensor<?x2xf64>
    %s = math.sin %c : f64
    %w = arith.extf %b : f16 to f64
    %sw = arith.mulf %s, %w : f64
    %q = complex.create %sw, %c : complex<f64>
    %p = complex.mul %a, %q : complex<f64>
    %half_s = arith.truncf %s : f64 to f16
    %g = arith.addf %b, %half_s : f16
    %re = complex.re %p : complex<f64>
    %r = arith.addf %re, %s : f64
    %t0 = tensor.insert %p into %o0[%i] : tensor<?xcomplex<f64>>
    %t1 = tensor.insert %g into %o1[%i] : tensor<?xf16>
    %t2 = tensor.insert %r into %o2[%i] : tensor<?xf64>
    scf.yield %t0, %t1, %t2 : tensor<?xcomplex<f64>>, tensor<?xf16>, tensor<?xf64>
  }
  return %all#0, %all#1, %all#2 : tensor<?xcomplex<f64>>, tensor<?xf16>, tensor<?xf64>
}
""".replace("COMMON", COMMON.replace("T", "f64"))


def test_numbers_that_no_vector_is_made_of():
    assert "runs 8 trips of this loop at once" in remarks(OTHER_TYPES, pipeline(8))
    random = np.random.default_rng(3)
    for n in (5, 8, 21):
        z, h, x = random.normal(size=n) + 1j * random.normal(size=n), random.normal(size=n).astype(np.float16), random.normal(size=(n, 2))
        found = compiled(OTHER_TYPES, 8).f(z, h, x)
        for a, b in zip(found, compiled(OTHER_TYPES, 0).f(z, h, x), strict=True):
            np.testing.assert_array_equal(a, b)
        s = np.sin(x[:, 1])
        np.testing.assert_allclose(found[0], z * (s * h.astype(float) + 1j * x[:, 1]), rtol=1e-12)
        np.testing.assert_array_equal(found[1], h + s.astype(np.float16))
