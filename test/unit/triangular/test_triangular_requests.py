"""Derivatives of all kinds of functions of triangular tensors, against formulas; and sizes that do not go together."""

from __future__ import annotations

import numpy as np
import pytest
from test_triangular_programs import kept, stored

import lagrad

KINDS = ["ltri", "spltri", "putri"]
N = 4
PROGRAM = """
func.func @f(%l: tensor<4x4xf64, "$K">, %x: tensor<4xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %o = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %s = math.sin %l : tensor<4x4xf64, "$K">
  %y = linalg.matvec ins(%s, %x : tensor<4x4xf64, "$K">, tensor<4xf64>) outs(%o : tensor<4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func private @push(tensor<4x4xf64, "$K">, tensor<3x4x4xf64, "$K">, tensor<4xf64>, tensor<3x4xf64>)
    -> tensor<3x4xf64>
    attributes {lagrad.pushforward = @f, lagrad.vectors = 3}
func.func private @pull(tensor<4x4xf64, "$K">, tensor<4xf64>, tensor<3x4xf64>)
    -> (tensor<3x4x4xf64, "$K">, tensor<3x4xf64>)
    attributes {lagrad.pullback = @f, lagrad.vectors = 3}
func.func private @jacobian(tensor<4x4xf64, "$K">, tensor<4xf64>) -> (tensor<4x4x4xf64>, tensor<4x4xf64>)
    attributes {lagrad.jacobian = @f}

func.func @branches(%l: tensor<4x4xf64, "$K">, %x: tensor<4xf64>, %b: i1) -> tensor<4xf64> {
  %m = scf.if %b -> (tensor<4x4xf64, "$K">) {
    %0 = arith.mulf %l, %l : tensor<4x4xf64, "$K">
    scf.yield %0 : tensor<4x4xf64, "$K">
  } else {
    scf.yield %l : tensor<4x4xf64, "$K">
  }
  %r = func.call @kept(%m, %x) : (tensor<4x4xf64, "$K">, tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func private @kept(%l: tensor<4x4xf64, "$K">, %x: tensor<4xf64>) -> tensor<4xf64> attributes {no_inline} {
  %r = func.call @f(%l, %x) : (tensor<4x4xf64, "$K">, tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func private @branches_pullback(tensor<4x4xf64, "$K">, tensor<4xf64>, i1, tensor<4xf64>)
    -> (tensor<4x4xf64, "$K">, tensor<4xf64>)
    attributes {lagrad.pullback = @branches}

func.func @norm(%l: tensor<4x4xf64, "$K">, %x: tensor<4xf64>) -> f64 {
  %y = func.call @f(%l, %x) : (tensor<4x4xf64, "$K">, tensor<4xf64>) -> tensor<4xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %o = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %d = linalg.dot ins(%y, %y : tensor<4xf64>, tensor<4xf64>) outs(%o : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %d[] : tensor<f64>
  return %r : f64
}
func.func private @hvp(tensor<4x4xf64, "$K">, tensor<4x4xf64, "$K">, tensor<4xf64>, tensor<4xf64>)
    -> (tensor<4x4xf64, "$K">, tensor<4xf64>)
    attributes {lagrad.hvp = @norm}
func.func private @gradient(tensor<4x4xf64, "$K">, tensor<4xf64>) -> (tensor<4x4xf64, "$K">, tensor<4xf64>)
    attributes {lagrad.gradient = @norm}
"""


@pytest.fixture(scope="module", params=KINDS)
def compiled(request):
    return request.param, lagrad.compile(PROGRAM.replace("$K", request.param))


def near(found, wanted, tolerance=1e-12) -> None:
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


def draw(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).uniform(0.5, 1.5, shape)


def test_many_directions(compiled):
    kind, program = compiled
    l, x, dl, dx, ct = kept(kind, draw(N, N)), draw(N), kept(kind, draw(3, N, N)), draw(3, N), draw(3, N)
    y = program.push(stored(kind, l), stored(kind, dl), x, dx)
    near(y, np.einsum("nij,j->ni", np.cos(l) * dl, x) + dx @ np.sin(l).T)
    l_bar, x_bar = program.pull(stored(kind, l), x, ct)
    near(l_bar, stored(kind, kept(kind, np.cos(l) * ct[:, :, None] * x)))
    near(x_bar, ct @ np.sin(l))


def test_jacobian(compiled):
    """By the elements of the full matrix, of which those outside the triangle have no influence."""
    kind, program = compiled
    l, x = kept(kind, draw(N, N)), draw(N)
    by_l, by_x = program.jacobian(stored(kind, l), x)
    near(by_l, kept(kind, np.eye(N)[:, :, None] * np.cos(l) * x))
    near(by_x, np.sin(l))


@pytest.mark.parametrize("branch", [True, False])
def test_branches_and_calls(compiled, branch):
    kind, program = compiled
    l, x, ct = kept(kind, draw(N, N)), draw(N), draw(N)
    m, slope = (l * l, 2 * l) if branch else (l, 1)
    near(program.branches(stored(kind, l), x, branch), np.sin(m) @ x)
    l_bar, x_bar = program.branches_pullback(stored(kind, l), x, branch, ct)
    near(l_bar, stored(kind, kept(kind, np.cos(m) * np.outer(ct, x) * slope)))
    near(x_bar, ct @ np.sin(m))


def test_second_order(compiled):
    kind, program = compiled
    l, x, dl, dx, h = kept(kind, draw(N, N)), draw(N), kept(kind, draw(N, N)), draw(N), 1e-6
    found = program.hvp(stored(kind, l), stored(kind, dl), x, dx)
    after, before = (program.gradient(stored(kind, l + s * dl), x + s * dx) for s in (h, -h))
    for one, up, down in zip(found, after, before):
        near(one, (up - down) / (2 * h), 1e-8)


SIZED = """
func.func @f(%l: tensor<?x?xf32, "$K">, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.matvec ins(%l, %x : tensor<?x?xf32, "$K">, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @pullback(tensor<?x?xf32, "$K">, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    -> (tensor<?x?xf32, "$K">, tensor<?xf32>, tensor<?xf32>) attributes {lagrad.pullback = @f}
"""


@pytest.mark.parametrize("kind", ["sltri", "pltri", "spltri", "putri"])
def test_sizes(kind):
    """Orders of one, and matrices and vectors that do not go together: a call is refused, not read beyond its end."""
    program = lagrad.compile(SIZED.replace("$K", kind))
    for n in (1, 2, 3):
        l, x, y = kept(kind, draw(n, n)).astype("f4"), draw(n).astype("f4"), draw(n).astype("f4")
        np.testing.assert_allclose(program.f(stored(kind, l), x, y), y + l @ x, rtol=1e-6)
        l_bar, _, _ = program.pullback(stored(kind, l), x, y, y)
        np.testing.assert_allclose(l_bar, stored(kind, kept(kind, np.outer(y, x))), rtol=1e-6)
    for rows, columns, others in ((3, 2, 3), (3, 3, 2), (2, 3, 3), (3, 4, 4)):
        with pytest.raises(ValueError, match="it must be"):
            program.f(
                stored(kind, kept(kind, np.ones((rows, rows), "f4"))), np.ones(columns, "f4"), np.ones(others, "f4")
            )
    if "p" in kind:
        with pytest.raises(
            ValueError, match="has the size 4 in dimension 0; it must be 3"
        ):  # no triangle has 4 elements
            program.f(np.ones(4, "f4"), np.ones(3, "f4"), np.ones(3, "f4"))
    else:
        with pytest.raises(ValueError, match="it must be"):
            program.f(np.zeros((3, 2), "f4"), np.ones(3, "f4"), np.ones(3, "f4"))
