"""Memory against time of long simulations: `python -m benchmarks.derivatives.snapshots`.

Burgers' equation in one dimension, u_t + u u_x = nu u_xx, by central differences: the gradient of the sum of squares
of the last state by the first state and nu. lagrad keeps k snapshots by the binomial schedule; JAX (`jax.checkpoint`
around the inner of two nested scans) and PyTorch (`torch.utils.checkpoint`) the states at the ends of k segments, and
what they record of one segment. PyTorch takes part where `make peers` has installed it, with fewer numbers of segments,
since it takes the longest. Each case runs in a process of its own, on one core and in one thread. Time is processor
time; memory is by how much the resident set of the process grew at most.

The theory is what the fewest steps there can be would take, at the processor time of a step of the primal and of an
adjoint. Both are measured: the second in a loop that is short enough for a snapshot of each state.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from .. import resident

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = {"torch": ROOT / ".venv-peers" / "torch" / "bin" / "python"}  # of those that have their own
SNAPSHOTS = (5, 10, 20, 50, 100, 200)
KEPT = {"lagrad": SNAPSHOTS, "jax": SNAPSHOTS, "torch": (5, 50, 200)}
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
SHORT = 500  # steps, of the loop that keeps a snapshot of each state
PROGRAM = """
#id = affine_map<(d0) -> (d0)>
func.func @burgers(%u: tensor<{n}xf64>, %nu: f64, %steps: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %speed = arith.constant {speed} : f64
  %spread = arith.constant {spread} : f64
  %diffusion = arith.mulf %nu, %spread : f64
  %last = scf.for %i = %c0 to %steps step %c1 iter_args(%s = %u) -> tensor<{n}xf64> {{
    %left = tensor.extract_slice %s[0] [{m}] [1] : tensor<{n}xf64> to tensor<{m}xf64>
    %middle = tensor.extract_slice %s[1] [{m}] [1] : tensor<{n}xf64> to tensor<{m}xf64>
    %right = tensor.extract_slice %s[2] [{m}] [1] : tensor<{n}xf64> to tensor<{m}xf64>
    %e = tensor.empty() : tensor<{m}xf64>
    %next = linalg.generic {{indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}}
        ins(%left, %middle, %right : tensor<{m}xf64>, tensor<{m}xf64>, tensor<{m}xf64>) outs(%e : tensor<{m}xf64>) {{
    ^bb0(%l: f64, %c: f64, %r: f64, %o: f64):
      %slope = arith.subf %r, %l : f64
      %moved = arith.mulf %c, %slope : f64
      %carried = arith.mulf %speed, %moved : f64
      %sum = arith.addf %l, %r : f64
      %twice = arith.mulf %two, %c : f64
      %curve = arith.subf %sum, %twice : f64
      %spreading = arith.mulf %diffusion, %curve : f64
      %change = arith.subf %spreading, %carried : f64
      %v = arith.addf %c, %change : f64
      linalg.yield %v : f64
    }} -> tensor<{m}xf64>
    %t = tensor.insert_slice %next into %s[1] [{m}] [1] : tensor<{m}xf64> into tensor<{n}xf64>
    scf.yield %t : tensor<{n}xf64>
  }} {mark}
  %none = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%none : tensor<f64>) -> tensor<f64>
  %dot = linalg.dot ins(%last, %last : tensor<{n}xf64>, tensor<{n}xf64>) outs(%start : tensor<f64>) -> tensor<f64>
  %energy = tensor.extract %dot[] : tensor<f64>
  return %energy : f64
}}
func.func private @gradient(tensor<{n}xf64>, f64, index) -> (tensor<{n}xf64>, f64)
    attributes {{lagrad.gradient = @burgers}}
"""


def constants(cells: int) -> tuple[float, float]:
    """Half a time step over the width of a cell, and a time step over its square."""
    width = 1.0 / (cells - 1)
    step = 0.2 * width
    return step / (2 * width), step / width**2


def start(cells: int) -> tuple[np.ndarray, float]:
    return np.sin(2 * np.pi * np.linspace(0, 1, cells)), 0.5 / (cells - 1)


def compiled(cells: int, snapshots: int):
    """The program and its gradient; with a tape for 0 snapshots."""
    import lagrad

    speed, spread = constants(cells)
    mark = f"{{lagrad.snapshots = {snapshots}}}" if snapshots else ""
    return lagrad.compile(PROGRAM.format(n=cells, m=cells - 2, speed=f"{speed:e}", spread=f"{spread:e}", mark=mark))


def ours(cells: int, steps: int, snapshots: int):
    """The gradient as a function of the first state and nu."""
    program = compiled(cells, snapshots)
    return lambda u, nu: program.gradient(u, nu, steps)


def jax_segments(cells: int, steps: int, segments: int):
    """The same in JAX; all states are kept for 0 segments, whose number divides that of the steps."""
    import jax

    jax.config.update("jax_enable_x64", True)
    speed, spread = (float(f"{x:e}") for x in constants(cells))

    def energy(u, nu):
        def step(s, _):
            l, c, r = s[:-2], s[1:-1], s[2:]
            return s.at[1:-1].set(c + (nu * spread * (l + r - 2 * c) - speed * (c * (r - l)))), None

        def segment(s, _):
            return jax.lax.scan(step, s, None, length=steps // max(1, segments))

        last = jax.lax.scan(jax.checkpoint(segment), u, None, length=segments)[0] if segments else segment(u, None)[0]
        return (last * last).sum()

    gradient = jax.jit(jax.grad(energy, (0, 1))).lower(*start(cells)).compile()
    return lambda u, nu: jax.block_until_ready(gradient(u, nu))


def torch_segments(cells: int, steps: int, segments: int):
    """The same in PyTorch."""
    import torch
    from torch.utils.checkpoint import checkpoint

    torch.set_num_threads(1)
    speed, spread = (float(f"{x:e}") for x in constants(cells))

    def segment(s, nu):
        for _ in range(steps // max(1, segments)):
            l, c, r = s[:-2], s[1:-1], s[2:]
            s = torch.cat([s[:1], c + (nu * spread * (l + r - 2 * c) - speed * (c * (r - l))), s[-1:]])
        return s

    def gradient(u, nu):
        u, nu = (torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in (u, nu))
        s = u
        for _ in range(max(1, segments)):
            # Without `use_reentrant` all steps leave nodes of the graph.
            s = checkpoint(segment, s, nu, use_reentrant=True) if segments else segment(s, nu)
        (s * s).sum().backward()
        return [x.grad.numpy() for x in (u, nu)]

    return gradient


TOOLS = {"lagrad": ours, "jax": jax_segments, "torch": torch_segments}


def one(tool: str, cells: int, steps: int, kept: int) -> dict:
    """Processor seconds of a gradient, and by how many bytes the process grew. The result is checked to be finite.

    The first call shows the memory. PyTorch's, which compiles nothing, is timed, too, after one with a step in each
    segment.
    """
    gradient, (u, nu) = TOOLS[tool](cells, steps, kept), start(cells)
    if tool == "torch":
        TOOLS[tool](cells, kept, kept)(u, nu)
    seconds: list[float] = []

    def timed() -> None:
        begin = time.process_time()
        by_nu = gradient(u, nu)[1]
        seconds.append(time.process_time() - begin)
        assert np.isfinite(by_nu)

    grown = resident.grown(timed)
    if tool != "torch":
        timed()
    return {"tool": tool, "kept": kept, "seconds": seconds[-1], "bytes": grown}


def step_seconds(cells: int, rounds: int = 20) -> tuple[float, float]:
    """The least processor seconds of a step of the primal, and of its adjoint from a state."""
    program, (u, nu) = compiled(cells, SHORT), start(cells)
    least = [float("inf")] * 2
    for _ in range(rounds):
        for place, function in enumerate((program.burgers, program.gradient)):
            begin = time.process_time()
            function(u, nu, SHORT)
            least[place] = min(least[place], time.process_time() - begin)
    return least[0] / SHORT, (least[1] - least[0] * (SHORT - 1) / SHORT) / SHORT


def measured(*case) -> dict:
    """One case in a process of its own, on one core."""
    python = str(PYTHONS.get(case[0], sys.executable))
    command = [python, "-m", "benchmarks.derivatives.snapshots", "--one", *map(str, case)]
    core = ["taskset", "-c", str(max(os.sched_getaffinity(0)))] if hasattr(os, "sched_setaffinity") else []
    pinned = [*core, *command]
    ran = subprocess.run(pinned, capture_output=True, text=True, check=True, cwd=ROOT, env=os.environ | ONE_THREAD)
    return json.loads(ran.stdout)


def segments(steps: int, kept: int) -> int:
    """The largest number of equal segments that is not larger."""
    return next(k for k in range(kept, 0, -1) if steps % k == 0)


def run(cells: int, steps: int) -> dict:
    """Every case of the tools that are there, and what the theory needs."""
    cases = []
    for tool in TOOLS:
        for kept in KEPT[tool] if PYTHONS.get(tool, ROOT).exists() else ():
            cases.append(measured(tool, cells, steps, kept if tool == "lagrad" else segments(steps, kept)))
            print(cases[-1], file=sys.stderr, flush=True)
    primal, adjoint = step_seconds(cells)
    return {"cells": cells, "steps": steps, "primal": primal, "adjoint": adjoint, "cases": cases}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cells", type=int, default=2_000)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--write", action="store_true", help="Keep the record, and update docs/snapshots.md.")
    parser.add_argument("--one", nargs=4, metavar=("TOOL", "CELLS", "STEPS", "KEPT"), help="One case, as JSON.")
    given = parser.parse_args()
    if given.one:
        tool, *numbers = given.one
        print(json.dumps(one(tool, *map(int, numbers))))
        return
    from . import snapshots_page  # what is above runs where only a peer is, too

    found = run(given.cells, given.steps)
    print(snapshots_page.table(found), end="")
    if given.write:
        snapshots_page.write(found)


if __name__ == "__main__":
    main()
