"""Derivatives of programs that ask for none, from Python."""

from __future__ import annotations

import os
import pickle

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad

PROGRAM = """func.func @weighted(%x: tensor<?xf64>, %s: f64, %n: index) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sin = math.sin %x : tensor<?xf64>
  %dot = linalg.dot ins(%sin, %x : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %d = tensor.extract %dot[] : tensor<f64>
  %i = arith.index_cast %n : index to i64
  %k = arith.sitofp %i : i64 to f64
  %p = math.exp %s : f64
  %r = arith.mulf %d, %p : f64
  %t = arith.mulf %r, %k : f64
  return %t : f64
}
func.func @two(%x: tensor<3xf64>, %s: f64) -> (tensor<3xf64>, f64) {
  %sin = math.sin %x : tensor<3xf64>
  %all = tensor.splat %s : tensor<3xf64>
  %r = arith.mulf %sin, %all : tensor<3xf64>
  %q = arith.mulf %s, %s : f64
  return %r, %q : tensor<3xf64>, f64
}
func.func @add(%x: memref<2xf64>, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<2xf64>
  %0 = arith.addf %v, %y : f64
  return %0 : f64
}
"""
X, S, N = np.array([0.3, -1.2, 2.0]), 0.7, 3


def weighted(x, s, n):
    return jnp.dot(jnp.sin(x), x) * jnp.exp(s) * n


def two(x, s):
    return jnp.sin(x) * s, s * s


@pytest.fixture(autouse=True)
def in_double():
    with jax.enable_x64():
        yield


def same(ours, theirs) -> None:
    ours, theirs = jax.tree.leaves(ours), jax.tree.leaves(theirs)
    assert len(ours) == len(theirs)
    for mine, other in zip(ours, theirs):
        np.testing.assert_allclose(mine, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("wrt, argnums", [(None, (0, 1)), ("x", 0), (1, 1), (["s", 0], (1, 0)), ((0,), 0)])
def test_of_a_scalar(wrt, argnums):
    same(lagrad.grad(PROGRAM, "weighted", wrt=wrt)(X, S, N), jax.grad(weighted, argnums)(X, S, N))
    value, gradient = lagrad.value_and_grad(PROGRAM, "weighted", wrt=wrt)(X, S, n=N)
    same((value, gradient), jax.value_and_grad(weighted, argnums)(X, S, N))
    same(lagrad.hessian(PROGRAM, "weighted", wrt=wrt)(X, S, N), jax.hessian(weighted, argnums)(X, S, N))


def test_of_several_results():
    found = lagrad.jacobian(PROGRAM, "two")(X, S)
    expected = jax.jacobian(two, (0, 1))(X, S)
    same(found, expected)
    results, pullback = lagrad.vjp(PROGRAM, "two", X, S)
    expected, theirs = jax.vjp(two, X, S)
    same(results, expected)
    for cotangents in [(np.ones(3), 0.0), (X, 2.0)]:
        same(pullback(*cotangents), theirs(cotangents))
    results, pullback = lagrad.vjp(PROGRAM, "two", X, S, wrt="s")
    assert isinstance(pullback(np.ones(3), 1.0), tuple) and len(pullback(np.ones(3), 1.0)) == 1
    same(lagrad.jvp(PROGRAM, "two", (X, S), (X, 2.0)), jax.jvp(two, (X, S), (X, 2.0)))
    same(lagrad.jvp(PROGRAM, "two", (X, S), (2.0,), wrt="s"), jax.jvp(lambda s: two(X, s), (S,), (2.0,)))
    same(
        lagrad.jvp(PROGRAM, "weighted", (X, S, N), (X, 2.0)), jax.jvp(lambda x, s: weighted(x, s, N), (X, S), (X, 2.0))
    )


def test_where_a_program_comes_from(tmp_path):
    expected = jax.grad(weighted)(X, S, N)
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    compiled = lagrad.compile(PROGRAM, entry="two", threads=2)
    for program in (PROGRAM, path, compiled, pickle.loads(pickle.dumps(compiled))):
        same(lagrad.grad(program, "weighted", wrt="x")(X, S, N), expected)
    path.write_text(PROGRAM.replace("math.sin", "math.cos"))  # what is kept is of the text, not of the path
    same(
        lagrad.grad(path, "weighted", wrt="x")(X, S, N),
        jax.grad(lambda x: jnp.dot(jnp.cos(x), x) * jnp.exp(S) * N)(X),
    )


def test_a_derivative_is_compiled_once():
    made = lagrad.grad(PROGRAM, "weighted")
    assert lagrad.grad(PROGRAM, "weighted") is made
    assert lagrad.grad(PROGRAM, "weighted", pipeline="lagrad-default,lagrad-to-llvm-strict") is not made
    assert made.__doc__ == "Compiled @weighted_gradient(x: tensor<?xf64>, s: f64, n: index) -> (tensor<?xf64>, f64)"


def test_the_disk_knows_what_was_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path / "cache"))
    os.mkdir(tmp_path / "cache", 0o700)
    program = PROGRAM + "// another text\n"
    first = lagrad.grad(program, "weighted", wrt=0)(X, S, N)
    second = lagrad.grad(program, "weighted", wrt=1)(X, S, N)
    assert np.shape(first) == (3,) and np.shape(second) == ()


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: lagrad.grad(PROGRAM, "none"), "no function @none in this module"),
        (lambda: lagrad.grad(PROGRAM, "two"), "needs one float result, and @two has 2"),
        (lambda: lagrad.grad(PROGRAM, "weighted", wrt="y"), "@weighted has no argument 'y'; it has x, s, n"),
        (lambda: lagrad.grad(PROGRAM, "weighted", wrt=4), "@weighted has no argument 4; it has 3"),
        (lambda: lagrad.grad(PROGRAM, "weighted", wrt="n"), "only floats and tensors of floats have derivatives"),
        (lambda: lagrad.vjp(PROGRAM, "add", np.ones(2), 1.0), "@add works on memory, which two calls would change"),
    ],
)
def test_refusals(ask, message):
    with pytest.raises(lagrad.Failure, match=message):
        ask()


def test_a_gradient_is_of_one_number():
    program = "func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> { return %x : tensor<2xf64> }"
    with pytest.raises(lagrad.Failure, match=r"a gradient is of one number, and @f gives[\s\S]*lagrad.jacobian"):
        lagrad.value_and_grad(program, "f")
    with pytest.raises(lagrad.Failure, match="a Hessian is of one number"):
        lagrad.hessian(program, "f")


def test_wrong_calls():
    with pytest.raises(TypeError, match="leave out entry"):
        lagrad.grad(PROGRAM, "weighted", entry="two")
    with pytest.raises(TypeError, match="unexpected keyword argument 'thread'"):
        lagrad.grad(PROGRAM, "weighted", thread=2)
    with pytest.raises(TypeError, match="there are 2 arguments with tangents, and 1 tangents were given"):
        lagrad.jvp(PROGRAM, "weighted", (X, S, N), (X,))
    with pytest.raises(TypeError, match="did not make this program"):
        lagrad.grad(lagrad.Program({}), "f")
