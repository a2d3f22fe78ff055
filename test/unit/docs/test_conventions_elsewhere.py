"""docs/conventions.md beside JAX and PyTorch: each number of its comparison is computed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from documents import ROOT
from expressions import arguments, module

import lagrad

PAGE = (ROOT / "docs" / "conventions.md").read_text()
LIBRARIES = ("lagrad", "jax", "torch")


def rows() -> list[tuple[str, str, dict[str, str]]]:
    """(expression, point, gradients in each library)"""
    lines = PAGE.partition("| what | expression |")[2].split("\n")[2:]
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        _, expression, at, *columns = (cell.strip() for cell in line.strip("|").split("|"))
        found.append((expression.strip("`"), at, dict(zip(LIBRARIES, columns, strict=True))))
    return found


ROWS = rows()


def in_lagrad():
    expressions = dict.fromkeys(row[0] for row in ROWS)
    symbols = {expression: f"f{n}" for n, expression in enumerate(expressions)}
    compiled = lagrad.compile("".join(module(e, symbol) for e, symbol in symbols.items()))

    def gradient(expression: str, point: dict[str, float]) -> tuple:
        got = compiled[f"{symbols[expression]}_pullback"](*(point[n] for n in arguments(expression)), 1.0)
        return got if isinstance(got, tuple) else (got,)

    return gradient


def in_jax():
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    names = "sqrt log exp tanh sin floor copysign"
    functions = {name: getattr(jnp, name) for name in names.split()} | {
        "absf": jnp.abs, "maximumf": jnp.maximum, "maxnumf": jnp.fmax, "select": jnp.where, "clampf": jnp.clip,
        "powf": jnp.power, "remf": jnp.fmod, "atan2": jnp.arctan2, "mulf": jnp.multiply, "divf": jnp.divide,
    }  # fmt: skip

    def gradient(expression: str, point: dict[str, float]) -> tuple:
        names = arguments(expression)

        def function(*values):
            return eval(expression, functions, dict(zip(names, values)))

        return jax.grad(function, tuple(range(len(names))))(*(jnp.float64(point[n]) for n in names))

    return gradient


def in_torch():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; its column is not compared")

    def on_tensors(function):
        return lambda *given: function(*(x if isinstance(x, torch.Tensor) else torch.tensor(x).double() for x in given))

    names = "sqrt log exp tanh sin floor copysign atan2"
    functions = {name: getattr(torch, name) for name in names.split()} | {
        "absf": torch.abs, "maximumf": torch.maximum, "maxnumf": torch.fmax, "select": torch.where,
        "clampf": torch.clamp, "remf": torch.fmod, "mulf": torch.mul, "divf": torch.div,
    }  # fmt: skip
    functions = {name: on_tensors(function) for name, function in functions.items()} | {"powf": torch.pow}

    def gradient(expression: str, point: dict[str, float]) -> tuple:
        names = arguments(expression)
        values = [torch.tensor(point[n], dtype=torch.float64, requires_grad=True) for n in names]
        result = eval(expression, functions, dict(zip(names, values)))
        found = torch.autograd.grad(result, values, allow_unused=True)
        return tuple(0.0 if one is None else float(one) for one in found)

    return gradient


@pytest.fixture(scope="module")
def gradient_in():
    made = {}

    def find(library: str):
        if library not in made:
            made[library] = {"lagrad": in_lagrad, "jax": in_jax, "torch": in_torch}[library]()
        return made[library]

    return find


def test_the_table_is_there():
    assert len(ROWS) > 40


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("expression, at, columns", ROWS)
def test_row(gradient_in, library, expression, at, columns):
    point = {name.strip(): float(value) for name, value in (part.split("=") for part in at.split(","))}
    got = [float(value) for value in gradient_in(library)(expression, point)]
    expected = [float(value) for value in columns[library].split(",")]
    assert len(got) == len(expected)
    for value, wanted in zip(got, expected):
        close = math.isclose(value, wanted, rel_tol=1e-5)
        assert close or math.isnan(value) and math.isnan(wanted), got


LARGEST = """
func.func @f(%x: tensor<5xf64>) -> f64 {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<5xf64>) outs(%lowest : tensor<f64>) dimensions = [0]
  %result = tensor.extract %max[] : tensor<f64>
  return %result : f64
}
func.func private @df(tensor<5xf64>) -> tensor<5xf64> attributes {lagrad.gradient = @f}
"""
TIES, SHARES = [5.0, 1.0, 5.0, 5.0, 5.0], [0.25, 0.0, 0.25, 0.25, 0.25]


def test_a_tie_of_many_is_shared_as_in_jax():
    jax = pytest.importorskip("jax")
    np.testing.assert_array_equal(lagrad.compile(LARGEST).df(np.array(TIES)), SHARES)
    np.testing.assert_array_equal(jax.grad(jax.numpy.max)(jax.numpy.array(TIES)), SHARES)
    assert jax.grad(jax.nn.relu)(0.0) == 0


def test_a_tie_of_many_is_shared_as_in_torch():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; its conventions are not compared")
    x = torch.tensor(TIES, requires_grad=True)
    (found,) = torch.autograd.grad(torch.amax(x, 0), [x])
    np.testing.assert_array_equal(found, SHARES)
    zero = torch.tensor(0.0, requires_grad=True)
    assert torch.autograd.grad(torch.relu(zero), [zero]) == (0,)
