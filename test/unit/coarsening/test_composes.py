"""Coarsened segments among what else a program may have, against JAX.

In loops with tapes and snapshots, in Jacobians with a pattern, on memory, beside vectors; each with a segment at least.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.mlir import ir
from lagrad.pipelines import NAMED

jax.config.update("jax_enable_x64", True)
PIPELINE = "lagrad-coarsened,lagrad-to-llvm"
X = np.array([0.3, -0.7, 1.1, 0.4, -1.6])

# s = w log(1 + e^s) + x_i sigmoid(s): a state that no iteration may run without.
CHAIN = """
func.func @f(%x: tensor<5xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %w) -> f64 {
    %xi = tensor.extract %x[%i] : tensor<5xf64>
    %e = math.exp %s : f64
    %odds = arith.addf %one, %e : f64
    %l = math.log %odds : f64
    %a = arith.mulf %w, %l : f64
    %p = arith.divf %e, %odds : f64
    %b = arith.mulf %xi, %p : f64
    %next = arith.addf %a, %b : f64
    scf.yield %next : f64
  } MARKS
  return %r : f64
}
func.func private @gradient(tensor<5xf64>, f64) -> (tensor<5xf64>, f64) attributes {lagrad.gradient = @f}
func.func private @tangent(tensor<5xf64>, tensor<5xf64>, f64, f64) -> f64 attributes {lagrad.pushforward = @f}
func.func private @hvp(tensor<5xf64>, tensor<5xf64>, f64, f64) -> (tensor<5xf64>, f64) attributes {lagrad.hvp = @f}
func.func private @hessian(tensor<5xf64>, f64) -> (tensor<5x5xf64>, tensor<5xf64>, tensor<5xf64>, f64)
  attributes {lagrad.hessian = @f}
"""
WAYS = {
    "plain": ("", ""),
    "recorded": ("", "tape=record"),
    "computed again": ("", "tape=recompute"),
    "snapshots": ("{lagrad.snapshots = 2}", ""),
    "replayed": ("{lagrad.replay}", ""),
}


def chain(x, w):
    s = w
    for xi in x:
        s = w * jnp.logaddexp(0.0, s) + xi * jax.nn.sigmoid(s)
    return s


def passes(options: str) -> str:
    """The pipeline, with options of `lagrad-differentiate` and no loop written out."""
    own = NAMED["lagrad-coarsened"].replace("lagrad-unroll-loops,", "")
    begin, _, rest = own.partition("lagrad-differentiate{")
    return f"{begin}lagrad-differentiate{{{options}}}{rest.partition('}')[2]},lagrad-to-llvm" if options else own


def is_coarsened(text: str) -> bool:
    with pipelines.new_context():
        module, report = ir.Module.parse(text), Report()
        pipelines.run(module, "canonicalize,cse,lagrad-lift-elements,canonicalize,cse,lagrad-coarsen-segments", report)
    return any("; coarsened: " in remark.message for remark in report.remarks)


@pytest.mark.parametrize("way", WAYS)
def test_a_state_with_a_tape(way):
    marks, options = WAYS[way]
    text = CHAIN.replace("MARKS", marks)
    assert is_coarsened(text)
    program = lagrad.compile(text, pipeline=passes(options) if options else f"{passes('')},lagrad-to-llvm")
    w, dx, dw = 0.6, np.array([1.0, -0.5, 0.2, 2.0, 0.1]), 0.7
    gradient = jax.grad(chain, (0, 1))(X, w)
    for found, wanted in zip(program.gradient(X, w), gradient, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
    np.testing.assert_allclose(program.tangent(X, dx, w, dw), gradient[0] @ dx + gradient[1] * dw, rtol=1e-12)
    (xx, xw), (wx, ww) = jax.hessian(chain, (0, 1))(X, w)
    for found, wanted in zip(program.hvp(X, dx, w, dw), (xx @ dx + xw * dw, wx @ dx + ww * dw), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-11)
    for found, wanted in zip(program.hessian(X, w), (xx, xw, wx, ww), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-14)


# y_i = x_i sigmoid(x_i) + sinc(x_(i+1)), of tensors and on memory: a Jacobian of two diagonals.
FIELD = """
func.func @f(ARGUMENTS) RESULT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  BEGIN
    %j = arith.addi %i, %c1 : index
    %a = READ[%i] : TYPE<5xf64>
    %b = READ[%j] : TYPE<5xf64>
    %n = arith.negf %a : f64
    %e = math.exp %n : f64
    %odds = arith.addf %one, %e : f64
    %p = arith.divf %a, %odds : f64
    %s = math.sin %b : f64
    %q = arith.divf %s, %b : f64
    %r = arith.addf %p, %q : f64
    END
}
"""
ON_TENSORS = FIELD
for name, part in {
    "ARGUMENTS": "%x: tensor<5xf64>",
    "RESULT": "-> tensor<4xf64>",
    "BEGIN": """%none = tensor.empty() : tensor<4xf64>
      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %none) -> tensor<4xf64> {""",
    "READ": "tensor.extract %x",
    "TYPE": "tensor",
    "END": """%more = tensor.insert %r into %t[%i] : tensor<4xf64>
      scf.yield %more : tensor<4xf64>
    }
    return %y : tensor<4xf64>""",
}.items():
    ON_TENSORS = ON_TENSORS.replace(name, part)
ON_TENSORS += """
func.func private @jacobian(tensor<5xf64>) -> tensor<4x5xf64> attributes {lagrad.jacobian = @f}
func.func private @forward(tensor<5xf64>) -> tensor<4x5xf64> attributes {lagrad.jacobian = @f, lagrad.mode = "forward"}
func.func private @sparse(tensor<5xf64>) -> (tensor<8xf64>, tensor<8xi32>, tensor<5xi32>)
  attributes {lagrad.jacobian = @f, lagrad.compressed}
"""
ON_MEMORY = FIELD
for name, part in {
    "ARGUMENTS": "%x: memref<5xf64>, %y: memref<4xf64>",
    "RESULT": "",
    "BEGIN": "scf.for %i = %c0 to %c4 step %c1 {",
    "READ": "memref.load %x",
    "TYPE": "memref",
    "END": "memref.store %r, %y[%i] : memref<4xf64>\n }\n return",
}.items():
    ON_MEMORY = ON_MEMORY.replace(name, part)
ON_MEMORY += """
func.func private @pull(memref<5xf64>, memref<4xf64>, memref<5xf64>, memref<4xf64>) attributes {lagrad.pullback = @f}
"""


def field(x):
    return x[:-1] * jax.nn.sigmoid(x[:-1]) + jnp.sinc(x[1:] / jnp.pi)


def test_jacobians_with_a_pattern():
    assert is_coarsened(ON_TENSORS)
    program, wanted = lagrad.compile(ON_TENSORS, pipeline=PIPELINE), jax.jacobian(field)(X)
    np.testing.assert_allclose(program.f(X), field(X), rtol=1e-13)
    for name in ("jacobian", "forward"):
        np.testing.assert_allclose(program[name](X), wanted, rtol=1e-12, atol=1e-15)
    values, columns, starts = program.sparse(X)
    assert list(starts) == [0, 2, 4, 6, 8] and list(columns) == [0, 1, 1, 2, 2, 3, 3, 4]
    np.testing.assert_allclose(values, np.asarray(wanted)[np.repeat(range(4), 2), columns], rtol=1e-12)


def test_memory():
    assert is_coarsened(ON_MEMORY)
    pull = lagrad.compile(ON_MEMORY, pipeline=PIPELINE).pull
    ct = np.array([0.5, -1.0, 2.0, 0.3])
    x_bar, y, given = np.ones(5), np.zeros(4), ct.copy()
    pull(X.copy(), y, x_bar, given)
    np.testing.assert_allclose(x_bar, 1 + jax.vjp(field, X)[1](ct)[0], rtol=1e-12)
    np.testing.assert_allclose(given, 0, atol=0)


# Softplus of the sum of a vector's elements, times each: scalars between vectors.
BESIDE_VECTORS = """
func.func @f(%x: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%all = %zero) -> f64 {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : tensor<8xf64>, vector<4xf64>
    %s = math.sin %v : vector<4xf64>
    %sum = vector.reduction <add>, %s : vector<4xf64> into f64
    %e = math.exp %sum : f64
    %odds = arith.addf %one, %e : f64
    %l = math.log %odds : f64
    %p = arith.mulf %l, %sum : f64
    %b = vector.broadcast %p : f64 to vector<4xf64>
    %m = arith.mulf %b, %v : vector<4xf64>
    %part = vector.reduction <add>, %m : vector<4xf64> into f64
    %more = arith.addf %all, %part : f64
    scf.yield %more : f64
  }
  return %r : f64
}
func.func private @gradient(tensor<8xf64>) -> tensor<8xf64> attributes {lagrad.gradient = @f}
func.func private @tangent(tensor<8xf64>, tensor<8xf64>) -> f64 attributes {lagrad.pushforward = @f}
"""


def beside_vectors(x):
    parts = x.reshape(2, 4)
    sums = jnp.sin(parts).sum(1)
    return jnp.sum(jnp.logaddexp(0.0, sums) * sums * parts.sum(1))


def test_vectors():
    x, dx = np.linspace(-1.5, 2.0, 8), np.cos(np.arange(8.0))
    program, wanted = lagrad.compile(BESIDE_VECTORS, pipeline=PIPELINE), jax.grad(beside_vectors)(x)
    np.testing.assert_allclose(program.f(x), beside_vectors(x), rtol=1e-13)
    np.testing.assert_allclose(program.gradient(x), wanted, rtol=1e-12)
    np.testing.assert_allclose(program.tangent(x, dx), wanted @ dx, rtol=1e-12)
