"""Reductions over several dimensions whose order matters keep it in the default code."""

import numpy as np
import pytest

import lagrad

# What the body makes of an element %x and the value so far, %o, and the same in Python.
BODIES = {
    "horner": ("%t = arith.mulf %o, %c : f64\n %y = arith.addf %t, %x : f64", lambda o, x: o * 0.5 + x),
    "tanh": ("%t = math.tanh %o : f64\n %y = arith.addf %t, %x : f64", lambda o, x: np.tanh(o) + x),
    "last": ("%y = arith.mulf %x, %c : f64", lambda o, x: x * 0.5),
    "difference": ("%y = arith.subf %x, %o : f64", lambda o, x: x - o),
    "mixed": ("%t = arith.maximumf %o, %x : f64\n %y = arith.addf %t, %c : f64", lambda o, x: max(o, x) + 0.5),
    "twice": ("%t = arith.addf %o, %o : f64\n %y = arith.addf %t, %x : f64", lambda o, x: o + o + x),
}

PROGRAM = """
func.func @f(%u: tensor<3xf64>, %a: tensor<4x3xf64>, %start: f64) -> f64 {{
  %c = arith.constant 0.5 : f64
  %empty = tensor.empty() : tensor<3x4xf64>
  %rows = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j, i)>,
                                            affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%u, %a : tensor<3xf64>, tensor<4x3xf64>) outs(%empty : tensor<3x4xf64>) {{
  ^bb0(%p: f64, %q: f64, %unused: f64):
    %m = arith.mulf %p, %q : f64
    linalg.yield %m : f64
  }} -> tensor<3x4xf64>
  %init = tensor.from_elements %start : tensor<f64>
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
                        iterator_types = ["reduction", "reduction"]}}
      ins(%rows : tensor<3x4xf64>) outs(%init : tensor<f64>) {{
  ^bb0(%x: f64, %o: f64):
    {body}
    linalg.yield %y : f64
  }} -> tensor<f64>
  %s = tensor.extract %r[] : tensor<f64>
  return %s : f64
}}
func.func private @df(tensor<3xf64>, tensor<4x3xf64>, f64) -> (tensor<3xf64>, f64)
    attributes {{lagrad.gradient = @f, lagrad.wrt = [0, 2]}}
"""


@pytest.mark.parametrize("name", BODIES)
def test_the_order_is_that_of_the_loops_as_written(name):
    text, step = BODIES[name]
    rng = np.random.default_rng(0)
    u, a = rng.uniform(0.5, 1.5, 3), rng.uniform(-1.0, 1.0, (4, 3))

    def f(u, start):
        for x in (u[:, None] * a.T).ravel():
            start = step(start, x)
        return start

    compiled = lagrad.compile(PROGRAM.format(body=text))
    assert compiled.f(u, a, 0.3) == pytest.approx(f(u, 0.3), abs=1e-12)
    gradient, by_start = compiled.df(u, a, 0.3)
    for n, found in enumerate(gradient):
        moved = np.eye(3)[n] * 1e-6
        assert found == pytest.approx((f(u + moved, 0.3) - f(u - moved, 0.3)) / 2e-6, rel=1e-6, abs=1e-7)
    assert by_start == pytest.approx((f(u, 0.3 + 1e-6) - f(u, 0.3 - 1e-6)) / 2e-6, rel=1e-6, abs=1e-7)
