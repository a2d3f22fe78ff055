"""Which calls have effects: what programs say of functions, and what is refused."""

import functools

import numpy as np
import pytest
from effect_checks import compiled, differentiated, kinds
from effects_library import DECLARATIONS, path, traced

import lagrad
from lagrad.errors import Failure

HALF = """
func.func private @effects_half(f64) -> f64 attributes {lagrad.custom_pullback = @half_pullback ATTRIBUTE}
func.func private @half_pullback(%x: f64, %ct: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %r = arith.mulf %ct, %half : f64
  return %r : f64
}
func.func @f(%x: f64) -> f64 {
  %h = call @effects_half(%x) : (f64) -> f64
  %unread = call @effects_half(%h) : (f64) -> f64
  %r = arith.addf %h, %x : f64
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
func.func private @of_half(f64) -> f64 attributes {lagrad.gradient = @effects_half}
func.func private @half_with_primal(f64) -> (f64, f64) attributes {lagrad.gradient = @effects_half, lagrad.with_primal}
"""


def test_a_custom_pullback_does_not_say_that_a_function_has_no_effects():
    program = compiled(HALF.replace("ATTRIBUTE", ""))
    assert (program.df(1.0), program.of_half(1.0), program.half_with_primal(1.0)) == (1.5, 0.5, (0.5, 0.5))
    assert kinds(program.f, 1.0) == kinds(program.df, 1.0) == [6, 6]
    assert kinds(program.of_half, 1.0) == kinds(program.half_with_primal, 1.0) == [6]


def test_pure_calls_are_left_out():
    program = compiled(HALF.replace("ATTRIBUTE", ", lagrad.pure"))
    assert program.df(1.0) == 1.5
    assert kinds(program.df, 1.0) == kinds(program.of_half, 1.0) == []
    assert kinds(program.half_with_primal, 1.0) == [6]


def test_pure_calls_may_be_repeated():
    """In a branch, whose adjoint computes again what it reads: refused without the mark, of the function or of the
    call."""
    text = """
func.func private @effects_draw_below(index) -> index FUNCTION
func.func @f(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf olt, %x, %one : f64
  %r = scf.if %c -> f64 {
    %k = func.call @effects_draw_below(%n) CALL : (index) -> index
    %i = arith.index_cast %k : index to i64
    %l = arith.sitofp %i : i64 to f64
    %p = arith.mulf %x, %l : f64
    %q = arith.mulf %p, %x : f64
    scf.yield %q : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}
"""
    with pytest.raises(Failure, match="again in the adjoint of this branch"):
        lagrad.compile(text.replace("FUNCTION", "").replace("CALL", ""), libraries=[path()])
    for function, call in (("attributes {lagrad.pure}", ""), ("", "{lagrad.pure}")):
        program = lagrad.compile(text.replace("FUNCTION", function).replace("CALL", call), libraries=[path()])
        assert set(kinds(program.df, 0.5, 9)) <= {1}


def test_a_function_with_a_body_may_be_said_to_be_pure():
    text = """
func.func private @g(%x: f64) -> f64 attributes {lagrad.pure ATTRIBUTE} {
  %k = call @effects_draw() : () -> f64
  %r = arith.mulf %x, %k : f64
  return %r : f64
}
func.func @f(%x: f64) -> f64 {
  %unread = call @g(%x) : (f64) -> f64
  %r = arith.mulf %x, %x : f64
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
    for attribute in ("", ", no_inline"):
        program = compiled(text.replace("ATTRIBUTE", attribute))
        assert kinds(program.f, 1.0) == [0]
        assert kinds(program.df, 1.0) == []


def test_a_kept_function_whose_effect_takes_a_float_is_inlined():
    """Only where it is called one sees whether the float is active."""
    text = """
func.func private @keep(f64)
func.func private @g(%x: f64, %y: f64) -> f64 attributes {no_inline} {
  call @keep(%y) : (f64) -> ()
  %r = arith.mulf %x, %y : f64
  return %r : f64
}
func.func @f(%x: f64, %n: index) -> f64 {
  %two = arith.constant 2.0 : f64
  %r = call @g(%x, ARGUMENT) : (f64, f64) -> f64
  return %r : f64
}
"""
    assert "call @keep(%cst)" in differentiated(text.replace("ARGUMENT", "%two")).partition("@df")[2]
    with pytest.raises(Failure, match="it takes an active value, which its effect may keep"):
        differentiated(text.replace("ARGUMENT", "%x"))


TENSORS = """
func.func @f(%x: tensor<?xf64>, %w: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<?xf64> {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %s = math.sin %v : f64
    func.call @effects_count(%i) : (index) -> ()
    %b = tensor.insert %s into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  %u = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<?xf64> {
    %v = tensor.extract %t[%i] : tensor<?xf64>
    %q = tensor.extract %w[%i] : tensor<?xf64>
    %s = arith.mulf %v, %q : f64
    %ee = math.exp %s : f64
    func.call @effects_record(%v) : (f64) -> ()
    %b = tensor.insert %ee into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %v = tensor.extract %u[%i] : tensor<?xf64>
    %k = func.call @effects_draw() : () -> f64
    %p = arith.mulf %v, %k : f64
    %c = arith.cmpf ogt, %p, %k : f64
    %b = scf.if %c -> f64 {
       func.call @effects_record(%p) : (f64) -> ()
       %z = arith.addf %a, %p : f64
       scf.yield %z : f64
    } else {
       %z = math.exp %p : f64
       %z2 = arith.addf %a, %z : f64
       scf.yield %z2 : f64
    }
    scf.yield %b : f64
  }
  %f = tensor.empty() : tensor<f64>
  %g = linalg.fill ins(%zero : f64) outs(%f : tensor<f64>) -> tensor<f64>
  %h = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0)
      -> ()>], iterator_types = ["reduction"]} ins(%u : tensor<?xf64>) outs(%g : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %k = func.call @effects_draw() : () -> f64
    %m = arith.mulf %a, %k : f64
    %l = arith.addf %o, %m : f64
    linalg.yield %l : f64
  } -> tensor<f64>
  %hh = tensor.extract %h[] : tensor<f64>
  %rr = arith.addf %r, %hh : f64
  return %rr : f64
}
"""
OF_TENSORS = """
func.func private @df(tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @f, lagrad.with_primal}
func.func private @gradient(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @f}
func.func private @hvp(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.hvp = @f}
"""


@functools.cache
def of_tensors(threads: int):
    return lagrad.compile(DECLARATIONS + TENSORS + OF_TENSORS, threads=threads, libraries=[path()])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("n", [0, 5, 700])
def test_effects_beside_tensors(n, threads):
    """Results have the sizes of arguments: what computes these before has no effects."""
    program = of_tensors(threads)
    rng = np.random.default_rng(n)
    x, w, dx, dw = (rng.uniform(0.1, 1, n) for _ in range(4))
    value, trace = traced(program.f, x, w)
    assert len([kind for kind, _ in trace if kind != 2]) == 3 * n and sum(kind == 2 for kind, _ in trace) >= n

    def same(function, *arguments):
        results, own = traced(function, *arguments)
        assert [kind for kind, _ in own] == [kind for kind, _ in trace]
        np.testing.assert_allclose([v for _, v in own], [v for _, v in trace], rtol=1e-12)
        return results

    primal, *gradient = same(program.df, x, w)
    assert primal == pytest.approx(value, rel=1e-12)
    for one, other in zip(gradient, same(program.gradient, x, w), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    h = 1e-6
    up, down = (traced(program.f, x + d * dx, w + d * dw)[0] for d in (h, -h))
    assert gradient[0] @ dx + gradient[1] @ dw == pytest.approx((up - down) / (2 * h), rel=1e-5, abs=1e-8)
    same(program.hvp, x, dx, w, dw)


def test_a_size_that_an_effect_decides_is_refused():
    text = """
func.func @f(%x: f64, %n: index) -> tensor<?xf64> {
  %k = call @effects_draw_below(%n) : (index) -> index
  %unread = call @effects_draw() : () -> f64
  %t = tensor.splat %x[SIZE] : tensor<?xf64>
  return %t : tensor<?xf64>
}
"""
    with pytest.raises(Failure, match="the size of a result of @f depends on this, which has an effect"):
        compiled(text.replace("SIZE", "%k"))
    found, trace = traced(compiled(text.replace("SIZE", "%n")).f, 2.0, 3)
    assert list(found) == [2.0] * 3 and [kind for kind, _ in trace] == [1, 0]


# What cannot be kept once, and in order, is refused with these words.
