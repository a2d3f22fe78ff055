"""One of two tensors of different sizes: what it is, and its derivatives, against NumPy and complex steps."""

import numpy as np
import pytest

import lagrad

PROGRAM = """
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>, %w: i1) -> f64 {
  %m = scf.if %w -> tensor<?xf64> { scf.yield %x : tensor<?xf64> } else { scf.yield %y : tensor<?xf64> }
  %z = arith.constant dense<0.0> : tensor<f64>
  %r = linalg.reduce {arith.addf} ins(%m : tensor<?xf64>) outs(%z : tensor<f64>) dimensions=[0]
  %p = tensor.extract %r[] : tensor<f64>
  %q = math.sin %p : f64
  return %q : f64
}
func.func @g(%x: tensor<?xf64>, %y: tensor<?xf64>, %w: i1) -> tensor<?xf64> {
  %m = arith.select %w, %x, %y : tensor<?xf64>
  %s = math.sin %m : tensor<?xf64>
  %t = arith.mulf %s, %m : tensor<?xf64>
  return %t : tensor<?xf64>
}
func.func @h(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%s = %zero) -> f64 {
    %head = tensor.extract_slice %x[0] [%i] [1] : tensor<?xf64> to tensor<?xf64>
    %k = arith.subi %d, %i : index
    %tail = tensor.extract_slice %x[%i] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %b = arith.cmpi slt, %i, %n : index
    %m = arith.select %b, %head, %tail : tensor<?xf64>
    %e = math.exp %m : tensor<?xf64>
    %z = arith.constant dense<0.0> : tensor<f64>
    %t = linalg.reduce {arith.addf} ins(%e : tensor<?xf64>) outs(%z : tensor<f64>) dimensions=[0]
    %p = tensor.extract %t[] : tensor<f64>
    %q = math.sin %p : f64
    %v = arith.addf %s, %q : f64
    scf.yield %v : f64
  }
  return %r : f64
}
func.func private @df(tensor<?xf64>, tensor<?xf64>, i1) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @f, lagrad.wrt = [0,1]}
func.func private @dg(tensor<?xf64>, tensor<?xf64>, i1, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes
    {lagrad.pullback = @g, lagrad.wrt = [0,1]}
func.func private @tg(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, i1)
    -> tensor<?xf64> attributes {lagrad.pushforward = @g, lagrad.wrt = [0,1]}
func.func private @dh(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @h}
func.func private @hh(tensor<?xf64>, tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.hvp = @h}
"""
CHOICES = [(6, 3, True), (3, 6, False), (3, 6, True), (6, 3, False)]


@pytest.fixture(
    scope="module",
    params=["lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas{inspect=true threads=2}"],
)
def program(request):
    return lagrad.compile(PROGRAM, pipeline=f"lagrad-default,{request.param}")


def _sides(first, second, flag):
    x, y = np.arange(1.0, first + 1) / 10, np.arange(2.0, second + 2) / 10
    return x, y, x if flag else y


def _on_one_side(found, chosen, flag):
    """The gradients of both sides: what it is of the one that is taken, and zeros of the other's size."""
    one, other = (found[0], found[1]) if flag else (found[1], found[0])
    np.testing.assert_allclose(one, chosen, rtol=1e-12)
    assert not other.any()


@pytest.mark.parametrize("first, second, flag", CHOICES)
def test_a_branch_that_gives_an_argument(program, first, second, flag):
    x, y, chosen = _sides(first, second, flag)
    assert np.isclose(program.f(x, y, flag), np.sin(chosen.sum()))
    found = program.df(x, y, flag)
    assert [g.size for g in found] == [first, second]
    _on_one_side(found, np.full(chosen.size, np.cos(chosen.sum())), flag)


@pytest.mark.parametrize("first, second, flag", CHOICES)
def test_a_selected_tensor_is_a_result(program, first, second, flag):
    x, y, chosen = _sides(first, second, flag)
    np.testing.assert_allclose(program.g(x, y, flag), np.sin(chosen) * chosen)
    slope = np.cos(chosen) * chosen + np.sin(chosen)
    _on_one_side(program.dg(x, y, flag, np.ones(chosen.size)), slope, flag)
    tangent = program.tg(x, np.ones(first), y, np.full(second, 2.0), flag)
    np.testing.assert_allclose(tangent, slope * (1 if flag else 2))


def _h(x, n):
    return sum(np.sin(np.exp(x[:i] if i < n else x[i:]).sum()) for i in range(x.size))


def _gradient(x, n):
    return np.array([_h(x + 1e-30j * row, n).imag / 1e-30 for row in np.eye(x.size)])


def test_slices_of_different_lengths_in_a_loop(program):
    x, v = np.linspace(0.1, 1, 7), np.arange(7.0) / 7
    assert np.isclose(program.h(x, 3), _h(x, 3))
    np.testing.assert_allclose(program.dh(x, 3), _gradient(x, 3), rtol=1e-11)
    central = (_gradient(x + 1e-6 * v, 3) - _gradient(x - 1e-6 * v, 3)) / 2e-6
    np.testing.assert_allclose(program.hh(x, v, 3), central, rtol=1e-6)


def test_the_shadow_of_a_longer_buffer_keeps_its_end():
    text = """
func.func @f(%x: memref<?xf64>, %y: memref<?xf64>, %w: i1, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant dense<1.0> : vector<2xf64>
  %m = arith.select %w, %x, %y : memref<?xf64>
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%s = %one) -> vector<2xf64> {
    %v = vector.load %m[%i] : memref<?xf64>, vector<2xf64>
    %t = arith.mulf %s, %v : vector<2xf64>
    scf.yield %t : vector<2xf64>
  }
  %p = vector.reduction <mul>, %r : vector<2xf64> into f64
  return %p : f64
}
func.func private @d(memref<?xf64>, memref<?xf64>, i1, index, f64, memref<?xf64>, memref<?xf64>)
    attributes {lagrad.pullback = @f, lagrad.wrt = [0, 1]}
"""
    program = lagrad.compile(text)
    for first, second, flag in ((9, 5, False), (9, 5, True), (5, 8, False)):
        x, y = np.arange(1.0, first + 1), np.arange(2.0, second + 2)
        shadows = [np.full(first, 10.0), np.full(second, 10.0)]
        program.d(x, y, flag, 4, 1.0, *shadows)
        expected = [np.full(first, 10.0), np.full(second, 10.0)]
        chosen = (x if flag else y)[:4]
        expected[0 if flag else 1][:4] += chosen.prod() / chosen
        for found, wanted in zip(shadows, expected):
            np.testing.assert_allclose(found, wanted)
