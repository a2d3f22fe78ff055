"""lagrad.torch.call: functions of MLIR programs on PyTorch's tensors."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import lagrad.torch  # noqa: E402
from lagrad.errors import CheckFailed  # noqa: E402

PROGRAM = """
func.func @scaled(%x: tensor<?x3xf64>, %s: f64, %n: i32) -> (tensor<?x3xf64>, f64, i32) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x3xf64>
  %e = tensor.empty(%d) : tensor<?x3xf64>
  %all = linalg.fill ins(%s : f64) outs(%e : tensor<?x3xf64>) -> tensor<?x3xf64>
  %y = arith.mulf %x, %all : tensor<?x3xf64>
  %square = arith.mulf %s, %s : f64
  %m = arith.addi %n, %n : i32
  return %y, %square, %m : tensor<?x3xf64>, f64, i32
}
func.func @turned(%z: complex<f64>, %x: tensor<2xcomplex<f32>>) -> (complex<f64>, tensor<2xcomplex<f32>>) {
  %0 = complex.mul %z, %z : complex<f64>
  return %0, %x : complex<f64>, tensor<2xcomplex<f32>>
}
func.func @positive(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %is = arith.cmpf ogt, %x, %zero : f64
  cf.assert %is, "it must be positive"
  %r = math.sqrt %x : f64
  return %r : f64
}
func.func @twice(%x: memref<3xf64>) {
  return
}
"""
X = torch.arange(6, dtype=torch.float64).reshape(2, 3)
N = torch.tensor(4, dtype=torch.int32)


def test_values_of_every_kind():
    y, square, n = lagrad.torch.call(PROGRAM, "scaled")(X, 3.0, N)
    assert torch.equal(y, 3 * X) and square == 9.0 and n == 8 and n.dtype == torch.int32
    assert lagrad.torch.call(PROGRAM, "scaled")(torch.ones(5, 3, dtype=torch.float64), 3.0, N)[0].shape == (5, 3)


def test_derivatives():
    scaled = lagrad.torch.call(PROGRAM, "scaled")

    def f(x, s):
        y, square, _ = scaled(x, s, N)
        return y.sin().sum() + square

    def same(x, s):
        return (x * s).sin().sum() + s * s

    s = torch.tensor(2.0, dtype=torch.float64)
    for transform in (torch.func.grad, torch.func.jacfwd, torch.func.hessian):
        for argnum in (0, 1):
            torch.testing.assert_close(transform(f, argnum)(X, s), transform(same, argnum)(X, s))


def test_the_gradient_of_a_number_is_zero_where_nothing_flows():
    positive = lagrad.torch.call(PROGRAM, "positive")
    x = torch.tensor(4.0, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.grad(0 * positive(x), x)[0] == 0
    assert torch.autograd.grad(positive(x), x)[0] == 0.25
    (first,) = torch.autograd.grad(positive(x), x, create_graph=True)
    assert torch.autograd.grad(first, x)[0] == pytest.approx(-1 / 32)


def test_complex_numbers():
    z, x = torch.tensor(1 + 2j, dtype=torch.complex128), torch.tensor([1 + 1j, 2 - 3j], dtype=torch.complex64)
    squared, same = lagrad.torch.call(PROGRAM, "turned")(z, x.conj())
    assert squared == (1 + 2j) ** 2 and torch.equal(same, x.conj())


def test_a_call_that_fails_is_an_error():
    with pytest.raises(CheckFailed, match="it must be positive"):
        lagrad.torch.call(PROGRAM, "positive")(-1.0)


@pytest.mark.parametrize(
    "name, arguments, kind, message",
    [
        ("scaled", (X, 1.0), TypeError, "@scaled takes 3 arguments, and 2 were given"),
        ("scaled", (X.float(), 1.0, 1), TypeError, "argument 0 of @scaled is .* torch.float64, not of torch.float32"),
        ("scaled", (X[0], 1.0, 1), ValueError, r"argument 0 of scaled .* shape \(3,\)"),
        ("scaled", ([1.0], 1.0, 1), TypeError, "a tensor of torch.float64, not list"),
        ("scaled", (X.to("meta"), 1.0, 1), TypeError, "on the device meta; lagrad compiles for the CPU"),
        ("twice", (X[0],), TypeError, "memory that may be written to"),
    ],
)
def test_wrong_arguments(name, arguments, kind, message):
    with pytest.raises(kind, match=message):
        lagrad.torch.call(PROGRAM, name)(*arguments)


def test_programs_in_functions_that_are_exported_are_refused():
    scaled = lagrad.torch.call(PROGRAM, "scaled")
    with pytest.raises(TypeError, match="@scaled is MLIR: .* not compiled by lagrad.torch"):
        lagrad.torch.grad(lambda x: scaled(x, 2.0, N)[0].sum())(X)
