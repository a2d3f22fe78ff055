"""Coarsened programs against JAX: values, both modes, second derivatives; and what was coarsened at all."""

import jax
import numpy as np
import pytest
from coarse_programs import BODIES, text_of

import lagrad

jax.config.update("jax_enable_x64", True)
PIPELINE = "lagrad-coarsened,lagrad-to-llvm"


@pytest.mark.parametrize("name", BODIES)
def test_derivatives(name):
    program = lagrad.compile(text_of(name), pipeline=PIPELINE)
    function = BODIES[name][1]
    rng = np.random.default_rng(5)
    for _ in range(4):
        point, direction = rng.uniform(0.3, 1.7, 3), rng.normal(size=3)
        interleaved = [float(v) for pair in zip(point, direction) for v in pair]
        gradient = jax.grad(function, (0, 1, 2))(*point)
        np.testing.assert_allclose(program.f(*point), function(*point), rtol=1e-13)
        np.testing.assert_allclose(program.gradient(*point), gradient, rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(
            program.pushforward(*interleaved), np.dot(gradient, direction), rtol=1e-11, atol=1e-14
        )
        hessian = np.array(jax.hessian(function, (0, 1, 2))(*point))
        np.testing.assert_allclose(program.twice(*interleaved), hessian @ direction, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("name", BODIES)
def test_each_program_is_one_segment(name):
    text = lagrad_opt(text_of(name), "canonicalize,cse,lagrad-coarsen-segments")
    assert text.count("call @f_segment(") == 1 and "call @f_segment_0(" not in text


def test_narrow_floats():
    program = lagrad.compile(text_of("spring", type="f32"), pipeline=PIPELINE)
    point = np.array([0.7, 1.1, 0.4], np.float32)
    expected = jax.grad(BODIES["spring"][1], (0, 1, 2))(*map(float, point))
    np.testing.assert_allclose(program.gradient(*point), expected, rtol=1e-6)


def test_a_cotangent_of_zero_wins_over_an_infinite_partial():
    """As in ordinary AD: the root of x * y / (y * z) at x = 0, its result weighed with zero."""
    text = (
        text_of("quotient")
        + "func.func private @back(f64, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @f}"
    )
    program = lagrad.compile(text, pipeline=PIPELINE)
    assert program.back(0.0, 1.0, 1.0, 0.0)[0] == 0.0
    assert program.back(0.0, 1.0, 1.0, 1.0)[0] == np.inf


def lagrad_opt(text: str, pipeline: str) -> str:
    from lagrad import pipelines
    from lagrad.mlir import ir

    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, pipeline)
        return str(module)
