"""Loops over rows, in f64: a pullback in each trip, the pullback of a sum over all, and numbers that no vector is made
of."""

from __future__ import annotations

import jax.numpy as jnp
from loops_to_vectorize import COMMON

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
func.func private @d_row(tensor<3xf64>, tensor<2xf64>) -> (tensor<3xf64>, tensor<2xf64>)
    attributes {lagrad.gradient = @row}
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


def row(p, q):
    s, k = jnp.sin(p[0]), jnp.cos(p[1])
    return jnp.where(q[0] > 0, jnp.exp(p[2]) * q[1] / q[0], jnp.tanh(s * k)) * s + k


TOTAL = (
    ROWS[: ROWS.index("func.func private @d_row")]
    + """
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
)

# Numbers that no vector is made of go lane by lane, beside those that are.
OTHER_TYPES = """
func.func @f(%z: tensor<?xcomplex<f64>>, %h: tensor<?xf16>, %x: tensor<?x2xf64>)
    -> (tensor<?xcomplex<f64>>, tensor<?xf16>, tensor<?xf64>) {
COMMON
  %n = tensor.dim %h, %c0 : tensor<?xf16>
  %e0 = tensor.empty(%n) : tensor<?xcomplex<f64>>
  %e1 = tensor.empty(%n) : tensor<?xf16>
  %e2 = tensor.empty(%n) : tensor<?xf64>
  %all:3 = scf.for %i = %c0 to %n step %c1 iter_args(%o0 = %e0, %o1 = %e1, %o2 = %e2)
      -> (tensor<?xcomplex<f64>>, tensor<?xf16>, tensor<?xf64>) {
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
