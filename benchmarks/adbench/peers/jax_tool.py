"""JAX: jitted and compiled ahead, in f64 where the benchmark is."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ..benchmark import Benchmark, direction_of
from ..jax_reference import float64_jax
from . import PUSHFORWARD, Calls, processor_seconds


def load(benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    """`in_jax.program(given, variant)` gives an objective, a derivative, their arguments and, for each, what
    makes the reference's arrays of its results.

    The variant `pushforward` is the tangent of the first variant's objective, whose first arguments are the
    parameters; elsewhere, `in_jax.tangent(given, direction)` gives a function and its arguments.
    """
    jax = float64_jax()
    module = importlib.import_module(f"benchmarks.adbench.{benchmark.name}.peers.in_jax")
    first = importlib.import_module(f"benchmarks.adbench.{benchmark.name}.peers").variants(given)["jax"][0]
    way = first if variant == PUSHFORWARD else variant
    objective, derivative, arguments, objective_arrays, derivative_arrays = module.program(given, way)
    arguments, derivative_arguments = jax.device_put(arguments), None
    if variant == PUSHFORWARD:
        direction = direction_of(benchmark, given)
        if hasattr(module, "tangent"):
            derivative, derivative_arguments = module.tangent(given, direction)
        else:
            derivative, derivative_arguments = _tangent(jax, objective, arguments, direction)
        derivative_arguments, derivative_arrays = jax.device_put(derivative_arguments), objective_arrays
    derivative_arguments = derivative_arguments or arguments
    start = processor_seconds()
    compiled = jax.jit(derivative).lower(*derivative_arguments).compile()
    seconds = processor_seconds() - start
    compiled_objective = jax.jit(objective).lower(*arguments).compile()
    return Calls(
        objective=lambda: jax.block_until_ready(compiled_objective(*arguments)),
        derivative=lambda: jax.block_until_ready(compiled(*derivative_arguments)),
        objective_arrays=objective_arrays,
        derivative_arrays=derivative_arrays,
        compile_s=seconds,
        version=f"jax {jax.__version__}",
    )


def _tangent(jax, objective: Callable, arguments: tuple, direction: list) -> tuple[Callable, tuple]:
    """The tangent of the objective, where its first arguments change, as a function of arguments and direction."""
    count = len(direction)

    def tangent(direction, *arguments):
        parameters, rest = arguments[:count], arguments[count:]
        return jax.jvp(lambda *given: objective(*given, *rest), parameters, direction)[1]

    return tangent, (tuple(direction), *arguments)
