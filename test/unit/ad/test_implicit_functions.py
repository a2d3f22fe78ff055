"""Fixed points and roots: derivatives of every order against finite differences and the unrolled iterations."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import execute, gradcheck, pipelines
from lagrad.analysis.call_graph import signature
from lagrad.errors import CheckFailed, Failure

jax.config.update("jax_enable_x64", True)

FIXED_POINT = """
func.func @f(%p: f64, %q: f64) -> f64 {
  %start = arith.constant 1.0 : f64
  %x = "lagrad.fixed_point"(%start) ({
  ^bb0(%x: f64):
    %c = math.cos %x : f64
    %t = arith.mulf %c, %p : f64
    %n = arith.addf %t, %q : f64
    "lagrad.yield"(%n) : (f64) -> ()
  }) {tolerance = 1.0e-14 : f64, max_iterations = 200 : i64} : (f64) -> f64
  %y = arith.mulf %x, %x : f64
  return %y : f64
}"""
ROOT = """
func.func @f(%p: f64, %q: f64) -> f64 {
  %start = arith.constant 1.0 : f64
  %x = "lagrad.root"(%start) ({
  ^bb0(%x: f64):
    %c = math.cos %x : f64
    %t = arith.mulf %c, %p : f64
    %n = arith.addf %t, %q : f64
    %r = arith.subf %n, %x : f64
    "lagrad.yield"(%r) : (f64) -> ()
  }) {tolerance = 1.0e-14 : f64, max_iterations = 50 : i64} : (f64) -> f64
  %y = arith.mulf %x, %x : f64
  return %y : f64
}"""
ASKED = """
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}
func.func private @pushforward(f64, f64, f64, f64) -> f64 attributes {lagrad.pushforward = @f}
func.func private @forward_over_reverse(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pushforward = @gradient}
func.func private @reverse_over_reverse(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @gradient}
func.func private @hessian(f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.hessian = @f}
func.func private @third(f64, f64, f64, f64, f64, f64, f64, f64) -> (f64, f64)
    attributes {lagrad.pushforward = @forward_over_reverse}
"""
POINT = (0.5, 0.3)


def unrolled(p, q):
    x = 1.0
    for _ in range(200):
        x = p * jnp.cos(x) + q
    return x * x


@pytest.mark.parametrize("program", [FIXED_POINT, ROOT], ids=["fixed_point", "root"])
def test_scalars_to_the_third_order(program):
    compiled = lagrad.compile(program + ASKED)
    assert compiled.f(*POINT) == pytest.approx(float(unrolled(*POINT)), rel=1e-14)
    gradient, hessian = jax.grad(unrolled, (0, 1)), jax.hessian(unrolled, (0, 1))(*POINT)
    np.testing.assert_allclose(compiled.gradient(*POINT), gradient(*POINT), rtol=1e-12)
    np.testing.assert_allclose(compiled.pushforward(POINT[0], 1.0, POINT[1], 0.0), gradient(*POINT)[0], rtol=1e-12)
    np.testing.assert_allclose(compiled.hessian(*POINT), np.ravel(hessian), rtol=1e-10)
    outcomes = gradcheck.check(execute.parse(program + ASKED), lambda f: [0.5, 0.3, 0.7, 0.2][: len(signature(f)[0])])
    assert len(outcomes) == 6 and all(outcome.passed for outcome in outcomes), "\n".join(map(str, outcomes))


def tensors(kind: str, type: str) -> str:
    """x = tanh(W x + b), as a fixed point and as a root, in a function that is called, in a loop."""
    residual, last, size = "", "%n", "?" if "?" in type else "3"
    if kind == "root":
        residual, last = f"%r = arith.subf %n, %x : {type}", "%r"
    return f"""
func.func private @layer(%W: tensor<3x3xf64>, %b: {type}) -> {type} {{
  %x = "lagrad.{kind}"(%b) ({{
  ^bb0(%x: {type}):
    %s = linalg.matvec ins(%W, %x : tensor<3x3xf64>, {type}) outs(%b : {type}) -> {type}
    %n = math.tanh %s : {type}
    {residual}
    "lagrad.yield"({last}) : ({type}) -> ()
  }}) {{tolerance = 1.0e-14 : f64, max_iterations = 200 : i64}} : ({type}) -> {type}
  return %x : {type}
}}
func.func @f(%W: tensor<3x3xf64>, %b: {type}) -> {type} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%y = %b) -> {type} {{
    %x = func.call @layer(%W, %y) : (tensor<3x3xf64>, {type}) -> {type}
    scf.yield %x : {type}
  }}
  return %r : {type}
}}
func.func private @pullback(tensor<3x3xf64>, {type}, {type}) -> (tensor<3x3xf64>, {type})
    attributes {{lagrad.pullback = @f}}
func.func private @pushforward(tensor<3x3xf64>, tensor<3x3xf64>, {type}, {type}) -> {type}
    attributes {{lagrad.pushforward = @f}}
func.func private @jacobian(tensor<3x3xf64>, {type}) -> tensor<{size}x{size}xf64>
    attributes {{lagrad.jacobian = @f, lagrad.wrt = [1]}}
func.func private @second(tensor<3x3xf64>, {type}, {type}, tensor<3x3xf64>, {type}) -> (tensor<3x3xf64>, {type}, {type})
    attributes {{lagrad.pullback = @pullback}}
"""


@pytest.mark.parametrize("type", ["tensor<3xf64>", pytest.param("tensor<?xf64>", marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", ["fixed_point", "root"])
def test_tensors_in_functions_in_loops(kind, type):
    rng = np.random.default_rng(0)
    W, b, ct = 0.3 * rng.uniform(-1, 1, (3, 3)), rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3)

    def twice(W, b):
        for _ in range(2):
            x = b
            for _ in range(100):
                x = jnp.tanh(W @ x + b)
            b = x
        return b

    compiled = lagrad.compile(tensors(kind, type))
    value, pullback = jax.vjp(twice, W, b)
    np.testing.assert_allclose(compiled.f(W, b), value, rtol=1e-12)
    for own, expected in zip(compiled.pullback(W, b, ct), pullback(ct)):
        np.testing.assert_allclose(own, expected, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(compiled.jacobian(W, b), jax.jacrev(twice, 1)(W, b), rtol=1e-9, atol=1e-12)
    dW, db = rng.uniform(-1, 1, W.shape), rng.uniform(-1, 1, 3)
    np.testing.assert_allclose(compiled.pushforward(W, dW, b, db), jax.jvp(twice, (W, b), (dW, db))[1], rtol=1e-9)

    def pulled(W, b, ct):
        return jax.vjp(twice, W, b)[1](ct)

    for own, expected in zip(compiled.second(W, b, ct, dW, db), jax.vjp(pulled, W, b, ct)[1]((dW, db))):
        np.testing.assert_allclose(own, expected, rtol=1e-8, atol=1e-10)


def test_several_states_and_a_named_step():
    program = """
func.func private @step(%x: f64, %y: f64, %p: f64, %n: i64) -> (f64, f64) {
  %c = math.cos %y : f64
  %a = arith.mulf %p, %c : f64
  %s = math.sin %x : f64
  %half = arith.constant 0.5 : f64
  %b = arith.mulf %half, %s : f64
  return %a, %b : f64, f64
}
func.func @f(%p: f64, %n: i64) -> f64 {
  %0 = arith.constant 0.0 : f64
  %x:2 = "lagrad.fixed_point"(%0, %0, %p, %n) {F = @step, tolerance = 1.0e-14 : f64, max_iterations = 200 : i64}
      : (f64, f64, f64, i64) -> (f64, f64)
  %r = arith.mulf %x#0, %x#1 : f64
  return %r : f64
}
func.func private @df(f64, i64) -> f64 attributes {lagrad.gradient = @f}
func.func private @hvp(f64, f64, i64) -> f64 attributes {lagrad.hvp = @f}"""
    outcomes = gradcheck.check(execute.parse(program), lambda _: [0.7, 3])
    assert len(outcomes) == 2 and all(outcome.passed for outcome in outcomes), "\n".join(map(str, outcomes))


def test_many_directions():
    asked = """
func.func private @jacobian(f64, f64) -> (f64, f64) attributes {lagrad.jacobian = @f, lagrad.mode = "reverse"}
func.func private @rows(f64, f64, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
    attributes {lagrad.pullback = @f, lagrad.vectors = 3}
func.func private @columns(f64, tensor<3xf64>, f64, tensor<3xf64>) -> tensor<3xf64>
    attributes {lagrad.pushforward = @f, lagrad.vectors = 3}"""
    for program in (FIXED_POINT, ROOT):
        outcomes = gradcheck.check(execute.parse(program + asked), lambda _: POINT)
        assert len(outcomes) == 3 and all(outcome.passed for outcome in outcomes), "\n".join(map(str, outcomes))


def test_nothing_of_the_iterations_is_recorded():
    module = execute.parse(FIXED_POINT + ASKED.splitlines()[1])
    pipelines.run(module, "lagrad-default")
    gradient = str(module).partition("func.func @gradient")[2].partition("\n  }")[0]
    assert gradient.count("scf.while") == 1 and "scf.for" not in gradient and "tensor.empty" not in gradient


def test_iterations_that_do_not_settle_end_the_program():
    program = FIXED_POINT.replace("max_iterations = 200", "max_iterations = 5")
    with pytest.raises(CheckFailed, match="'lagrad.fixed_point' has not settled after 5 iterations"):
        lagrad.compile(program).f(*POINT)
    with pytest.raises(CheckFailed, match="'lagrad.root' has not settled after 1 iterations"):
        lagrad.compile(ROOT.replace("max_iterations = 50", "max_iterations = 1")).f(*POINT)
    with pytest.raises(CheckFailed, match="has not settled"):
        lagrad.compile(FIXED_POINT).f(np.nan, 0.0)


def test_a_root_takes_a_derivative_even_if_none_is_asked_for():
    unknown = """func.func private @unknown(f64) -> f64
    func.func private @residual(%x: f64) -> f64 {
      %0 = func.call @unknown(%x) : (f64) -> f64
      return %0 : f64 }
    func.func @f(%x: f64) -> f64 {
      %0 = "lagrad.root"(%x) {F = @residual, tolerance = 1.0e-9 : f64, max_iterations = 9 : i64} : (f64) -> f64
      return %0 : f64 }"""
    with pytest.raises(Failure, match="cannot differentiate 'func.call': @unknown is declared here"):
        lagrad.compile(unknown)
    with pytest.raises(Failure, match="'lagrad.root' takes the Jacobian of its region: run lagrad-differentiate first"):
        pipelines.run(execute.parse(ROOT), "lagrad-normalize-program")


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("tolerance = 1.0e-14 : f64, ", "", "'lagrad.fixed_point' needs a tolerance above zero"),
        ("1.0e-14 : f64", "0.0 : f64", "'lagrad.fixed_point' needs a tolerance above zero"),
        (", max_iterations = 200 : i64", "", "'lagrad.fixed_point' needs the number max_iterations"),
        ("max_iterations = 200", "max_iterations = 0", "'lagrad.fixed_point' needs the number max_iterations"),
        ("max_iterations =", "many = 1, max_iterations =", "'lagrad.fixed_point' has no attribute 'many'"),
        ("^bb0(%x: f64):", "^bb0(%x: f64, %more: f64):", "has a region of one block, whose arguments"),
        ('"lagrad.yield"(%n) : (f64) -> ()', '"lagrad.yield"() : () -> ()', "ends with a 'lagrad.yield' of the types"),
        ("(%start) ({", "(%start) ({\n}, {", "has a region of one block"),
        ("{tolerance", "{F = @nobody, tolerance", "F = @nobody is no function of this module"),
        ("{tolerance", "{F = @f, tolerance", r"@f has type \(f64, f64\) -> f64, not \(f64\) -> f64"),
        ("%y = arith.mulf", '"lagrad.yield"(%x) : (f64) -> ()\n%y = arith.mulf', "'lagrad.yield' ends the region of"),
    ],
)
def test_operations_that_are_malformed(old, new, message):
    assert old in FIXED_POINT
    with pytest.raises(Failure, match=message):
        execute.parse(FIXED_POINT.replace(old, new))
