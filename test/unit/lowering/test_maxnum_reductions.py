"""Reductions by maxnumf and minnumf over few elements, of which LLVM would lose the last ones."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

SIZES = (2, 3, 4, 5, 7, 9, 13, 15, 16, 17, 33)


def polynomial(x: np.ndarray) -> np.ndarray:
    y = x
    for _ in range(40):
        y = (y + 1.0) * x
    return y


LONG = "\n".join(
    f"%s{k} = arith.addf %y{k}, %one : tensor<NxE>\n%y{k + 1} = arith.mulf %s{k}, %x : tensor<NxE>" for k in range(40)
)
BODIES = {
    "log": ("%v = math.log %x : tensor<NxE>", np.log),
    "polynomial": (
        f"%y0 = arith.mulf %x, %one : tensor<NxE>\n{LONG}\n%v = arith.mulf %y40, %one : tensor<NxE>",
        polynomial,
    ),
}


def function(name: str, body: str, combiner: str, size: int, type: str) -> str:
    infinite = {"f64": "7FF0000000000000", "f32": "7F800000"}[type]
    lowest = "F" + infinite[1:] if combiner == "maxnumf" else infinite
    return f"""
    func.func @{name}(%x: tensor<NxE>) -> E {{
      %one = arith.constant dense<1.0> : tensor<NxE>
      %lowest = arith.constant dense<0x{lowest}> : tensor<E>
      {BODIES[body][0]}
      %r = linalg.reduce {{arith.{combiner}}} ins(%v : tensor<NxE>) outs(%lowest : tensor<E>) dimensions = [0]
      %e = tensor.extract %r[] : tensor<E>
      return %e : E
    }}""".replace("N", str(size)).replace("E", type)


@pytest.mark.parametrize("pipeline", ["lagrad-to-llvm", "lagrad-to-llvm-strict"])
@pytest.mark.parametrize("body", BODIES)
def test_no_element_is_lost(body, pipeline):
    cases = [(f"{combiner}{size}", combiner, size) for combiner in ("maxnumf", "minnumf") for size in SIZES]
    for type, kind in (("f64", np.float64), ("f32", np.float32)):
        some = cases[type == "f32" :: 2]
        text = "".join(function(name, body, combiner, size, type) for name, combiner, size in some)
        functions = lagrad.compile(text, pipeline=pipeline)
        for name, combiner, size in some:
            for at in range(size):
                x = np.random.default_rng(at).uniform(0.5, 1.0, size).astype(kind)
                x[at] = 1.1 if combiner == "maxnumf" else 0.4
                assert np.isclose(functions[name](x), BODIES[body][1](np.float64(x[at])), rtol=1e-4), (name, type, at)
