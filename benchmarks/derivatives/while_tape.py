"""Two ways to record a `while` loop: `python -m benchmarks.derivatives.while_tape`.

How many iterations an `scf.while` has is not known before it has run, and neither is the length of its tape.
One can count them first, with a loop of what the condition depends on, or let the tape grow by doubling.
The compiler counts. Here its gradients are measured against ones written by hand with a tape that
grows, for a condition that is a counter and for one that needs all of the work.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import lagrad

PRIMAL = """
func.func @step(%x: f64, %a: f64) -> (f64, f64) {{
  %c = math.cos %x : f64
  %d = arith.subf %x, %c : f64
  %e = arith.mulf %a, %d : f64
  %y = arith.subf %x, %e : f64
  %s = math.absf %d : f64
  return %y, %s : f64, f64
}}
func.func @f(%x: f64, %a: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %tiny = arith.constant 1.0e-9 : f64
  %r:3 = scf.while (%h = %x, %s = %one, %i = %c0) : (f64, f64, index) -> (f64, f64, index) {{
    %more = {condition}
    scf.condition(%more) %h, %s, %i : f64, f64, index
  }} do {{
  ^bb0(%h: f64, %s: f64, %i: index):
    %y, %t = func.call @step(%h, %a) : (f64, f64) -> (f64, f64)
    %j = arith.addi %i, %c1 : index
    scf.yield %y, %t, %j : f64, f64, index
  }}
  return %r#0 : f64
}}
func.func private @df(f64, f64, index) -> (f64, f64) attributes {{lagrad.gradient = @f}}
"""

# The same gradient with one primal loop, whose tape grows in memory. The adjoint is the compiler's.
GROWING = """
func.func @df(%x: f64, %a: f64, %n: index) -> (f64, f64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %tiny = arith.constant 1.0e-9 : f64
  %start = memref.alloc(%c16) : memref<?xf64>
  %r:4 = scf.while (%h = %x, %s = %one, %i = %c0, %tape = %start)
      : (f64, f64, index, memref<?xf64>) -> (f64, f64, index, memref<?xf64>) {{
    %more = {condition}
    scf.condition(%more) %h, %s, %i, %tape : f64, f64, index, memref<?xf64>
  }} do {{
  ^bb0(%h: f64, %s: f64, %i: index, %tape: memref<?xf64>):
    %c = math.cos %h : f64
    %d = arith.subf %h, %c : f64
    %e = arith.mulf %a, %d : f64
    %y = arith.subf %h, %e : f64
    %t = math.absf %d : f64
    %size = memref.dim %tape, %c0 : memref<?xf64>
    %full = arith.cmpi eq, %i, %size : index
    %room = scf.if %full -> (memref<?xf64>) {{
      %twice = arith.muli %size, %c2 : index
      %larger = memref.alloc(%twice) : memref<?xf64>
      %part = memref.subview %larger[0] [%size] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
      memref.copy %tape, %part : memref<?xf64> to memref<?xf64, strided<[1]>>
      scf.yield %larger : memref<?xf64>
    }} else {{
      scf.yield %tape : memref<?xf64>
    }}
    memref.store %h, %room[%i] : memref<?xf64>
    %j = arith.addi %i, %c1 : index
    scf.yield %y, %t, %j, %room : f64, f64, index, memref<?xf64>
  }}
  %g:2 = scf.for %k = %c0 to %r#2 step %c1 iter_args(%ct = %one, %da = %zero) -> (f64, f64) {{
    %last = arith.subi %r#2, %c1 : index
    %at = arith.subi %last, %k : index
    %h = memref.load %r#3[%at] : memref<?xf64>
    %c = math.cos %h : f64
    %d = arith.subf %h, %c : f64
    %p = arith.mulf %ct, %d : f64
    %da1 = arith.subf %da, %p : f64
    %s = math.sin %h : f64
    %q = arith.addf %one, %s : f64
    %u = arith.mulf %ct, %a : f64
    %v = arith.mulf %u, %q : f64
    %ct1 = arith.subf %ct, %v : f64
    scf.yield %ct1, %da1 : f64, f64
  }}
  return %g#0, %g#1 : f64, f64
}}
"""

CONDITIONS = {
    "a counter": "arith.cmpi ult, %i, %n : index",
    "convergence": "arith.cmpf ogt, %s, %tiny : f64",
}


def medians(functions: list, arguments: tuple, rounds: int) -> list[float]:
    """Milliseconds of each function, the functions taking turns."""
    times = [[] for _ in functions]
    for _ in range(rounds + 1):
        for function, taken in zip(functions, times):
            begin = time.perf_counter()
            function(*arguments)
            taken.append((time.perf_counter() - begin) * 1e3)
    return [float(np.median(taken[1:])) for taken in times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=31)
    rounds = parser.parse_args().rounds
    for name, condition in CONDITIONS.items():
        counted = lagrad.compile(PRIMAL.format(condition=condition), entry=("f", "df"))
        growing = lagrad.compile(GROWING.format(condition=condition), entry="df", pipeline="lagrad-to-llvm")
        for step, trips in ((0.1, 100), (1e-3, 10_000), (1e-5, 1_000_000)):
            arguments = (0.5, step, trips)
            np.testing.assert_allclose(counted.df(*arguments), growing.df(*arguments), rtol=1e-9)
            primal, ours, theirs = medians([counted.f, counted.df, growing.df], arguments, rounds)
            print(
                f"{name:12}  a={step:g}  primal {primal:8.3f} ms  counted {ours:8.3f} ms  doubled {theirs:8.3f} ms  "
                f"ratio {ours / theirs:.2f}"
            )


if __name__ == "__main__":
    main()
