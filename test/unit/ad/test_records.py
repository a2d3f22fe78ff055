"""Functions that call themselves and whose adjoints read what the calls gave: each call leaves a record of it."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering.loops.count_operations import COUNTS, NAMES

STEP = 1e-30

# y = x * f(sin x, n - 1) in calls that stand in one construct or another; `{inner}` makes %p of %s and %m.
FRAME = """
func.func @f(%x: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> (f64) {{
    scf.yield %x : f64
  }} else {{
    %m = arith.subi %n, %c1 : index
    %s = math.sin %x : f64
    {inner}
    %q = arith.mulf %x, %p : f64
    scf.yield %q : f64
  }}
  return %r : f64
}}
func.func private @df(f64, index) -> f64 attributes {{lagrad.gradient = @f}}
func.func private @pf(f64, f64, index) -> f64 attributes {{lagrad.pushforward = @f}}
func.func private @ddf(f64, index) -> f64 attributes {{lagrad.gradient = @df}}
func.func private @hf(f64, index) -> f64 attributes {{lagrad.hessian = @f}}
"""
CALL = "func.call @f({}) : (f64, index) -> f64"

INNER = {
    "for": (
        f"""%p = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %s) -> (f64) {{
          %k = arith.minui %i, %m : index
          %v = {CALL.format("%a, %k")}
          %w = arith.mulf %v, %a : f64
          %t = math.tanh %w : f64
          scf.yield %t : f64
        }}""",
        lambda f, s, m: _loop(f, s, m),
    ),
    "if on floats": (
        f"""%half = arith.constant 0.5 : f64
        %less = arith.cmpf olt, %s, %half : f64
        %p = scf.if %less -> (f64) {{
          %v = {CALL.format("%s, %m")}
          %w = arith.mulf %v, %v : f64
          scf.yield %w : f64
        }} else {{
          %v = {CALL.format("%half, %c0")}
          %w = arith.mulf %v, %s : f64
          %u = {CALL.format("%w, %m")}
          scf.yield %u : f64
        }}""",
        lambda f, s, m: f(s, m) ** 2 if s.real < 0.5 else f(f(0.5, 0) * s, m),
    ),
    "while": (
        f"""%lim = arith.constant 0.6 : f64
        %p = scf.while (%a = %s) : (f64) -> f64 {{
          %less = arith.cmpf olt, %a, %lim : f64
          scf.condition(%less) %a : f64
        }} do {{
        ^bb0(%a: f64):
          %k = arith.minui %m, %c1 : index
          %v = {CALL.format("%a, %k")}
          %w = arith.mulf %v, %v : f64
          %t = arith.addf %a, %w : f64
          %u = arith.addf %t, %lim : f64
          %b = arith.mulf %u, %lim : f64
          scf.yield %b : f64
        }}""",
        lambda f, s, m: _while(f, s, m),
    ),
    "switch": (
        f"""%which = arith.remui %m, %c3 : index
        %p = scf.index_switch %which -> f64
        case 0 {{
          %v = {CALL.format("%s, %m")}
          %w = arith.mulf %v, %s : f64
          scf.yield %w : f64
        }}
        case 2 {{
          scf.yield %s : f64
        }}
        default {{
          %v = {CALL.format("%s, %m")}
          %u = {CALL.format("%v, %c1")}
          %w = arith.mulf %v, %u : f64
          scf.yield %w : f64
        }}""",
        lambda f, s, m: f(s, m) * s if m % 3 == 0 else s if m % 3 == 2 else f(s, m) * f(f(s, m), 1),
    ),
    "numbers of floats": (
        f"""%four = arith.constant 2.9 : f64
        %scaled = arith.mulf %s, %four : f64
        %whole = arith.fptoui %scaled : f64 to i64
        %as = arith.index_cast %whole : i64 to index
        %k = arith.minui %as, %m : index
        %v = {CALL.format("%s, %k")}
        %u = {CALL.format("%v, %k")}
        %p = arith.mulf %v, %u : f64""",
        lambda f, s, m: f(s, min(int(2.9 * s.real), m)) * f(f(s, min(int(2.9 * s.real), m)), min(int(2.9 * s.real), m)),
    ),
    "parallel": (
        f"""%zero = arith.constant 0.0 : f64
        %p = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> f64 {{
          %k = arith.minui %i, %m : index
          %v = {CALL.format("%s, %k")}
          %w = arith.mulf %v, %v : f64
          scf.reduce(%w : f64) {{
          ^bb0(%g: f64, %h: f64):
            %gh = arith.addf %g, %h : f64
            scf.reduce.return %gh : f64
          }}
        }}""",
        lambda f, s, m: sum(f(s, min(i, m)) ** 2 for i in range(3)),
    ),
}


def _loop(f, a, m):
    for i in range(3):
        a = np.tanh(f(a, min(i, m)) * a)
    return a


def _while(f, a, m):
    while a.real < 0.6:
        a = (a + f(a, min(m, 1)) ** 2 + 0.6) * 0.6
    return a


@pytest.mark.parametrize("kind", INNER)
def test_calls_in(kind):
    text, inner = INNER[kind]

    def f(x, n):
        return x if n == 0 else x * inner(f, np.sin(x), n - 1)

    def first(x, n):
        return np.imag(f(x + 1j * STEP, n)) / STEP

    compiled = lagrad.compile(FRAME.format(inner=text))
    for x in (0.3, 0.62, 1.1):
        for n in (0, 1, 2, 4):
            assert compiled.df(x, n) == pytest.approx(first(x, n), rel=1e-12)
            assert compiled.pf(x, 1.0, n) == pytest.approx(first(x, n), rel=1e-12)
            second = (first(x + 1e-6, n) - first(x - 1e-6, n)) / 2e-6
            assert compiled.ddf(x, n) == pytest.approx(second, rel=1e-6, abs=1e-7)
            assert compiled.hf(x, n) == pytest.approx(second, rel=1e-6, abs=1e-7)


LIST = """
func.func @f(%x: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %one = arith.constant 1.0 : f64
  %z = arith.cmpi eq, %n, %c0 : i64
  %r = scf.if %z -> (f64) {
    scf.yield %one : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %p = func.call @f(%x, %m) : (f64, i64) -> f64
    %q = arith.mulf %x, %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func private @df(f64, i64) -> f64 attributes {lagrad.gradient = @f}
"""


def test_a_list_takes_a_time_that_is_linear_in_its_length():
    compiled = lagrad.compile(LIST, pipeline="lagrad-default,lagrad-to-llvm-counted")

    def products(n):
        compiled[COUNTS]()  # begin
        assert compiled.df(1.001, n) == pytest.approx(n * 1.001 ** (n - 1), rel=1e-10)
        return dict(zip(NAMES, compiled[COUNTS]()))["products"]

    short, long = products(10), products(100)
    assert 5 < long / short < 13
    # There is no room at first for the records of this one, so that it runs the primal once more.
    assert products(1000) / long < 15


# Tensors of all ranks, complex numbers and integers among what is read; each level has another size.
TENSORS = """
func.func @f(%x: tensor<?x3xf32>, %n: index) -> (tensor<?x3xf32>, tensor<f32>, f64, tensor<2xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %z = arith.cmpi eq, %n, %c0 : index
  %r:5 = scf.if %z -> (tensor<?x3xf32>, tensor<f32>, f64, tensor<2xf64>, index) {
    %v = tensor.extract %x[%c0, %c1] : tensor<?x3xf32>
    %t = tensor.from_elements %v : tensor<f32>
    %w = arith.extf %v : f32 to f64
    %pair = tensor.from_elements %w, %one : tensor<2xf64>
    scf.yield %x, %t, %w, %pair, %c1 : tensor<?x3xf32>, tensor<f32>, f64, tensor<2xf64>, index
  } else {
    %m = arith.subi %n, %c1 : index
    %y = math.sin %x : tensor<?x3xf32>
    %q:5 = func.call @f(%y, %m)
      : (tensor<?x3xf32>, index) -> (tensor<?x3xf32>, tensor<f32>, f64, tensor<2xf64>, index)
    %a = arith.mulf %q#0, %x : tensor<?x3xf32>
    %e = tensor.extract %q#1[] : tensor<f32>
    %e2 = arith.mulf %e, %e : f32
    %b = tensor.from_elements %e2 : tensor<f32>
    %c = math.exp %q#2 : f64
    %d = arith.mulf %q#3, %q#3 : tensor<2xf64>
    %k = arith.addi %q#4, %q#4 : index
    %ki = arith.index_cast %k : index to i64
    %kf = arith.sitofp %ki : i64 to f64
    %g = arith.divf %c, %kf : f64
    scf.yield %a, %b, %g, %d, %k : tensor<?x3xf32>, tensor<f32>, f64, tensor<2xf64>, index
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<?x3xf32>, tensor<f32>, f64, tensor<2xf64>, index
}
func.func private @pf(tensor<?x3xf32>, index, tensor<?x3xf32>, tensor<f32>, f64, tensor<2xf64>) -> tensor<?x3xf32>
  attributes {lagrad.pullback = @f}
"""


def test_results_of_all_kinds():
    def f(x, n):
        if n == 0:
            return x, x[0, 1], x[0, 1], np.array([x[0, 1], 1.0]), 1
        a, b, c, d, k = f(np.sin(x), n - 1)
        return a * x, b * b, np.exp(c) / (2 * k), d * d, 2 * k

    compiled = lagrad.compile(TENSORS)
    rng = np.random.default_rng(3)
    for rows in (1, 4):
        x = rng.uniform(0.2, 1.4, (rows, 3))
        cts = rng.uniform(0.5, 1.5, (rows, 3)), 0.7, 1.3, rng.uniform(0.5, 1.5, 2)
        for n in (0, 1, 3):
            expected = np.zeros_like(x)
            for at in np.ndindex(*x.shape):
                moved = x.astype(complex)
                moved[at] += 1j * STEP
                results = f(moved, n)[:4]
                expected[at] = sum(np.sum(np.imag(r) * ct) for r, ct in zip(results, cts)) / STEP
            given = x.astype(np.float32), n, cts[0].astype(np.float32), np.float32(cts[1]), *cts[2:]
            assert np.allclose(compiled.pf(*given), expected, rtol=1e-4, atol=1e-5)


# Of what @f gives, the adjoint reads the number only. That of the tensor is read by the adjoint of the adjoint.
UNREAD = """
func.func @f(%x: tensor<3xf64>, %n: index) -> (tensor<3xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %z = arith.cmpi eq, %n, %c0 : index
  %r:2 = scf.if %z -> (tensor<3xf64>, f64) {
    scf.yield %x, %one : tensor<3xf64>, f64
  } else {
    %m = arith.subi %n, %c1 : index
    %y = math.sin %x : tensor<3xf64>
    %q:2 = func.call @f(%y, %m) : (tensor<3xf64>, index) -> (tensor<3xf64>, f64)
    %a = arith.addf %q#0, %x : tensor<3xf64>
    %e = tensor.extract %x[%c1] : tensor<3xf64>
    %b = arith.mulf %q#1, %e : f64
    scf.yield %a, %b : tensor<3xf64>, f64
  }
  return %r#0, %r#1 : tensor<3xf64>, f64
}
func.func @square(%x: tensor<3xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %r:2 = func.call @f(%x, %n) : (tensor<3xf64>, index) -> (tensor<3xf64>, f64)
  %e = tensor.extract %r#0[%c0] : tensor<3xf64>
  %a = arith.mulf %e, %r#1 : f64
  return %a : f64
}
func.func private @df(tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.gradient = @square}
func.func private @hf(tensor<3xf64>, index) -> tensor<3x3xf64> attributes {lagrad.hessian = @square}
func.func private @ddf(tensor<3xf64>, index, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @df}
"""


def test_what_nothing_reads_is_not_recorded():
    def f(x, n):
        if n == 0:
            return x, 1.0
        a, b = f(np.sin(x), n - 1)
        return a + x, b * x[1]

    def first(x, n):
        units = 1j * STEP * np.eye(3)
        return np.array([np.imag((r := f(x + unit, n))[0][0] * r[1]) / STEP for unit in units])

    x, direction = np.array([0.4, 1.3, 0.8]), np.array([0.3, -1.0, 0.6])
    compiled = lagrad.compile(UNREAD)
    for n in (0, 1, 4):
        assert np.allclose(compiled.df(x, n), first(x, n), rtol=1e-12)
        steps = 1e-6 * np.eye(3)
        hessian = np.array([(first(x + step, n) - first(x - step, n)) / 2e-6 for step in steps])
        assert np.allclose(compiled.hf(x, n), hessian, rtol=1e-6, atol=1e-7)
        assert np.allclose(compiled.ddf(x, n, direction), hessian @ direction, rtol=1e-6, atol=1e-7)


# The first request reads only the number that a call gives, which is what is recorded; the second reads the tensor.
TWO_REQUESTS = """
func.func @f(%x: f64, %y: tensor<2xf64>, %n: index) -> (f64, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r:2 = scf.if %z -> (f64, tensor<2xf64>) {
    scf.yield %x, %y : f64, tensor<2xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %s = math.sin %x : f64
    %q:2 = func.call @f(%s, %y, %m) : (f64, tensor<2xf64>, index) -> (f64, tensor<2xf64>)
    %a = arith.mulf %q#0, %x : f64
    %b = arith.mulf %q#1, %y : tensor<2xf64>
    scf.yield %a, %b : f64, tensor<2xf64>
  }
  return %r#0, %r#1 : f64, tensor<2xf64>
}
func.func private @by_x(f64, tensor<2xf64>, index, f64, tensor<2xf64>) -> f64
  attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
func.func private @by_y(f64, tensor<2xf64>, index, f64, tensor<2xf64>) -> tensor<2xf64>
  attributes {lagrad.pullback = @f, lagrad.wrt = [1]}
"""


def test_a_later_request_reads_what_is_not_recorded():
    module = execute.parse(TWO_REQUESTS)
    pipelines.run(module, "lagrad-differentiate")
    assert "@f_recall_0_all" in str(module) or "@f_recall_1_all" in str(module)
    compiled = lagrad.compile(TWO_REQUESTS)
    x, y, ct = 0.7, np.array([0.8, 1.2]), np.array([0.5, -1.0])
    for n in (0, 1, 3):

        def f(x, n):
            return x if n == 0 else x * f(np.sin(x), n - 1)

        assert compiled.by_x(x, y, n, 2.0, ct) == pytest.approx(2.0 * np.imag(f(x + 1j * STEP, n)) / STEP, rel=1e-12)
        assert np.allclose(compiled.by_y(x, y, n, 2.0, ct), ct * (n + 1) * y**n, rtol=1e-12)
