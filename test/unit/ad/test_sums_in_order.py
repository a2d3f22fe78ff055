"""The adjoint of a loop that only adds up runs in the loop's order, and records no state that it can compute again."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_account import differentiate, tapes

import lagrad

jax.config.update("jax_enable_x64", True)

N, MULTIPLIER, INCREMENT = 5, 6364136223846793005, 1442695040888963407
ONE, HALF = "%one = arith.constant 1.0 : f64", "%half = arith.constant 0.5 : f64"
DRAW = f"""
  %multiplier = arith.constant {MULTIPLIER} : i64
  %increment = arith.constant {INCREMENT} : i64
  %places = arith.constant {N} : i64
  %times = arith.muli %state, %multiplier : i64
  %drawn = arith.addi %times, %increment : i64
  %place = arith.remui %state, %places : i64
  %k = arith.index_cast %place : i64 to index
  %v = tensor.extract %x[%k] : tensor<{N}xf64>
  %w = math.sin %v : f64
  %term = arith.mulf %w, %y : f64"""


def program(add: str, beside: str = "", next: str = "") -> str:
    """The sum of terms at places that a generator of random numbers draws; `%y` is what a loop around carries."""
    start, type, after = (f", {beside}", ", f64", f", {next}") if beside else ("", "", "")
    return f"""
func.func @f(%x: tensor<{N}xf64>, %begin: f64, %n: index, %seed: i64) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  {ONE}
  %t = scf.for %o = %c0 to %c2 step %c1 iter_args(%y = %begin) -> (f64) {{
    %r:{3 if beside else 2} = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %state = %seed{start})
        -> (f64, i64{type}) {{
      {DRAW}
      {add}
      scf.yield %next, %drawn{after} : f64, i64{type}
    }}
    %z = arith.addf %r#0, %begin : f64
    scf.yield %z : f64
  }}
  return %t : f64
}}
func.func private @df(tensor<{N}xf64>, f64, index, i64) -> (tensor<{N}xf64>, f64)
    attributes {{lagrad.gradient = @f, lagrad.wrt = [0, 1]}}
func.func private @tdf(tensor<{N}xf64>, tensor<{N}xf64>, f64, f64, index, i64) -> (tensor<{N}xf64>, f64)
    attributes {{lagrad.pushforward = @df, lagrad.wrt = [0, 1]}}
func.func private @ddf(tensor<{N}xf64>, f64, index, i64, tensor<{N}xf64>, f64) -> (tensor<{N}xf64>, f64)
    attributes {{lagrad.pullback = @df, lagrad.wrt = [0, 1]}}
"""


def twin(n, seed, add):
    def f(x, begin):
        y = begin
        for _ in range(2):
            s, state = 0.0, seed
            for i in range(n):
                v = x[state % N]
                s = add(s, jnp.sin(v) * y, v, i)
                state = (state * MULTIPLIER + INCREMENT) % 2**64
            y = s + begin
        return y

    return f


# What is added; the same in JAX; what is carried beside; whether the adjoint runs in the order of the loop.
CASES = {
    "added": (["%next = arith.addf %s, %term : f64"], lambda s, t, v, i: s + t, [], True),
    "more than once": (
        ["%a = arith.addf %term, %s : f64", "%next = arith.subf %a, %v : f64"],
        lambda s, t, v, i: s + t - v,
        [],
        True,
    ),
    "subtracted from": (["%next = arith.subf %term, %s : f64"], lambda s, t, v, i: t - s, [], False),
    "twice": (
        ["%a = arith.addf %s, %s : f64", "%next = arith.addf %a, %term : f64"],
        lambda s, t, v, i: 2 * s + t,
        [],
        False,
    ),
    "scaled": (
        ["%a = arith.mulf %s, %v : f64", "%next = arith.addf %a, %term : f64"],
        lambda s, t, v, i: s * v + t,
        [],
        False,
    ),
    "a sign": (
        ["%u = arith.mulf %term, %sign : f64", "%flip = arith.negf %sign : f64", "%next = arith.addf %s, %u : f64"],
        lambda s, t, v, i: s + t * (-1) ** i,
        ["%sign = %one", "%flip"],
        True,
    ),
    "a time that rounds": (
        [HALF, "%u = arith.mulf %term, %sum : f64", "%later = arith.addf %sum, %half : f64",
         "%next = arith.addf %s, %u : f64"],
        lambda s, t, v, i: s + t * i / 2,
        ["%sum = %zero", "%later"],
        False,
    ),
}  # fmt: skip


def text_of(name: str) -> str:
    lines, _, beside, _ = CASES[name]
    return program("\n    ".join(lines), *beside)


@pytest.mark.parametrize("name", CASES)
def test_derivatives_are_those_of_jax(name):
    made = lagrad.compile(text_of(name))
    random = np.random.default_rng(3)
    x, begin, dx, db = random.standard_normal(N), 0.7, random.standard_normal(N), -0.4
    for n in (0, 1, 2, 7):
        f = twin(n, 12345, CASES[name][1])
        gradient = jax.grad(f, (0, 1))
        tangents = jax.jvp(gradient, (x, begin), (dx, db))[1]
        assert made.f(x, begin, n, 12345) == pytest.approx(float(f(x, begin)), rel=1e-12)
        for found, expected in (
            (made.df(x, begin, n, 12345), gradient(x, begin)),
            (made.tdf(x, dx, begin, db, n, 12345), tangents),
            (made.ddf(x, begin, n, 12345, dx, db), tangents),  # a Hessian is symmetric
        ):
            for one, other in zip(found, expected, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("name", CASES)
def test_states_are_recorded_where_the_loop_does_more(name):
    text = text_of(name)
    module, _ = differentiate(text[: text.index("func.func private @tdf")])
    kept = [type for type in tapes(module.operation) if "f64" not in str(type)]
    assert bool(kept) != CASES[name][3]
