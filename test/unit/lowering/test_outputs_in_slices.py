"""Outputs of which some elements are written: the others stay as they were, in values and in derivatives."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

# The map of the output, its rank, what is written of it by NumPy, and the shape.
MAPS = {
    "column": ("(i, 1)", lambda r, v: r.__setitem__((slice(0, 4), 1), v), (4, 3)),
    "row": ("(0, i)", lambda r, v: r.__setitem__((0, slice(0, 4)), v), (2, 4)),
    "every other": ("(2 * i)", lambda r, v: r.__setitem__(slice(0, 8, 2), v), (9,)),
    "from one on": ("(i + 1)", lambda r, v: r.__setitem__(slice(1, 5), v), (6,)),
    "stride and offset": ("(i * 3 + 2, 2)", lambda r, v: r.__setitem__((slice(2, 14, 3), 2), v), (14, 3)),
    "diagonal": ("(i, i)", lambda r, v: r.__setitem__((range(4), range(4)), v), (4, 4)),
}


def program(map: str, shape: tuple[int, ...], dynamic: bool, reads: bool) -> str:
    sizes = ["?" if dynamic else str(n) for n in shape]
    x, out = f"tensor<{'?' if dynamic else 4}xf64>", f"tensor<{'x'.join(sizes)}xf64>"
    value = "%t = arith.addf %q, %b : f64" if reads else "%t = arith.negf %q : f64"
    return f"""
    func.func @f(%x: {x}, %o: {out}) -> {out} {{
      %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i)
          -> {map}>], iterator_types = ["parallel"]}}
          ins(%x : {x}) outs(%o : {out}) {{
      ^bb0(%a: f64, %b: f64):
        %q = arith.mulf %a, %a : f64
        {value}
        linalg.yield %t : f64
      }} -> {out}
      %s = math.sin %r : {out}
      return %s : {out}
    }}
    func.func private @pullback({x}, {out}, {out}) -> ({x}, {out}) attributes {{lagrad.pullback = @f}}
    func.func private @pushforward({x}, {x}, {out}, {out}) -> {out} attributes {{lagrad.pushforward = @f}}"""


@pytest.mark.parametrize("reads", [False, True], ids=["written", "added"])
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("name", MAPS)
def test_the_rest_stays(name, dynamic, reads):
    map, write, shape = MAPS[name]
    compiled = lagrad.compile(program(map, shape, dynamic, reads))
    rng = np.random.default_rng(0)
    x, dx, o, do, ct = rng.normal(size=4), rng.normal(size=4), *(rng.normal(size=shape) for _ in range(3))
    where = np.zeros(shape, bool)
    write(where, True)
    new = np.zeros(shape)
    write(new, x * x)
    inner = np.where(where, new + o if reads else -new, o)
    np.testing.assert_allclose(compiled.f(x, o), np.sin(inner), rtol=1e-13)
    tangent = np.zeros(shape)
    write(tangent, 2 * x * dx)
    tangent = np.where(where, tangent + do if reads else -tangent, do) * np.cos(inner)
    np.testing.assert_allclose(compiled.pushforward(x, dx, o, do), tangent, rtol=1e-12, atol=1e-13)
    gx, go = compiled.pullback(x, o, ct)
    assert gx @ dx + np.sum(go * do) == pytest.approx(np.sum(ct * tangent), rel=1e-12)
