"""Functions that stay calls: a row of their Jacobian costs a row, in the pullback and in what it reads of the
primal."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad.lowering.loops.count_operations import COUNTS, NAMES

ROWS = 20
LAYERS = f"""
func.func @layer(%x: X, %w: W) -> X attributes {{no_inline}} {{
  %z = arith.constant dense<0.0> : X
  %r = linalg.matmul ins(%x, %w : X, W) outs(%z : X) -> X
  %s = math.tanh %r : X
  return %s : X
}}
func.func @f(%x: X, %w: W) -> X {{
  %a = func.call @layer(%x, %w) : (X, W) -> X
  %b = func.call @layer(%a, %w) : (X, W) -> X
  return %b : X
}}
func.func private @pullback(X, W, X) -> (X, W) attributes {{lagrad.pullback = @f}}
func.func @row(%x: X, %w: W, %v: f64, %i: index, %j: index) -> (X, W) {{
  %z = arith.constant dense<0.0> : X
  %ct = tensor.insert %v into %z[%i, %j] : X
  %d:2 = func.call @pullback(%x, %w, %ct) : (X, W, X) -> (X, W)
  return %d#0, %d#1 : X, W
}}
""".replace("X", f"tensor<{ROWS}x6xf64>").replace("W", "tensor<6x6xf64>")


@pytest.fixture(scope="module")
def program():
    return lagrad.compile(LAYERS, pipeline="lagrad-default,lagrad-to-llvm-counted")


def products(program, name, *arguments) -> int:
    program[COUNTS]()  # begin
    program[name](*arguments)
    return int(dict(zip(NAMES, program[COUNTS]()))["products"])


def test_a_row_is_that_of_the_pullback(program):
    random = np.random.default_rng(4)
    x, w = random.normal(size=(ROWS, 6)), random.normal(size=(6, 6))
    for i, j in ((0, 0), (17, 3)):
        ct = np.zeros((ROWS, 6))
        ct[i, j] = 1.5
        a = np.tanh(x @ w)  # by hand: b = tanh(tanh(x w) w)
        b_bar = ct * (1 - np.tanh(a @ w) ** 2)
        a_bar = (b_bar @ w.T) * (1 - a**2)
        for found, expected in zip(program.row(x, w, 1.5, i, j), (a_bar @ w.T, a.T @ b_bar + x.T @ a_bar), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def test_a_row_costs_a_row(program):
    x, w = np.ones((ROWS, 6)), np.ones((6, 6))
    assert products(program, "row", x, w, 1.0, 17, 3) < 6 * products(program, "f", x, w) / ROWS
