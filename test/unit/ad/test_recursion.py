"""Functions that call themselves, from bodies and loops of all kinds, beside calls with derivatives of their own."""

import math

import numpy as np
import pytest

import lagrad

STEP = 1e-20

# Called from the body of a `linalg.generic`, of a `tensor.generate`, a parallel loop and a while loop.
BODIES = """
func.func private @helper(%x: f64) -> f64 attributes {no_inline} {
  %s = math.sin %x : f64
  %e = math.exp %s : f64
  return %e : f64
}
func.func private @cube(%x: f64) -> f64 attributes {lagrad.custom_pullback = @cube_back} {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %a, %x : f64
  return %b : f64
}
func.func private @cube_back(%x: f64, %ct: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %a, %three : f64
  %c = arith.mulf %b, %ct : f64
  return %c : f64
}
func.func private @r(%x: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %half = arith.constant 0.5 : f64
  %z = arith.cmpi sle, %n, %c0 : i64
  %r = scf.if %z -> (f64) {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %h = func.call @helper(%x) : (f64) -> f64
    %k = arith.mulf %h, %half : f64
    %p = func.call @r(%k, %m) : (f64, i64) -> f64
    %c = func.call @cube(%p) : (f64) -> f64
    %t = math.tanh %c : f64
    %q = arith.mulf %x, %t : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @f(%x: tensor<3xf64>, %n: i64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %lim = arith.constant 5.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %a = linalg.generic {indexing_maps = [affine_map<(d)->(d)>, affine_map<(d)->(d)>],
      iterator_types = ["parallel"]} ins(%x : tensor<3xf64>) outs(%e : tensor<3xf64>) {
  ^bb0(%v: f64, %o: f64):
    %w = func.call @r(%v, %n) : (f64, i64) -> f64
    linalg.yield %w : f64
  } -> tensor<3xf64>
  %g = tensor.generate {
  ^bb0(%i: index):
    %v = tensor.extract %a[%i] : tensor<3xf64>
    %w = func.call @r(%v, %n) : (f64, i64) -> f64
    %u = arith.addf %w, %v : f64
    tensor.yield %u : f64
  } : tensor<3xf64>
  %s = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> f64 {
    %v = tensor.extract %g[%i] : tensor<3xf64>
    %w = func.call @r(%v, %n) : (f64, i64) -> f64
    %u = arith.addf %w, %v : f64
    scf.reduce(%u : f64) {
    ^bb0(%p: f64, %q: f64):
      %pq = arith.addf %p, %q : f64
      scf.reduce.return %pq : f64
    }
  }
  %w = scf.while (%y = %s) : (f64) -> f64 {
    %p = arith.cmpf olt, %y, %lim : f64
    scf.condition(%p) %y : f64
  } do {
  ^bb0(%y: f64):
    %v = func.call @r(%y, %n) : (f64, i64) -> f64
    %d = arith.addf %y, %v : f64
    %b = arith.addf %d, %y : f64
    scf.yield %b : f64
  }
  return %w : f64
}
func.func private @df(tensor<3xf64>, i64) -> tensor<3xf64> attributes {lagrad.gradient = @f}
func.func private @pf(tensor<3xf64>, tensor<3xf64>, i64) -> f64 attributes {lagrad.pushforward = @f}
func.func private @ddf(tensor<3xf64>, i64, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @df}
func.func private @hf(tensor<3xf64>, i64) -> tensor<3x3xf64> attributes {lagrad.hessian = @f}
"""


def bodies(x, n):
    def r(x, n):
        return x if n <= 0 else x * np.tanh(r(np.exp(np.sin(x)) * 0.5, n - 1) ** 3)

    s = 0
    for v in x:
        v = r(v, n)
        v = v + r(v, n)
        s = s + r(v, n) + v
    while s.real < 5:
        s = s + r(s, n) + s
    return s


def gradient_of(f, x, n):
    units = np.eye(x.size)
    return np.array([f(x + 1j * STEP * unit, n).imag / STEP for unit in units])


@pytest.mark.parametrize(
    "prepare", ["lagrad-default", pytest.param("lagrad-differentiate,canonicalize,cse", marks=pytest.mark.long)]
)
def test_calls_in_bodies(prepare):
    functions = lagrad.compile(BODIES, pipeline=f"{prepare},lagrad-to-llvm")
    x, direction = np.array([0.3, 0.8, 1.4]), np.array([0.7, -0.2, 1.1])
    for n in (0, 1, 3):
        first = gradient_of(bodies, x, n)
        assert np.allclose(functions.df(x, n), first, rtol=1e-12)
        assert np.allclose(functions.pf(x, direction, n), first @ direction, rtol=1e-12)
        h = 1e-6
        columns = [
            (gradient_of(bodies, x + h * unit, n) - gradient_of(bodies, x - h * unit, n)) / (2 * h)
            for unit in np.eye(3)
        ]
        hessian = np.array(columns)
        assert np.allclose(functions.hf(x, n), hessian, rtol=1e-6, atol=1e-7)
        assert np.allclose(functions.ddf(x, n, direction), hessian @ direction, rtol=1e-6, atol=1e-7)


# Recursion on integers alone, one with a pullback of its own, one that is marked inactive.
KNOWN = """
func.func private @fact(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %z = arith.cmpi sle, %n, %c1 : i64
  %r = scf.if %z -> (i64) {
    scf.yield %c1 : i64
  } else {
    %m = arith.subi %n, %c1 : i64
    %p = func.call @fact(%m) : (i64) -> i64
    %q = arith.muli %n, %p : i64
    scf.yield %q : i64
  }
  return %r : i64
}
func.func private @own(%x: f64, %n: i64) -> f64 attributes {lagrad.custom_pullback = @own_back} {
  %c1 = arith.constant 1 : i64
  %z = arith.cmpi sle, %n, %c1 : i64
  %r = scf.if %z -> (f64) {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %p = func.call @own(%x, %m) : (f64, i64) -> f64
    scf.yield %p : f64
  }
  return %r : f64
}
func.func private @own_back(%x: f64, %n: i64, %ct: f64) -> f64 {
  return %ct : f64
}
func.func private @quiet(%x: f64, %n: i64) -> f64 attributes {lagrad.inactive} {
  %c1 = arith.constant 1 : i64
  %z = arith.cmpi sle, %n, %c1 : i64
  %r = scf.if %z -> (f64) {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %p = func.call @quiet(%x, %m) : (f64, i64) -> f64
    %s = math.sin %p : f64
    scf.yield %s : f64
  }
  return %r : f64
}
func.func @f(%x: f64, %n: i64) -> f64 {
  %k = func.call @fact(%n) : (i64) -> i64
  %kf = arith.sitofp %k : i64 to f64
  %a = func.call @own(%x, %n) : (f64, i64) -> f64
  %b = func.call @quiet(%x, %n) : (f64, i64) -> f64
  %c = arith.mulf %a, %b : f64
  %d = arith.mulf %c, %kf : f64
  %e = arith.mulf %d, %x : f64
  return %e : f64
}
func.func private @df(f64, i64) -> f64 attributes {lagrad.gradient = @f}
func.func private @pf(f64, f64, i64) -> f64 attributes {lagrad.pushforward = @f}
"""


def test_what_is_known_of_recursive_functions():
    functions = lagrad.compile(KNOWN)
    for x, n in ((0.7, 4), (-1.2, 1)):
        quiet = x
        for _ in range(n - 1):
            quiet = math.sin(quiet)
        expected = 2 * x * quiet * math.factorial(n)
        assert math.isclose(functions.df(x, n), expected, rel_tol=1e-14)
        assert math.isclose(functions.pf(x, 1.0, n), expected, rel_tol=1e-14)


DEEP = """
func.func private @sum(%x: tensor<?xf64>, %i: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %end = arith.cmpi uge, %i, %n : index
  %r = scf.if %end -> (f64) {
    scf.yield %zero : f64
  } else {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %s = math.sin %v : f64
    %next = arith.addi %i, %c1 : index
    %rest = func.call @sum(%x, %next) : (tensor<?xf64>, index) -> f64
    %t = arith.addf %s, %rest : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func @f(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %r = func.call @sum(%x, %c0) : (tensor<?xf64>, index) -> f64
  return %r : f64
}
func.func private @df(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @f}
func.func private @pf(tensor<?xf64>, tensor<?xf64>) -> f64 attributes {lagrad.pushforward = @f}
"""


def test_deep_recursion():
    functions = lagrad.compile(DEEP)
    x = np.linspace(-1, 1, 1000)
    assert np.allclose(functions.df(x), np.cos(x), rtol=1e-14)
    assert np.isclose(functions.pf(x, x), np.cos(x) @ x, rtol=1e-12, atol=1e-12)


# Each active set of arguments has functions of its own, also where the set grows from call to call.
ARGUMENTS = """
func.func @f(%x: f64, %y: f64, %z: f64, %n: i64) -> (f64, f64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %p = arith.cmpi eq, %n, %c0 : i64
  %r:2 = scf.if %p -> (f64, f64) {
    %xy = arith.mulf %x, %y : f64
    scf.yield %xy, %z : f64, f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %s = math.sin %x : f64
    %q:2 = func.call @f(%y, %z, %s, %m) : (f64, f64, f64, i64) -> (f64, f64)
    %t = arith.mulf %q#1, %z : f64
    scf.yield %q#0, %t : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}
func.func private @p0(f64, f64, f64, i64, f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
func.func private @p21(f64, f64, f64, i64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f, lagrad.wrt = [2,
    1]}
func.func private @t1(f64, f64, f64, f64, i64) -> (f64, f64) attributes {lagrad.pushforward = @f, lagrad.wrt = [1]}
"""


def test_some_of_the_arguments():
    def f(x, y, z, n):
        if n == 0:
            return x * y, z
        a, b = f(y, z, np.sin(x), n - 1)
        return a, b * z

    functions = lagrad.compile(ARGUMENTS)
    x, cotangents = [0.4, 0.9, -1.3], np.array([0.3, 1.7])
    for n in (0, 1, 2, 5):
        columns = [np.imag(f(*(np.array(x) + 1j * STEP * unit), n)) / STEP for unit in np.eye(3)]
        assert np.allclose(functions.p0(*x, n, *cotangents), cotangents @ columns[0], rtol=1e-13)
        assert np.allclose(
            functions.p21(*x, n, *cotangents), [cotangents @ columns[2], cotangents @ columns[1]], rtol=1e-13
        )
        assert np.allclose(functions.t1(x[0], x[1], 1.0, x[2], n), columns[1], rtol=1e-13)


# One array as two arguments, and two parts of it.
SAME = """
func.func private @r(%a: tensor<?xf64>, %b: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.extract %a[%n] : tensor<?xf64>
  %y = tensor.extract %b[%c0] : tensor<?xf64>
  %p = arith.mulf %x, %y : f64
  %s = math.sin %p : f64
  %end = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %end -> (f64) {
    scf.yield %s : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %q = func.call @r(%b, %a, %m) : (tensor<?xf64>, tensor<?xf64>, index) -> f64
    %t = arith.mulf %q, %s : f64
    %u = func.call @r(%a, %a, %c0) : (tensor<?xf64>, tensor<?xf64>, index) -> f64
    %v = arith.addf %t, %u : f64
    scf.yield %v : f64
  }
  return %r : f64
}
func.func @f(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %most = arith.subi %size, %c1 : index
  %front = tensor.extract_slice %x[0] [%most] [1] : tensor<?xf64> to tensor<?xf64>
  %back = tensor.extract_slice %x[1] [%most] [1] : tensor<?xf64> to tensor<?xf64>
  %a = func.call @r(%x, %x, %n) : (tensor<?xf64>, tensor<?xf64>, index) -> f64
  %b = func.call @r(%front, %back, %n) : (tensor<?xf64>, tensor<?xf64>, index) -> f64
  %r = arith.mulf %a, %b : f64
  return %r : f64
}
func.func private @df(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @f}
func.func private @pf(tensor<?xf64>, tensor<?xf64>, index) -> f64 attributes {lagrad.pushforward = @f}
func.func private @ddf(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @df}
"""


def test_one_array_as_two_arguments():
    def r(a, b, n):
        s = np.sin(a[n] * b[0])
        return s if n == 0 else r(b, a, n - 1) * s + r(a, a, 0)

    def f(x, n):
        return r(x, x, n) * r(x[:-1], x[1:], n)

    functions = lagrad.compile(SAME)
    x, direction = np.array([0.4, -0.7, 1.1, 0.9, 1.3]), np.array([0.2, 1.0, -0.5, 0.3, 0.8])
    for n in (0, 1, 3):
        first = gradient_of(f, x, n)
        assert np.allclose(functions.df(x, n), first, rtol=1e-12, atol=1e-14)
        assert np.isclose(functions.pf(x, direction, n), first @ direction, rtol=1e-12)
        h = 1e-6
        second = (gradient_of(f, x + h * direction, n) - gradient_of(f, x - h * direction, n)) / (2 * h)
        assert np.allclose(functions.ddf(x, n, direction), second, rtol=1e-6, atol=1e-7)


# Two functions that call each other; what either gives is added to something, so that no adjoint reads it.
SUMS = """
func.func private @even(%x: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %c0 : i64
  %r = scf.if %end -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %s = math.sin %x : f64
    %a = func.call @odd(%s, %m) MARK : (f64, i64) -> f64
    %b = arith.addf %a, %x : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func private @odd(%x: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %c0 : i64
  %r = scf.if %end -> f64 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %e = math.exp %x : f64
    %a = func.call @even(%e, %m) MARK : (f64, i64) -> f64
    %b = arith.addf %a, %x : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @f(%x: f64, %n: i64) -> f64 {
  %r = func.call @even(%x, %n) : (f64, i64) -> f64
  return %r : f64
}
func.func private @df(f64, i64) -> f64 attributes {lagrad.gradient = @f}
func.func private @ddf(f64, i64, f64) -> f64 attributes {lagrad.pullback = @df}
"""


@pytest.mark.parametrize("mark", ["", "{lagrad.checkpoint}"])
def test_functions_that_add_to_what_they_give_each_other(mark):
    def f(x, n):
        return x if n == 0 else odd(np.sin(x), n - 1) + x

    def odd(x, n):
        return np.sin(x) if n == 0 else f(np.exp(x), n - 1) + x

    functions = lagrad.compile(SUMS.replace("MARK", mark))
    x, h = 0.4, 1e-6
    for n in (0, 1, 2, 5):
        assert np.isclose(functions.df(x, n), f(x + 1j * STEP, n).imag / STEP, rtol=1e-13)
        second = (f(x + h + 1j * STEP, n) - f(x - h + 1j * STEP, n)).imag / STEP / (2 * h)
        assert np.isclose(functions.ddf(x, n, 1.0), second, rtol=1e-7, atol=1e-8)
