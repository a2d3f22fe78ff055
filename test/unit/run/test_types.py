"""Arguments and results of all types: narrow floats, integers, indices, complex numbers."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import lagrad

NARROW = """
func.func @f(%c: i1, %m: tensor<2xi1>, %h: f16, %b: bf16, %v: tensor<2xbf16>, %r: tensor<f64>, %i: tensor<2xindex>)
    -> (i1, tensor<2xi1>, f16, bf16, tensor<2xbf16>, tensor<f64>, tensor<2xindex>) {
  return %c, %m, %h, %b, %v, %r, %i
      : i1, tensor<2xi1>, f16, bf16, tensor<2xbf16>, tensor<f64>, tensor<2xindex>
}"""


def test_other_types():
    f = lagrad.compile(NARROW)
    v = np.array([1.5, -2.0], ml_dtypes.bfloat16)
    results = f(True, np.array([True, False]), 0.1, 0.1, v, np.array(0.25), np.array([3, -4]))
    c, m, h, b, w, r, i = results
    assert c.dtype == bool and c and m.tolist() == [True, False]
    assert h == np.float16(0.1) and h.dtype == np.float16
    assert b == ml_dtypes.bfloat16(0.1) and b.dtype == ml_dtypes.bfloat16
    assert w.tolist() == v.tolist() and w.dtype == ml_dtypes.bfloat16
    assert r.shape == () and r == 0.25 and i.tolist() == [3, -4] and i.dtype == np.int64
    bits = f(np.False_, np.array([True, False]), 1, 1, v.view(np.uint16), 0.25, np.array([3, -4]))
    assert bits[4].tolist() == v.tolist() and not bits[0] and bits[5] == 0.25
    with pytest.raises(ValueError, match="argument 0 of f is i1, and 2 is not between 0 and 1"):
        f(2, *results[1:])


@pytest.mark.parametrize(
    "number", [0.1, 1 + 2**-8, 1 + 2**-8 + 2**-40, 1 + 3 * 2**-8, -3.1e38, np.inf, np.nan, 3.4e38, 1e-45]
)
def test_scalars_become_bf16_in_one_rounding(number):
    """As the compiled conversion does, which is tested against exact arithmetic."""
    f = lagrad.compile("""
func.func @f(%x: f64, %b: bf16) -> (bf16, bf16) {
  %0 = arith.truncf %x : f64 to bf16
  return %0, %b : bf16, bf16
}""")
    converted, passed = (np.asarray(v).view(np.uint16) for v in f(number, number))
    assert converted == passed or (np.isnan(number) and converted & 0x7FFF > 0x7F80 and passed & 0x7FFF > 0x7F80)


def test_complex_numbers():
    f = lagrad.compile(
        """
func.func @f(%x: tensor<?xcomplex<f64>>, %s: complex<f64>, %t: complex<f32>)
    -> (tensor<?xcomplex<f64>>, complex<f64>, complex<f32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<(0.0, 1.0)> : tensor<2xcomplex<f64>>
  %i = tensor.extract %k[%c0] : tensor<2xcomplex<f64>>
  %a = tensor.extract %x[%c0] : tensor<?xcomplex<f64>>
  %m = complex.mul %a, %i : complex<f64>
  %r = tensor.insert %m into %x[%c0] : tensor<?xcomplex<f64>>
  %e = complex.exp %s : complex<f64>
  return %r, %e, %t : tensor<?xcomplex<f64>>, complex<f64>, complex<f32>
}""",
        pipeline="lagrad-to-llvm",
    ).f
    x = np.array([1 + 2j, 3 - 1j])
    turned, power, same = f(x, 2j, 1.5 - 2.5j)
    assert turned.tolist() == [-2 + 1j, 3 - 1j] and x[0] == 1 + 2j
    np.testing.assert_allclose(power, np.exp(2j), rtol=1e-15)
    assert same == 1.5 - 2.5j and same.dtype == np.complex64
    assert f(x, 1, np.float32(2))[2] == 2
    with pytest.raises(TypeError, match="argument 1 of f is complex<f64>: a number, not str 'i'"):
        f(x, "i", 0)
    with pytest.raises(TypeError, match="an array of complex128, not of float64"):
        f(x.real, 1, 0)
