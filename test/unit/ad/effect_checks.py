"""What tests of effects share: the requests, the pipelines, and that a derivative has the trace of its program.

Each program is @f(f64, index) -> f64. Its functions with state are in effects.c; what they were called with is the
trace.
"""

from __future__ import annotations

import numpy as np
from effects_library import DECLARATIONS, path, traced

import lagrad
from lagrad import execute, pipelines

REQUESTS = """
func.func private @df(f64, index) -> (f64, f64) attributes {lagrad.gradient = @f, lagrad.with_primal}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @f}
func.func private @push(f64, f64, index) -> (f64, f64) attributes {lagrad.pushforward = @f, lagrad.with_primal}
func.func private @second(f64, index, f64, f64) -> (f64) attributes {lagrad.pullback = @df}
func.func private @hvp(f64, f64, index) -> f64 attributes {lagrad.hvp = @f}
"""

STRICT = "lagrad-default,lagrad-to-llvm-strict"
PIPELINES = {
    "default": "lagrad-default,lagrad-to-llvm-blas",
    "strict": STRICT,
    "unprepared": "lagrad-differentiate,lagrad-to-llvm",
    **{
        f"tape={mode}": f"lagrad-differentiate{{tape={mode}}},canonicalize,cse,lagrad-to-llvm-strict"
        for mode in ("record", "recompute", "min-memory")
    },
}

X, N = (0.8, 0.84, 0.77), 3


def check_effects(text: str, pipeline: str, first: bool = False) -> None:
    """Every derivative of a program, or those of first order, has its trace, and is right."""
    requests = "\n".join(REQUESTS.strip().splitlines()[:3]) if first else REQUESTS
    program = lagrad.compile(DECLARATIONS + text + requests, pipeline=pipeline, libraries=[path()])

    def value(at):
        return traced(program.f, at, N)[0]

    h = 1e-6
    for x in X:  # where nothing jumps
        slope, again = ((value(x + d) - value(x - d)) / (2 * d) for d in (h, 2 * h))
        if abs(slope - again) <= 1e-4 * max(1, abs(slope)):
            break
    found, trace = traced(program.f, x, N)

    def same(function, *arguments):
        results, own = traced(function, *arguments)
        assert [kind for kind, _ in own] == [kind for kind, _ in trace]
        np.testing.assert_allclose([v for _, v in own], [v for _, v in trace], rtol=1e-12)
        return results

    primal, gradient = same(program.df, x, N)
    np.testing.assert_allclose(primal, found, rtol=1e-12)
    np.testing.assert_allclose(gradient, slope, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(same(program.gradient, x, N), gradient, rtol=1e-12)
    np.testing.assert_allclose(same(program.push, x, 2.0, N), (found, 2 * gradient), rtol=1e-9)
    if first:
        return

    def derivative(at):
        return traced(program.gradient, at, N)[0]

    curvature = (derivative(x + h) - derivative(x - h)) / (2 * h)
    np.testing.assert_allclose(same(program.second, x, N, 0.0, 1.0), curvature, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(same(program.hvp, x, 1.0, N), curvature, rtol=1e-4, atol=1e-6)


def compiled(text: str):
    return lagrad.compile(DECLARATIONS + text, libraries=[path()])


def kinds(function, *arguments) -> list[int]:
    return [kind for kind, _ in traced(function, *arguments)[1]]


def differentiated(text: str) -> str:
    module = execute.parse(DECLARATIONS + text + REQUESTS.strip().splitlines()[0])
    pipelines.run(module, "lagrad-differentiate")
    return str(module)
