"""Memory against time of long simulations: `python -m benchmarks.derivatives.snapshots [--steps N] [--cells N]`.

Burgers' equation in one dimension, u_t + u u_x = nu u_xx, by central differences: the gradient of the sum of squares
of the last state by the first state and nu. lagrad keeps k snapshots by the binomial schedule, JAX (`jax.checkpoint`
around the inner of two nested scans) the states at the ends of k segments, and those of one segment. Each case runs in
a process of its own, and its memory is by how much the resident set of that grew.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time

import numpy as np

from lagrad.analysis.schedule_cost import least_advances

SNAPSHOTS = (5, 10, 20, 50, 100, 200)
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


def ours(cells: int, steps: int, snapshots: int):
    """The gradient as a function of the first state and nu; with a tape for 0 snapshots."""
    import lagrad

    speed, spread = constants(cells)
    mark = f"{{lagrad.snapshots = {snapshots}}}" if snapshots else ""
    program = lagrad.compile(PROGRAM.format(n=cells, m=cells - 2, speed=f"{speed:e}", spread=f"{spread:e}", mark=mark))
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


TOOLS = {"lagrad": ours, "jax": jax_segments}


def one(tool: str, cells: int, steps: int, kept: int) -> dict:
    """Seconds of a run, and by how many bytes memory grew in the first one. The result is checked to be finite."""
    gradient, (u, nu) = TOOLS[tool](cells, steps, kept), start(cells)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = gradient(u, nu)
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    assert np.isfinite(found[1])
    begin = time.perf_counter()
    gradient(u, nu)
    return {"seconds": time.perf_counter() - begin, "bytes": grown}


def measured(*case) -> dict:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.derivatives.snapshots", "--one", *map(str, case)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cells", type=int, default=2_000)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--one", nargs=4, metavar=("TOOL", "CELLS", "STEPS", "KEPT"), help="One case, as JSON.")
    given = parser.parse_args()
    if given.one:
        tool, *numbers = given.one
        print(json.dumps(one(tool, *map(int, numbers))))
        return
    print("| kept | steps again, in theory | lagrad MB | lagrad s | jax MB | jax s |\n|---:|---:|---:|---:|---:|---:|")
    for kept in SNAPSHOTS:
        again = least_advances(given.steps, kept) / given.steps
        segments = next(k for k in range(kept, 0, -1) if given.steps % k == 0)
        cells = [f"{kept:,}", f"{again:.2f}"]
        for tool, number in (("lagrad", kept), ("jax", segments)):
            found = measured(tool, given.cells, given.steps, number)
            cells += [f"{found['bytes'] / 1e6:.1f}", f"{found['seconds']:.2f}"]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
