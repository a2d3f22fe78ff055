"""Memory that a derivative does not pass through: read once where it may change, written once and in order."""

import numpy as np
import pytest

import lagrad
from lagrad.errors import Failure

STEP = 1e-20

TABLE = """
memref.global "private" constant @table : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @f(%x: f64, %i: index, %t: memref<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %table = memref.get_global @table : memref<4xf64>
  %p = arith.cmpf ogt, %x, %zero : f64
  %r = scf.if %p -> (f64) {
    %a = memref.load %table[%i] : memref<4xf64>
    %b = memref.load %t[%i] : memref<?xf64>
    %y = arith.mulf %x, %a : f64
    %s = math.sin %y : f64
    %z = arith.mulf %s, %b : f64
    scf.yield %z : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}
func.func private @gradient(f64, index, memref<?xf64>) -> f64 attributes {lagrad.gradient = @f}
func.func private @pushforward(f64, f64, index, memref<?xf64>) -> f64 attributes {lagrad.pushforward = @f}
func.func private @second(f64, index, memref<?xf64>) -> f64 attributes {lagrad.gradient = @gradient}
func.func private @hessian(f64, index, memref<?xf64>) -> f64 attributes {lagrad.hessian = @f}
"""


def test_tables_are_read_in_branches():
    functions = lagrad.compile(TABLE)
    t = np.array([0.5, -1.5, 2.5, 3.5])
    for x, i in ((0.7, 1), (1.3, 3), (-2.0, 0)):
        a, b = (i + 1, t[i]) if x > 0 else (0, 0)
        first = b * a * np.cos(a * x) if x > 0 else 1.0
        assert np.isclose(functions.gradient(x, i, t), first, rtol=1e-14)
        assert np.isclose(functions.pushforward(x, 2.0, i, t), 2 * first, rtol=1e-14)
        for second in (functions.second, functions.hessian):
            assert np.isclose(second(x, i, t), -b * a * a * np.sin(a * x), rtol=1e-14)


# What is read is overwritten after it; what is written says in which order, and how often.
OVERWRITTEN = """
func.func @f(%x: f64, %m: memref<?xf64>, %log: memref<?xi64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %ten = arith.constant 10 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %v = memref.load %m[%c0] : memref<?xf64>
    %w = arith.mulf %v, %two : f64
    memref.store %w, %m[%c0] : memref<?xf64>
    %k = memref.load %log[%c0] : memref<?xi64>
    %k10 = arith.muli %k, %ten : i64
    %j = arith.index_cast %i : index to i64
    %kj = arith.addi %k10, %j : i64
    memref.store %kj, %log[%c0] : memref<?xi64>
    %t = arith.mulf %s, %v : f64
    %u = math.sin %t : f64
    %q = arith.mulf %u, %s : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func private @gradient(f64, memref<?xf64>, memref<?xi64>, index) -> f64 attributes {lagrad.gradient = @f}
func.func private @both(f64, memref<?xf64>, memref<?xi64>, index) -> (f64, f64) attributes {lagrad.value_and_grad = @f}
func.func private @forward(f64, f64, memref<?xf64>, memref<?xi64>, index)
    -> (f64, f64) attributes {lagrad.pushforward = @f, lagrad.with_primal}
func.func private @second(f64, memref<?xf64>, memref<?xi64>, index) -> f64 attributes {lagrad.gradient = @gradient}
"""


def overwritten(x, m, n):
    for _ in range(n):
        x, m = np.sin(x * m) * x, 2 * m
    return x


@pytest.mark.parametrize("tape", ["auto", "record", "recompute", "min-memory"])
def test_what_is_overwritten_is_recorded(tape):
    functions = lagrad.compile(
        OVERWRITTEN, pipeline=f"lagrad-differentiate{{tape={tape}}},canonicalize,cse,lagrad-to-llvm"
    )
    for n in (0, 1, 4):
        value, first = overwritten(0.9, 0.3, n), overwritten(0.9 + 1j * STEP, 0.3, n).imag / STEP
        h = 1e-5
        second = (
            (overwritten(0.9 + h + 1j * STEP, 0.3, n) - overwritten(0.9 - h + 1j * STEP, 0.3, n)).imag / STEP / (2 * h)
        )
        trace = int("".join(map(str, range(n))) or 0)
        for call, expected, tolerance in (
            (lambda m, log: [functions.f(0.9, m, log, n)], [value], 1e-13),
            (lambda m, log: [functions.gradient(0.9, m, log, n)], [first], 1e-13),
            (lambda m, log: functions.both(0.9, m, log, n), [value, first], 1e-13),
            (lambda m, log: functions.forward(0.9, 1.0, m, log, n), [value, first], 1e-13),
            (lambda m, log: [functions.second(0.9, m, log, n)], [second], 1e-7),
        ):
            m, log = np.array([0.3]), np.array([0])
            assert np.allclose(call(m, log), expected, rtol=tolerance, atol=1e-13)
            assert m[0] == 0.3 * 2**n and log[0] == trace


SCRATCH = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.index_cast %i : index to i64
    %v = arith.sitofp %j : i64 to f64
    memref.store %v, %m[%i] : memref<?xf64>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %v = memref.load %m[%i] : memref<?xf64>
    %t = arith.mulf %s, %v : f64
    %u = math.cos %t : f64
    scf.yield %u : f64
  }
  return %r : f64
}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @f}
"""


def test_scratch_is_written_once():
    def f(x, n):
        for i in range(n):
            x = np.cos(x * i)
        return x

    functions = lagrad.compile(SCRATCH)
    for n in (1, 2, 5):
        assert np.isclose(functions.gradient(0.8, n), f(0.8 + 1j * STEP, n).imag / STEP, rtol=1e-13)


ON_MEMORY = """
#id = affine_map<(d) -> (d)>
func.func @f(%x: f64, %m: memref<3xf64>, %out: memref<3xf64>) -> f64 {
  %c2 = arith.constant 2 : index
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%m : memref<3xf64>) outs(%out : memref<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = arith.addf %a, %a : f64
    linalg.yield %b : f64
  }
  %row = memref.subview %out[1] [2] [1] : memref<3xf64> to memref<2xf64, strided<[1], offset: 1>>
  %c1 = arith.constant 1 : index
  %v = memref.load %row[%c1] : memref<2xf64, strided<[1], offset: 1>>
  %y = arith.mulf %x, %v : f64
  %e = math.exp %y : f64
  return %e : f64
}
func.func private @gradient(f64, memref<3xf64>, memref<3xf64>) -> f64 attributes {lagrad.gradient = @f}
"""


def test_operations_on_memory_write_it():
    functions = lagrad.compile(ON_MEMORY)
    out = np.zeros(3)
    assert np.isclose(functions.gradient(0.4, np.array([1.0, 2.0, 0.7]), out), 1.4 * np.exp(0.4 * 1.4), rtol=1e-14)
    assert np.allclose(out, [2.0, 4.0, 1.4])


SCALARS = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  %pair = memref.alloca() : memref<2xf64>
  memref.store %x, %s[] : memref<f64>
  memref.store %zero, %pair[%c1] : memref<2xf64>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %s[] : memref<f64>
    %w = math.sin %v : f64
    %p = arith.cmpf ogt, %w, %zero : f64
    scf.if %p {
      %u = arith.mulf %w, %x : f64
      memref.store %u, %s[] : memref<f64>
      memref.store %w, %pair[%c1] : memref<2xf64>
    }
  }
  %a = memref.load %s[] : memref<f64>
  %b = memref.load %pair[%c1] : memref<2xf64>
  %r = arith.addf %a, %b : f64
  return %r : f64
}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @f}
"""


@pytest.mark.parametrize("prepare", ["lagrad-default", "lagrad-differentiate,canonicalize"])
def test_scalars_on_the_stack_are_values(prepare):
    def f(x, n):
        s, pair = x, 0.0
        for _ in range(n):
            w = np.sin(s)
            if w.real > 0:
                s, pair = w * x, w
        return s + pair

    functions = lagrad.compile(SCALARS, pipeline=f"{prepare},lagrad-to-llvm")
    for x in (0.7, 2.1, -0.4):
        for n in (0, 1, 4):
            assert np.isclose(functions.gradient(x, n), f(x + 1j * STEP, n).imag / STEP, rtol=1e-12)


REFUSED = {
    "call": (
        "func.call @keep(%x, %m) : (f64, memref<3xf64>) -> ()",
        "'func.call': it takes an active value, which its effect may keep",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_active_values_in_memory_are_refused(name):
    body, message = REFUSED[name]
    text = f"""
func.func private @keep(f64, memref<3xf64>)
func.func @f(%x: f64, %m: memref<3xf64>) -> f64 {{
  %c0 = arith.constant 0 : index
  {body}
  %v = memref.load %m[%c0] : memref<3xf64>
  %r = arith.mulf %v, %x : f64
  return %r : f64
}}
func.func private @gradient(f64, memref<3xf64>) -> f64 attributes {{lagrad.gradient = @f}}
"""
    with pytest.raises(Failure) as refusal:
        lagrad.compile(text)
    assert any(message in diagnostic.message for diagnostic in refusal.value.diagnostics)
