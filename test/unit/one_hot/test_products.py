"""What is left to be computed of derivatives in the direction of one element, counted."""

from __future__ import annotations

import pytest
from products import count

SPARSE = "lagrad-default,linalg-generalize-named-ops"
DENSE = (
    "lagrad-protect-derivatives,inline,canonicalize,cse,lagrad-differentiate,canonicalize,cse,"
    "linalg-generalize-named-ops"
)


def matmul(m: int, n: int, k: int) -> str:
    a, b, c = f"tensor<{m}x{k}xf64>", f"tensor<{k}x{n}xf64>", f"tensor<{m}x{n}xf64>"
    return f"""
func.func @f(%a: {a}, %b: {b}) -> {c} {{
  %z = arith.constant dense<0.0> : {c}
  %r = linalg.matmul ins(%a, %b : {a}, {b}) outs(%z : {c}) -> {c}
  return %r : {c}
}}
func.func private @df({a}, {b}, f64, index, index) -> {a} attributes {{lagrad.pullback = @f, lagrad.wrt = [0],
    lagrad.cotangent = "one-hot"}}
"""


@pytest.mark.parametrize("m, n, k", [(5, 6, 7), (9, 6, 7), (5, 12, 7), (5, 6, 14)])
def test_the_adjoint_of_a_product_is_one_row(m, n, k):
    assert count(matmul(m, n, k), "df", DENSE) == m * n * k
    assert count(matmul(m, n, k), "df", SPARSE) == k


def points(n: int) -> str:
    """A point is the mean of what three matrices do to it, as bones move a hand; an error for each of some of them."""
    return f"""
func.func @f(%x: tensor<3x4x4xf64>, %w: tensor<3x{n}xf64>, %base: tensor<4x{n}xf64>, %at: tensor<{n}xindex>)
    -> tensor<{n}x4xf64> {{
  %zeros = arith.constant dense<0.0> : tensor<4x{n}xf64>
  %e = tensor.empty() : tensor<3x4x{n}xf64>
  %weighted = linalg.generic {{
      indexing_maps = [affine_map<(b, k, v) -> (b, v)>, affine_map<(b, k, v) -> (k, v)>,
                       affine_map<(b, k, v) -> (b, k, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%w, %base : tensor<3x{n}xf64>, tensor<4x{n}xf64>) outs(%e : tensor<3x4x{n}xf64>) {{
  ^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    linalg.yield %r : f64
  }} -> tensor<3x4x{n}xf64>
  %moved = linalg.generic {{
      indexing_maps = [affine_map<(i, v, b, k) -> (b, i, k)>, affine_map<(i, v, b, k) -> (b, k, v)>,
                       affine_map<(i, v, b, k) -> (i, v)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}}
      ins(%x, %weighted : tensor<3x4x4xf64>, tensor<3x4x{n}xf64>) outs(%zeros : tensor<4x{n}xf64>) {{
  ^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    %s = arith.addf %o, %r : f64
    linalg.yield %s : f64
  }} -> tensor<4x{n}xf64>
  %none = tensor.empty() : tensor<{n}x4xf64>
  %errors = linalg.generic {{
      indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%at : tensor<{n}xindex>) outs(%none : tensor<{n}x4xf64>) {{
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %p = tensor.extract %moved[%i, %v] : tensor<4x{n}xf64>
    %q = arith.mulf %p, %p : f64
    linalg.yield %q : f64
  }} -> tensor<{n}x4xf64>
  return %errors : tensor<{n}x4xf64>
}}
func.func private @df(tensor<3x4x4xf64>, tensor<3x{n}xf64>, tensor<4x{n}xf64>, tensor<{n}xindex>, f64, index, index) ->
    tensor<3x4x4xf64>
    attributes {{lagrad.pullback = @f, lagrad.wrt = [0], lagrad.cotangent = "one-hot"}}
"""


def test_a_row_of_a_jacobian_does_not_depend_on_the_number_of_points():
    few, many = (count(points(n), "df", SPARSE) for n in (10, 1000))
    assert few == many
    assert few < 100 < count(points(10), "df", DENSE)


def recurrence(n: int) -> str:
    """The state of n steps; each adds a product to a row of what the loop returns."""
    return f"""
func.func @f(%x: tensor<{n}x6xf64>, %w: tensor<{n}x6xf64>) -> tensor<{n}x6xf64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {n} : index
  %e = tensor.empty() : tensor<{n}x6xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<{n}x6xf64> {{
    %xi = tensor.extract_slice %x[%i, 0] [1, 6] [1, 1] : tensor<{n}x6xf64> to tensor<6xf64>
    %wi = tensor.extract_slice %w[%i, 0] [1, 6] [1, 1] : tensor<{n}x6xf64> to tensor<6xf64>
    %p = arith.mulf %xi, %wi : tensor<6xf64>
    %b = tensor.insert_slice %p into %a[%i, 0] [1, 6] [1, 1] : tensor<6xf64> into tensor<{n}x6xf64>
    scf.yield %b : tensor<{n}x6xf64>
  }}
  return %r : tensor<{n}x6xf64>
}}
func.func private @df(tensor<{n}x6xf64>, tensor<{n}x6xf64>, f64, index, index) -> tensor<{n}x6xf64>
    attributes {{lagrad.pullback = @f, lagrad.wrt = [0], lagrad.cotangent = "one-hot"}}
"""


def test_a_loop_over_rows_is_one_element():
    assert count(recurrence(20), "df", DENSE) == 20 * 6
    assert count(recurrence(20), "df", SPARSE) == 1


@pytest.mark.parametrize("n", [10, 20])
def test_a_jacobian_by_rows_computes_the_primal_once_and_12_products_a_row(n):
    program = (
        points(n)
        + f"""
func.func private @rows(tensor<3x4x4xf64>, tensor<3x{n}xf64>, tensor<4x{n}xf64>, tensor<{n}xindex>)
    -> tensor<{n}x4x3x4x4xf64>
    attributes {{lagrad.jacobian = @f, lagrad.wrt = [0], lagrad.cotangent = "one-hot"}}
"""
    )
    weighted, moved, rows = 3 * 4 * n, 3 * 4 * 4 * n, 4 * n
    assert count(program, "rows", SPARSE) == weighted + moved + 12 * rows
