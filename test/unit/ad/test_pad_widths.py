"""`tensor.pad` by widths that are computed: a negative one takes elements away, in the function and in its derivatives,
as JAX's does."""

from __future__ import annotations

import functools

import jax
import numpy as np
import pytest

import lagrad

jax.config.update("jax_enable_x64", True)

BODIES = {
    "a number": "tensor.yield %v : f64",
    "of the index": """%a = arith.index_cast %i : index to i64
    %b = arith.index_cast %j : index to i64
    %c = arith.addi %a, %b : i64
    %d = arith.sitofp %c : i64 to f64
    %e = arith.mulf %v, %d : f64
    tensor.yield %e : f64""",
}


def text(body: str, source: str, low: str, high: str) -> str:
    return f"""
func.func @f(%x: {source}, %v: f64, %l: index, %h: index, %l1: index, %h1: index) -> tensor<?x?xf64> {{
  %p = tensor.pad %x low[{low}] high[{high}] {{
  ^bb0(%i: index, %j: index):
    {BODIES[body]}
  }} : {source} to tensor<?x?xf64>
  %s = math.sin %p : tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}}
func.func private @pull({source}, f64, index, index, index, index, tensor<?x?xf64>) -> ({source}, f64)
    attributes {{lagrad.pullback = @f, lagrad.wrt = [0, 1]}}
func.func private @push({source}, {source}, f64, f64, index, index, index, index) -> tensor<?x?xf64>
    attributes {{lagrad.pushforward = @f, lagrad.wrt = [0, 1]}}
"""


@functools.cache
def compiled(*parts: str, pipeline: str = "lagrad-default,lagrad-to-llvm"):
    return lagrad.compile(text(*parts), pipeline=pipeline)


def expected(body: str, x, v, widths):
    (l, h), (l1, h1) = widths
    shape = (l + x.shape[0] + h, l1 + x.shape[1] + h1)
    inside = jax.lax.pad(jax.numpy.ones_like(x), 0.0, ((l, h, 0), (l1, h1, 0)))
    border = v * (1.0 if body == "a number" else np.add.outer(np.arange(shape[0]), np.arange(shape[1])))
    return jax.numpy.sin(jax.lax.pad(x, 0.0, ((l, h, 0), (l1, h1, 0))) + (1 - inside) * border)


# Negative on either side; all is cut off, from below, from above, from both; a result of nothing.
WIDTHS = [((1, 2), (0, 1)), ((0, 0), (0, 0)), ((-1, 2), (0, 1)), ((2, -1), (-2, -1)), ((-2, -2), (1, -1)),
    ((-7, 5), (1, 1)), ((5, -7), (0, -3)),
          ((-3, -3), (2, 2)), ((-6, 4), (-4, 4)), ((-3, 0), (4, -3))]  # fmt: skip
SOURCES = {"tensor<6x4xf64>": ("%l, %l1", "%h, %h1"), "tensor<?x?xf64>": ("%l, %l1", "%h, %h1")}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("pipeline", ["lagrad-to-llvm", "lagrad-to-llvm-strict"])
def test_computed_widths(source, body, pipeline):
    functions = compiled(body, source, *SOURCES[source], pipeline=f"lagrad-default,{pipeline}")
    check(functions, body, WIDTHS)


def check(functions, body: str, all_widths: list) -> None:
    random = np.random.default_rng(0)
    x, v, dx = random.normal(size=(6, 4)), 0.7, random.normal(size=(6, 4))
    for widths in all_widths:
        numbers = [n for pair in widths for n in pair]
        function = functools.partial(expected, body, widths=widths)
        value, pull = jax.vjp(function, x, v)
        np.testing.assert_allclose(functions.f(x, v, *numbers), value, rtol=1e-13, atol=1e-15, err_msg=str(widths))
        cotangent = random.normal(size=value.shape)
        for found, right in zip(functions.pull(x, v, *numbers, cotangent), pull(cotangent), strict=True):
            np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-14, err_msg=str(widths))
        _, tangent = jax.jvp(function, (x, v), (dx, 0.3))
        np.testing.assert_allclose(
            functions.push(x, dx, v, 0.3, *numbers), tangent, rtol=1e-12, atol=1e-14, err_msg=str(widths)
        )


@pytest.mark.parametrize("body", BODIES)
def test_one_width_is_a_number(body):
    """One side is cut off by a number of elements, of a size that is open; it may be more than there is."""
    functions = compiled(body, "tensor<?x?xf64>", "-2, %l1", "%h, -1")
    check(functions, body, [((-2, h), (l1, -1)) for h, l1 in ((0, 0), (3, -1), (-1, 2), (-4, 1), (2, -3))])
    x = np.ones((1, 4))
    np.testing.assert_allclose(
        functions.f(x, 0.7, -2, 3, 0, -1), expected(body, x, 0.7, ((-2, 3), (0, -1))), rtol=1e-13
    )


def test_sizes_are_no_reason_to_cut():
    """Widths that come from sizes are not negative: nothing is cut, and nothing asks whether it is."""
    program = """
func.func @f(%x: tensor<?xf64>, %w: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %v = arith.constant 0.0 : f64
  %n = tensor.dim %w, %c0 : tensor<?xf64>
  %half = arith.divui %n, %c2 : index
  %p = tensor.pad %x low[%half] high[%half] {
  ^bb0(%i: index):
    tensor.yield %v : f64
  } : tensor<?xf64> to tensor<?xf64>
  return %p : tensor<?xf64>
}
func.func private @df(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
"""
    from lagrad.execute import parse
    from lagrad.pipelines import run

    module = parse(program)
    run(module, "lagrad-differentiate")
    assert "arith.select" not in str(module) and "minsi" not in str(module)
    x = np.arange(3.0)
    np.testing.assert_array_equal(lagrad.compile(program).df(x, np.zeros(5), np.arange(7.0)), [2.0, 3.0, 4.0])
