"""Mixed mode: `python -m benchmarks.derivatives.local_jacobian`.

A sum over points, each of which solves Kepler's equation by Newton's method, is differentiated in reverse mode. The
solver has two inputs and a long tape. Marked `lagrad.local_jacobian` it is differentiated forward, and two
numbers are kept of it; otherwise it is inlined, or kept as a call.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import lagrad

PROGRAM = """
func.func private @anomaly(%mean: f64, %e: f64, %steps: index) -> f64 ATTRIBUTES {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%a = %mean) -> f64 {
    %s = math.sin %a : f64
    %c = math.cos %a : f64
    %es = arith.mulf %e, %s : f64
    %ec = arith.mulf %e, %c : f64
    %t = arith.subf %a, %es : f64
    %f = arith.subf %t, %mean : f64
    %d = arith.subf %one, %ec : f64
    %q = arith.divf %f, %d : f64
    %n = arith.subf %a, %q : f64
    scf.yield %n : f64
  }
  return %r : f64
}
func.func @f(%means: tensor<?xf64>, %e: f64, %steps: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %means, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %m = tensor.extract %means[%i] : tensor<?xf64>
    %a = func.call @anomaly(%m, %e, %steps) : (f64, f64, index) -> f64
    %b = math.sin %a : f64
    %t = arith.addf %s, %b : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @df(tensor<?xf64>, f64, index) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @f}
"""
WAYS = {
    "inlined": "",
    "split": "attributes {no_inline}",
    "local Jacobian": "attributes {lagrad.local_jacobian}",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    programs = {
        way: lagrad.compile(PROGRAM.replace("ATTRIBUTES", words), entry=("f", "df")) for way, words in WAYS.items()
    }
    for points, steps in ((10_000, 5), (1000, 100), (10, 100_000)):
        arguments = np.linspace(0.1, 3.0, points), 0.3, steps
        functions = {"the function": programs["inlined"].f, **{way: p.df for way, p in programs.items()}}
        expected = programs["inlined"].df(*arguments)
        for way in WAYS:
            for found, right in zip(programs[way].df(*arguments), expected):
                np.testing.assert_allclose(found, right, rtol=1e-9)
        times: dict[str, list[float]] = {name: [] for name in functions}
        for _ in range(rounds):
            for name, function in functions.items():
                begin = time.perf_counter()
                function(*arguments)
                times[name].append((time.perf_counter() - begin) * 1e3)
        shown = "  ".join(f"{name} {np.median(taken):.2f} ms" for name, taken in times.items())
        print(f"{points} points, {steps} steps: {shown}; tape of a solve {8 * steps} bytes, its Jacobian 16")


if __name__ == "__main__":
    main()
