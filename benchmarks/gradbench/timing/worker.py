"""One tool in a process of its own: for each line {"eval", "size"}, the seconds of its functions, and what they give.

`size` is a place in the eval's sizes. A number is the processor time of one call: the median of seven repetitions, each
of which takes 20 ms or one call, or one call that takes more than a second. What a tool does not have is null.
"""

from __future__ import annotations

import gc
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from ...adbench import peers, subnormals
from .inputs import ADBENCH, SIZES, Size, arguments, of_adbench

SECONDS, REPETITIONS, LONG, COMPARED = 0.02, 7, 1.0, 256
OF_GRADBENCH = {("lagrad", "gmm"): "monomials"}  # what the tool for GradBench runs where it is not ADBench's first way


def functions(tool: str, name: str, size: Size) -> tuple[tuple[Callable, Callable] | None, ...]:
    """For each kind of the eval, a call without arguments, and what makes arrays of what it gives. Empty: not at
    all."""
    if name not in ADBENCH:
        found = importlib.import_module(f"{__package__}.{tool}_tool").load(name, *arguments(name, size))
        return tuple(f and (f, lambda result: (result,)) for f in found)
    problem, given = of_adbench(name, size)
    (variant, *_) = peers.tools()[tool].variants(problem, given)
    variant = OF_GRADBENCH.get((tool, name), variant)
    calls = peers.load(tool, problem, given, variant, 1)
    return (calls.objective, calls.objective_arrays), (calls.derivative, calls.derivative_arrays)


def seconds(call: Callable) -> float:
    start = time.process_time()
    call()
    once = time.process_time() - start
    if once > LONG:
        return once
    calls = max(1, int(SECONDS / max(once, 1e-7)))
    took = []
    while len(took) < REPETITIONS:
        start = time.process_time()
        for _ in range(calls):
            call()
        took.append((time.process_time() - start) / calls)
    return statistics.median(took)


def given_by(call: Callable, arrays: Callable) -> list[float]:
    """Numbers from all over what a function gives."""
    flat = np.concatenate([np.ravel(np.asarray(each)) for each in arrays(call())])
    return flat[:: max(1, len(flat) // COMPARED)].tolist()


def main() -> None:
    tool = sys.argv[1]
    if tool != "lagrad":
        subnormals.flush()  # as -ffast-math does, JAX by itself, and PyTorch where it is asked to
    for line in sys.stdin:
        asked = json.loads(line)
        found = functions(tool, asked["eval"], SIZES[asked["eval"]][asked["size"]])
        gives = [f and given_by(*f) for f in found]  # the first calls, which compile
        print(json.dumps({"seconds": [f and seconds(f[0]) for f in found], "gives": gives}), flush=True)
        del found
        gc.collect()


if __name__ == "__main__":
    main()
