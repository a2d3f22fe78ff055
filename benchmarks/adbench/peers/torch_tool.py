"""PyTorch, eager."""

from __future__ import annotations

import importlib
from typing import Any

from ..benchmark import Benchmark
from . import Calls


def load(benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    """`in_torch.program(given, variant)` gives two functions without arguments, and for each what makes the
    reference's arrays of its results."""
    import torch

    torch.set_num_threads(threads)
    torch.set_default_dtype(torch.float64)
    program = importlib.import_module(f"benchmarks.adbench.{benchmark.name}.peers.in_torch").program
    objective, derivative, objective_arrays, derivative_arrays = program(given, variant)

    def without_tape():
        with torch.no_grad():
            return objective()

    return Calls(
        objective=without_tape,
        derivative=derivative,
        objective_arrays=objective_arrays,
        derivative_arrays=derivative_arrays,
        compile_s=None,
        version=f"torch {torch.__version__}",
    )
