"""Cheap operations that several others read are computed in each of these.

The results are NumPy's, and maxima are found again.
"""

from __future__ import annotations

import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import jax as lagrad_jax

SHAPE = (96, 64)
OF = "tensor<96x64xf64>"
MAPS = {"full": "(i, j) -> (i, j)", "row": "(i, j) -> (i)", "column": "(i, j) -> (j)", "one": "(i, j) -> ()"}
AXES = {"row": 1, "column": 0, "one": (0, 1)}
SIZES = {"row": "tensor<96xf64>", "column": "tensor<64xf64>", "one": "tensor<f64>"}
BINARY = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply, "maximumf": np.maximum}
UNARY = {"arith.negf": np.negative, "math.absf": np.abs, "math.exp": lambda x: np.exp(x), "math.tanh": np.tanh}


class _Program:
    """A random program of elementwise operations and sums of them, and what NumPy makes of it."""

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)
        self.lines = [f"%e = tensor.empty() : {OF}", "%zero = arith.constant 0.0 : f64"]
        self.inputs = [self.random.uniform(-1, 1, SHAPE) for _ in range(3)]
        self.inputs += [self.random.uniform(-1, 1, n) for n in SHAPE]
        self.full = {f"%a{n}": x for n, x in enumerate(self.inputs[:3])}
        self.small = {"%a3": ("row", self.inputs[3][:, None]), "%a4": ("column", self.inputs[4][None, :])}
        self.wanted = []
        for n in range(14):
            (self.sum if n % 4 == 3 else self.elementwise)(n)

    def elementwise(self, n: int) -> None:
        x = self.choose(self.full)
        if self.random.random() < 0.3:
            name = self.choose(UNARY)
            body, read, value = f"{name} %p : f64", [(x, "full", OF)], UNARY[name](self.full[x])
        else:
            name = self.choose(BINARY)
            if self.random.random() < 0.4:
                y = self.choose(self.small)
                kind, other = self.small[y]
                read = [(x, "full", OF), (y, kind, SIZES[kind])]
            else:
                y = self.choose(self.full)
                other, read = self.full[y], [(x, "full", OF), (y, "full", OF)]
            body, value = f"arith.{name} %p, %q : f64", BINARY[name](self.full[x], other)
        self.generic(f"%v{n}", read, ("%e", "full", OF), body, ["parallel", "parallel"])
        self.full[f"%v{n}"] = np.clip(value, -1e6, 1e6) if np.abs(value).max() > 1e6 else value

    def sum(self, n: int) -> None:
        x, kind = self.choose(self.full), self.choose(AXES)
        of = SIZES[kind]
        self.lines.append(f"%i{n} = tensor.empty() : {of}")
        self.lines.append(f"%z{n} = linalg.fill ins(%zero : f64) outs(%i{n} : {of}) -> {of}")
        kinds = {"row": ["parallel", "reduction"], "column": ["reduction", "parallel"], "one": ["reduction"] * 2}[kind]
        body = "arith.mulf %p, %p : f64\n %s = arith.addf %o, %r : f64"
        self.generic(f"%v{n}", [(x, "full", OF)], (f"%z{n}", kind, of), body, kinds)
        value = np.sum(self.full[x] ** 2, axis=AXES[kind], keepdims=True)
        self.wanted.append((f"%v{n}", of, value))
        if kind != "one":
            self.small[f"%v{n}"] = kind, value

    def generic(self, result: str, read, out, body: str, kinds: list[str]) -> None:
        maps = ", ".join(f"affine_map<{MAPS[kind]}>" for _, kind, _ in (*read, out))
        names, types = ", ".join(name for name, _, _ in read), ", ".join(of for _, _, of in read)
        arguments = ", ".join(f"%{a}: f64" for a in (*"pq"[: len(read)], "o"))
        iterators = json.dumps(kinds)
        self.lines.append(
            f"{result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = {iterators}}}\n"
            f" ins({names} : {types}) outs({out[0]} : {out[2]}) {{\n ^bb0({arguments}):\n %r = {body}\n"
            f" linalg.yield {'%s' if '%s' in body else '%r'} : f64\n }} -> {out[2]}"
        )

    def choose(self, among):
        return list(among)[self.random.integers(len(among))]

    def text(self) -> str:
        last = list(self.full)[-1]
        self.wanted.append((last, OF, self.full[last]))
        inputs = ", ".join(f"%a{n}: tensor<{'x'.join(map(str, x.shape))}xf64>" for n, x in enumerate(self.inputs))
        results, types = ", ".join(w[0] for w in self.wanted), ", ".join(w[1] for w in self.wanted)
        body = "\n ".join(self.lines)
        return f"func.func @f({inputs}) -> ({types}) {{\n {body}\n return {results} : {types}\n}}"


@pytest.mark.parametrize("pipeline", ["lagrad-to-llvm", "lagrad-to-llvm-strict"])
@pytest.mark.parametrize("seed", range(6))
def test_results_are_numpys(seed, pipeline):
    program = _Program(seed)
    found = lagrad.compile(program.text(), pipeline=pipeline).f(*program.inputs)
    for got, (_, _, want) in zip(found, program.wanted, strict=True):
        np.testing.assert_allclose(np.ravel(got), np.ravel(want), rtol=1e-10, atol=1e-10)


def test_places_of_maxima_are_found_again():
    """Logits are cheap and rounded; the maximum reads them, and so does the comparison with it."""

    def largest(x, w, b):
        y = x * w + b
        return jnp.sum(jnp.max(y, axis=1)) + 0.5 * jnp.sum(y * y)

    random = np.random.default_rng(0)
    x, w, b = (random.standard_normal(s).astype(np.float32) for s in ((200, 300), (300,), (300,)))
    np.testing.assert_allclose(lagrad_jax.grad(largest)(x, w, b), jax.grad(largest)(x, w, b), rtol=1e-5, atol=1e-5)
