"""JAX: jitted and compiled ahead, in f64 where the benchmark is."""

from __future__ import annotations

import importlib
import time
from typing import Any

from ..benchmark import Benchmark
from ..jax_reference import float64_jax
from . import Calls


def load(benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    """`in_jax.program(given, variant)` gives an objective, a derivative, their arguments and, for each, what
    makes the reference's arrays of its results."""
    jax = float64_jax()
    program = importlib.import_module(f"benchmarks.adbench.{benchmark.name}.peers.in_jax").program
    objective, derivative, arguments, objective_arrays, derivative_arrays = program(given, variant)
    arguments = jax.device_put(arguments)
    start = time.perf_counter()
    compiled = jax.jit(derivative).lower(*arguments).compile()
    seconds = time.perf_counter() - start
    compiled_objective = jax.jit(objective).lower(*arguments).compile()
    return Calls(
        objective=lambda: jax.block_until_ready(compiled_objective(*arguments)),
        derivative=lambda: jax.block_until_ready(compiled(*arguments)),
        objective_arrays=objective_arrays,
        derivative_arrays=derivative_arrays,
        compile_s=seconds,
        version=f"jax {jax.__version__}",
    )
