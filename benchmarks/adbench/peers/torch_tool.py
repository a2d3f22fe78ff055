"""PyTorch, eager."""

from __future__ import annotations

import importlib
from typing import Any

from ..benchmark import Benchmark, direction_of
from . import PUSHFORWARD, Calls


def load(benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    """`in_torch.program(given, variant)` gives an objective, a derivative, the parameters that both take and, for each,
    what makes the reference's arrays of its results.

    The variant `pushforward` is the tangent of the first variant's objective by its parameters; elsewhere,
    `in_torch.tangent(given, direction)` gives a function, its arguments and their tangents.
    """
    import torch

    torch.set_num_threads(threads)
    torch.set_default_dtype(torch.float64)
    module = importlib.import_module(f"benchmarks.adbench.{benchmark.name}.peers.in_torch")
    first = importlib.import_module(f"benchmarks.adbench.{benchmark.name}.peers").variants(given)["torch"][0]
    way = first if variant == PUSHFORWARD else variant
    objective, derivative, parameters, objective_arrays, derivative_arrays = module.program(given, way)

    def without_tape():
        with torch.no_grad():
            return objective(*parameters)

    if variant == PUSHFORWARD:
        direction = direction_of(benchmark, given)
        if hasattr(module, "tangent"):
            function, arguments, tangents = module.tangent(given, direction)
        else:
            function, arguments = objective, tuple(part.detach() for part in parameters)
            tangents = tuple(map(torch.as_tensor, direction))
        wanted, derivative_arrays = lambda: torch.func.jvp(function, arguments, tangents)[1], objective_arrays
    else:
        wanted = lambda: derivative(*parameters)  # noqa: E731

    return Calls(
        objective=without_tape,
        derivative=wanted,
        objective_arrays=objective_arrays,
        derivative_arrays=derivative_arrays,
        compile_s=None,
        version=f"torch {torch.__version__}",
    )
