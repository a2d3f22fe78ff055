"""Pushforwards that a program calls along tangents of zero: they are by the other arguments."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.analysis.call_graph import functions

PROGRAM = """
func.func @f(%x: f64, %y: f64, %v: tensor<3xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %v[%c0] : tensor<3xf64>
  %0 = arith.mulf %x, %y : f64
  %1 = math.exp %0 : f64
  %2 = arith.mulf %1, %e : f64
  return %2, %1 : f64, f64
}
func.func private @tangent(f64, f64, f64, f64, tensor<3xf64>, tensor<3xf64>) -> (f64, f64)
    attributes {lagrad.pushforward = @f}
func.func private @both(f64, f64, f64, f64, tensor<3xf64>) -> (f64, f64, f64, f64)
    attributes {lagrad.pushforward = @f, lagrad.wrt = [0, 1], lagrad.with_primal}
func.func @forwards(%x: f64, %y: f64, %v: tensor<3xf64>) -> (f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  %same = tensor.splat %zero : tensor<3xf64>
  %dx:2 = func.call @tangent(%x, %one, %y, %zero, %v, %zeros)
      : (f64, f64, f64, f64, tensor<3xf64>, tensor<3xf64>) -> (f64, f64)
  %dy:2 = func.call @tangent(%x, %zero, %y, %one, %v, %same)
      : (f64, f64, f64, f64, tensor<3xf64>, tensor<3xf64>) -> (f64, f64)
  %all:4 = func.call @both(%x, %zero, %y, %one, %v) : (f64, f64, f64, f64, tensor<3xf64>) -> (f64, f64, f64, f64)
  return %dx#0, %dy#0, %all#3 : f64, f64, f64
}
func.func @nothing(%x: f64, %v: tensor<3xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %all:4 = func.call @both(%x, %zero, %x, %zero, %v) : (f64, f64, f64, f64, tensor<3xf64>) -> (f64, f64, f64, f64)
  return %all#2 : f64
}
func.func private @second(f64, f64, tensor<3xf64>) -> f64 attributes {lagrad.gradient = @first, lagrad.wrt = [0]}
func.func @first(%x: f64, %y: f64, %v: tensor<3xf64>) -> f64 {
  %all:3 = func.call @forwards(%x, %y, %v) : (f64, f64, tensor<3xf64>) -> (f64, f64, f64)
  return %all#1 : f64
}
"""
V = np.array([0.5, 1.0, 2.0])


def f(x, y, v):
    return jnp.exp(x * y) * v[0], jnp.exp(x * y)


def test_values():
    program = lagrad.compile(PROGRAM)
    with jax.enable_x64():
        (dx, dy), (_, dy1) = jax.jacobian(f, (0, 1))(0.3, 0.7, V)
        np.testing.assert_allclose(program.forwards(0.3, 0.7, V), (dx, dy, dy1), rtol=1e-13)
        second = jax.grad(lambda x: jax.grad(lambda y: f(x, y, V)[0])(0.7))(0.3)
    np.testing.assert_allclose(program.second(0.3, 0.7, V), second, rtol=1e-13)
    assert program.nothing(0.3, V) == 0.0


def test_what_is_called():
    module = execute.parse(PROGRAM)
    pipelines.run(module, "lagrad-differentiate")
    with module.context:
        table = functions(module.operation)
        called = str(table["forwards"])
    assert {name for name in table if "_by_" in name} == {"both_by_1", "tangent_by_1", "tangent_by_0"}
    for name in ("tangent_by_0", "tangent_by_1", "both_by_1"):
        assert f"call @{name}(" in called
    assert "call @both(" in str(table["nothing"]), "with no tangent left it would be no pushforward"
    assert "tangent_1" not in str(table["tangent_by_0"])


def test_a_zero_against_what_is_infinite():
    """A tangent of zero gives zero, also where the partial is infinite."""
    program = lagrad.compile("""
func.func @root(%x: f64, %y: f64) -> f64 {
  %0 = math.sqrt %x : f64
  %1 = arith.addf %0, %y : f64
  return %1 : f64
}
func.func private @push(f64, f64, f64, f64) -> f64 attributes {lagrad.pushforward = @root}
func.func @by_y(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %d = func.call @push(%x, %zero, %y, %one) : (f64, f64, f64, f64) -> f64
  return %d : f64
}""")
    assert program.by_y(0.0, 2.0) == 1.0


def test_what_is_wrong_with_a_request_is_told_as_before():
    with pytest.raises(lagrad.Failure, match="does not have the signature of the pushforward of @f"):
        lagrad.compile(PROGRAM.replace("lagrad.wrt = [0, 1], lagrad.with_primal", "lagrad.wrt = [0, 1]"))
