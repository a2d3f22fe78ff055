"""Sorts that JAX exports, against JAX: numbers of any size, order and type, and what they are sorted by."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import lagrad
from lagrad import execute, pipelines

jax.config.update("jax_enable_x64", True)

# Runs of one length, of two, of three; one element; sizes that two, four, sixteen and none divide.
SIZES = (1, 2, 3, 17, 24, 32, 36, 48, 100, 128)


def exported(function, *arguments) -> str:
    return jax.jit(function, keep_unused=True).lower(*arguments).as_text()


def called(function, *arguments):
    found = lagrad.compile(exported(function, *arguments), entry="main")(*arguments)
    return found if isinstance(found, tuple) else (found,)


def numbers(size: int, dtype: str) -> np.ndarray:
    """Some of them are the same, so that it shows whether a sort is stable."""
    return np.random.default_rng(size).integers(0, size // 3 + 2, size).astype(dtype)


def both(x):
    order = jnp.argsort(x)
    return jnp.sort(x), order, lax.sort((x, -order), num_keys=2)[1], jnp.argsort(-x.astype(float))


@pytest.mark.parametrize(
    "size, dtype", [*((n, "float64") for n in SIZES), (24, "float32"), (64, "float32"), (24, "int32"), (64, "int8")]
)
def test_the_order_is_jaxs(size, dtype):
    x = numbers(size, dtype)
    for found, expected in zip(called(both, x), both(jnp.asarray(x)), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_what_is_no_number_is_last_and_zeros_are_one(dtype):
    special = [np.nan, 1, -0.0, 0.0, -np.inf, np.inf, -np.nan, -1, 0.0, -0.0, 5e-8, -5e-8, np.nan, 2, -2, 0.5]
    x = np.array(special * 2, dtype)
    (found,) = called(jnp.argsort, x)
    np.testing.assert_array_equal(found, jnp.argsort(jnp.asarray(x)))


@pytest.mark.parametrize("shape", [(5, 8), (3, 16, 4)])
def test_rows_and_columns_are_sorted_each_for_itself(shape):
    x = np.random.default_rng(1).normal(size=shape)
    for axis in range(len(shape)):
        (found,) = called(lambda x, axis=axis: jnp.sort(x, axis=axis), x)
        np.testing.assert_array_equal(found, np.sort(x, axis=axis))


# A comparison that knows NaN puts numbers in no one order. Whatever comes out has each element once.
UNORDERED = """
func.func @main(%x: tensor<SIZExf64>) -> tensor<SIZExf64> {
  %y = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %less = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<SIZExf64>) -> tensor<SIZExf64>
  return %y : tensor<SIZExf64>
}
"""


@pytest.mark.parametrize("size", [3, 16, 64])
def test_each_element_comes_out_once_where_comparisons_contradict_each_other(size):
    random = np.random.default_rng(size)
    x = np.where(random.uniform(size=size) < 0.4, np.nan, random.normal(size=size))
    found = lagrad.compile(UNORDERED.replace("SIZE", str(size)))(x)
    np.testing.assert_array_equal(np.sort(found), np.sort(x))


# The first element is compared by its square, the second one as it is: they have no key in common.
LOPSIDED = (
    UNORDERED.replace("FLOAT", "TOTALORDER")
    .replace("compare LT, %a", "compare LT, %c")
    .replace("    %less", "    %c = stablehlo.multiply %a, %a : tensor<f64>\n    %less")
)


def test_elements_are_compared_as_the_region_says():
    x = np.array([0.1, 0.3, 0.9, 0.5, 0.2, 0.8, 0.4, 0.6])
    found = lagrad.compile(LOPSIDED.replace("SIZE", "8"))(x)
    np.testing.assert_array_equal(np.sort(found), np.sort(x))
    module = execute.parse(LOPSIDED.replace("SIZE", "8"))
    pipelines.run(module, "lagrad-convert-stablehlo")
    assert "iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<8xindex>, tensor<8xf64>)" in str(module)  # carries x itself


def test_the_gradient_goes_where_the_numbers_were():
    x = np.random.default_rng(2).normal(size=64)
    w = np.arange(64.0)
    function = lambda x: (jnp.sort(x) ** 3 * w).sum()  # noqa: E731
    text = exported(function, x).rstrip().removesuffix("}") + (
        "  func.func private @gradient(tensor<64xf64>) -> tensor<64xf64> attributes {lagrad.gradient = @main}\n}\n"
    )
    found = lagrad.compile(text, entry="gradient")(x)
    np.testing.assert_allclose(found, jax.grad(function)(x), rtol=1e-12)
