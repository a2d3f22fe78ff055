"""Marks for memory in one another, with kept calls, triangular tensors and threads, to order two, against JAX."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad

jax.config.update("jax_enable_x64", True)

PROGRAM = """
func.func private @step(%a: tensor<4x4xf64, "ltri">, %s: tensor<4xf64>) -> tensor<4xf64> attributes {no_inline} {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %u = linalg.matvec ins(%a, %s : tensor<4x4xf64, "ltri">, tensor<4xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
  %v = math.sin %u : tensor<4xf64>
  return %v : tensor<4xf64>
}
func.func @f(%a: tensor<4x4xf64, "ltri">, %x: tensor<4xf64>, %n: index, %m: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %last, %total = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %t = %one) -> (tensor<4xf64>, f64) {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%r = %s) -> tensor<4xf64> {
      %v = func.call @step(%a, %r) CALL : (tensor<4x4xf64, "ltri">, tensor<4xf64>) -> tensor<4xf64>
      %w = arith.addf %v, %x : tensor<4xf64>
      scf.yield %w : tensor<4xf64>
    } INNER
    %first = tensor.extract %q[%c1] : tensor<4xf64>
    %product = arith.mulf %first, %t : f64
    %sum = math.tanh %product : f64
    scf.yield %q, %sum : tensor<4xf64>, f64
  } OUTER
  %end = tensor.extract %last[%c1] : tensor<4xf64>
  %result = arith.mulf %end, %total : f64
  return %result : f64
}
func.func private @gradient(tensor<4x4xf64, "ltri">, tensor<4xf64>, index, index)
    -> (tensor<4x4xf64, "ltri">, tensor<4xf64>) attributes {lagrad.gradient = @f}
"""
SECOND = """
func.func private @pushed(tensor<4x4xf64, "ltri">, tensor<4x4xf64, "ltri">, tensor<4xf64>, tensor<4xf64>, index, index)
    -> f64 attributes {lagrad.pushforward = @f}
func.func private @forward_over_reverse(tensor<4x4xf64, "ltri">, tensor<4x4xf64, "ltri">, tensor<4xf64>, tensor<4xf64>,
    index, index) -> (tensor<4x4xf64, "ltri">, tensor<4xf64>) attributes {lagrad.pushforward = @gradient}
func.func private @reverse_over_forward(tensor<4x4xf64, "ltri">, tensor<4x4xf64, "ltri">, tensor<4xf64>, tensor<4xf64>,
    index, index, f64) -> (tensor<4x4xf64, "ltri">, tensor<4xf64>) attributes {lagrad.pullback = @pushed, lagrad.wrt =
        [0, 2]}
func.func private @reverse_over_reverse(tensor<4x4xf64, "ltri">, tensor<4xf64>, index, index, tensor<4x4xf64, "ltri">,
    tensor<4xf64>) -> (tensor<4x4xf64, "ltri">, tensor<4xf64>) attributes {lagrad.pullback = @gradient}
"""
NONE, REPLAY, SNAPSHOTS, PIECE = "", "{lagrad.replay}", "{lagrad.snapshots = 2}", "{lagrad.checkpoint}"
BOTH = '{lagrad.snapshots = 3, lagrad.schedule = "two-level", lagrad.checkpoint}'


def text(outer: str, inner: str, call: str, second: bool) -> str:
    marked = PROGRAM.replace("OUTER", outer).replace("INNER", inner).replace("CALL", call)
    return marked + SECOND * second


def twin(a, x, n: int, m: int):
    s, t, a = x, 1.0, jnp.tril(a)
    for _ in range(n):
        for _ in range(m):
            s = jnp.sin(a @ s) + x
        t = jnp.tanh(s[1] * t)
    return s[1] * t


def drawn(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return np.tril(rng.uniform(-1, 1, (4, 4))), rng.uniform(-1, 1, 4)


def check(functions, n: int, m: int, second: bool) -> None:
    (a, x), (da, dx) = drawn(n), drawn(100 + m)
    gradient = jax.grad(lambda a, x: twin(a, x, n, m), (0, 1))
    expected = gradient(a, x)
    agree("gradient", functions.gradient(a, x, n, m), expected)
    if second:
        _, moved = jax.jvp(gradient, (a, x), (da, dx))
        agree("forward over reverse", functions.forward_over_reverse(a, da, x, dx, n, m), moved)
        agree("reverse over forward", functions.reverse_over_forward(a, da, x, dx, n, m, 1.0), moved)
        agree("reverse over reverse", functions.reverse_over_reverse(a, x, n, m, da, dx), moved)


def agree(what: str, found, expected) -> None:
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.tril(one) if one.ndim == 2 else one, other, rtol=1e-9, atol=1e-11, err_msg=what)


FIRST = [
    (SNAPSHOTS, SNAPSHOTS, NONE),
    (SNAPSHOTS, REPLAY, NONE),
    (PIECE, SNAPSHOTS, PIECE),
    (BOTH, PIECE, NONE),
]


@pytest.mark.parametrize("outer, inner, call", FIRST)
def test_gradients(outer, inner, call):
    functions = lagrad.compile(text(outer, inner, call, False))
    for n, m in ((5, 3), (1, 4), (3, 0), (0, 2)):
        check(functions, n, m, False)


@pytest.mark.parametrize("outer, inner, call", FIRST[:1])
def test_second_order_with_threads(outer, inner, call):
    functions = lagrad.compile(text(outer, inner, call, True), threads=2)
    for n, m in ((5, 3), (2, 0), (0, 2)):
        check(functions, n, m, True)


@pytest.mark.long
@pytest.mark.parametrize("call", [NONE, PIECE])
@pytest.mark.parametrize("inner", [NONE, REPLAY, SNAPSHOTS, PIECE, BOTH])
@pytest.mark.parametrize("outer", [NONE, SNAPSHOTS, PIECE, BOTH])
def test_all_marks_to_the_second_order(outer, inner, call):
    functions = lagrad.compile(text(outer, inner, call, True))
    for n, m in ((5, 3), (7, 1), (1, 4), (3, 0), (0, 2)):
        check(functions, n, m, True)
