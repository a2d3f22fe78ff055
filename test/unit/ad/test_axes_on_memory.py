"""Jacobians, Hessians and products with Hessians of functions on memory: against JAX."""

import jax
import jax.numpy as jnp
import numpy as np
import on_memory
import pytest
from test_recursion_on_memory import TREE

import lagrad
from lagrad import execute, gradcheck
from lagrad.errors import CheckFailed
from lagrad_cli.calls.inputs import inputs_for

PROGRAM = """
func.func @f(%x: memref<3xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %j = arith.addi %i, %c1 : index
    %a = memref.load %x[%i] : memref<3xf64>
    %b = memref.load %x[%j] : memref<3xf64>
    %c = arith.mulf %a, %b : f64
    %d = math.sin %c : f64
    %e = arith.mulf %d, %s : f64
    memref.store %e, %x[%j] : memref<3xf64>
  }
  %r = memref.load %x[%c2] : memref<3xf64>
  return %r : f64
}
func.func @g(%x: memref<3xf64>, %s: f64) {
  %0 = func.call @f(%x, %s) : (memref<3xf64>, f64) -> f64
  return
}
func.func private @rows(memref<3xf64>, f64) -> (f64, tensor<3xf64>, f64)
  attributes {lagrad.jacobian = @f, lagrad.wrt = [0, 1], lagrad.with_primal}
func.func private @one_hot(memref<3xf64>, f64) -> (tensor<3xf64>, f64)
  attributes {lagrad.jacobian = @f, lagrad.wrt = [0, 1], lagrad.cotangent = "one-hot"}
func.func private @ends(memref<3xf64>, f64) -> (tensor<3x3xf64>, tensor<3xf64>)
  attributes {lagrad.jacobian = @g, lagrad.wrt = [0, 1]}
func.func private @sparse(memref<3xf64>, f64) -> (tensor<6xf64>, tensor<6xi32>, tensor<4xi32>)
  attributes {lagrad.jacobian = @g, lagrad.wrt = [0], lagrad.compressed}
func.func private @hessian(memref<3xf64>, f64) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, f64)
  attributes {lagrad.hessian = @f, lagrad.wrt = [0, 1]}
func.func private @hvp(memref<3xf64>, memref<3xf64>, f64, f64, memref<3xf64>) -> f64
  attributes {lagrad.hvp = @f, lagrad.wrt = [0, 1]}
func.func private @hvps(memref<3xf64>, memref<2x3xf64>, f64, tensor<2xf64>, memref<2x3xf64>) -> tensor<2xf64>
  attributes {lagrad.hvp = @f, lagrad.wrt = [0, 1], lagrad.vectors = 2}
"""
X, S = np.array([0.5, 0.7, 1.3]), 1.7
ALONG, S_ALONG = np.array([1.0, 2.0, -1.0]), 0.5


def left(x, s):
    for i in range(2):
        x = x.at[i + 1].set(jnp.sin(x[i] * x[i + 1]) * s)
    return x


def last(x, s):
    return left(x, s)[2]


@pytest.fixture(scope="module")
def functions():
    return lagrad.compile(PROGRAM)


@pytest.fixture(scope="module")
def hessian():
    return jax.hessian(last, (0, 1))(jnp.asarray(X), S)


def same(found, wanted):
    for one, other in zip(found, wanted, strict=True):
        on_memory.close(one, other)


def test_rows_of_a_float_result_and_what_the_buffer_holds_then(functions):
    x, wanted = X.copy(), jax.grad(last, (0, 1))(jnp.asarray(X), S)
    value, *rows = functions.rows(x, S)
    on_memory.close(value, last(jnp.asarray(X), S))
    same(rows, wanted)
    on_memory.close(x, left(jnp.asarray(X), S))
    same(functions.one_hot(X.copy(), S), wanted)


def test_rows_of_what_buffers_hold_at_the_end(functions):
    wanted = jax.jacobian(left, (0, 1))(jnp.asarray(X), S)
    same(functions.ends(X.copy(), S), wanted)
    entries, columns, starts = functions.sparse(X.copy(), S)
    dense = np.zeros((3, 3))
    dense[np.repeat(range(3), np.diff(starts)), columns] = entries
    on_memory.close(dense, wanted[0])


def test_hessian(functions, hessian):
    x = X.copy()
    same(functions.hessian(x, S), [block for row in hessian for block in row])
    on_memory.close(x, left(jnp.asarray(X), S))


def test_products_with_the_hessian_are_added_to_shadows(functions, hessian):
    moved = [row[0] @ ALONG + row[1] * S_ALONG for row in hessian]
    x, along, shadow = X.copy(), ALONG.copy(), np.ones(3)
    on_memory.close(functions.hvp(x, along, S, S_ALONG, shadow), moved[1])
    on_memory.close(shadow, 1 + moved[0])
    assert list(along) == list(ALONG)
    on_memory.close(x, left(jnp.asarray(X), S))
    shadows = np.zeros((2, 3))
    found = functions.hvps(X.copy(), np.stack([ALONG, -2 * ALONG]), S, np.array([S_ALONG, -2 * S_ALONG]), shadows)
    on_memory.close(found, [moved[1], -2 * moved[1]])
    on_memory.close(shadows, np.stack([moved[0], -2 * moved[0]]))


def test_of_a_function_that_calls_itself():
    takes, gives = "memref<?xf64>", "tensor<?x?xf64>"
    asked = f"func.func private @hess({takes}) -> {gives} attributes {{lagrad.hessian = @f, lagrad.wrt = [0]}}"
    x = np.array([0.3, 0.7, -0.4, 1.2, 0.9])
    found = lagrad.compile(TREE + asked, entry="hess")(x)
    on_memory.close(found, jax.hessian(lambda x: jnp.prod(jnp.sin(x)))(x))


def test_the_check_takes_them():
    found = gradcheck.check(execute.parse(PROGRAM), inputs_for)
    assert len(found) == 7 and all(outcome.passed for outcome in found)


def test_memory_that_the_function_keeps_to_itself():
    """No buffer is an argument, but active values pass through one."""
    text = """
func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2xf64>
  %a = tensor.extract %x[%c0] : tensor<2xf64>
  %b = tensor.extract %x[%c1] : tensor<2xf64>
  %p = arith.mulf %a, %b : f64
  memref.store %p, %m[%c0] : memref<2xf64>
  memref.store %a, %m[%c1] : memref<2xf64>
  %v = memref.load %m[%c0] : memref<2xf64>
  %w = memref.load %m[%c1] : memref<2xf64>
  %t = tensor.from_elements %v, %w : tensor<2xf64>
  return %t : tensor<2xf64>
}
func.func private @rows(tensor<2xf64>) -> tensor<2x2xf64> attributes {lagrad.jacobian = @f}
"""
    on_memory.close(lagrad.compile(text, entry="rows")(np.array([3.0, 5.0])), [[5, 3], [1, 0]])


def test_a_buffer_that_overlaps_a_shadow_stops_the_derivative(functions):
    memory = np.zeros(5)
    with pytest.raises(CheckFailed, match="overlap"):
        functions.hvp(memory[:3], np.ones(3), S, 0.0, memory[2:])
