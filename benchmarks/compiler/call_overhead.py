"""What a call of a compiled function costs: `python -m benchmarks.compiler.call_overhead`.

The functions do next to nothing, so that the time is that of passing arrays in and out.
"""

from __future__ import annotations

import argparse
import time
import timeit

import numpy as np

import lagrad

BOUND, BOUND_PER_ARRAY = 5.0, 1.2  # microseconds


def program(arrays: int, size: str = "2") -> str:
    """A function of so many arrays, which adds up the first elements of each."""
    t = f"tensor<{size}xf64>"
    arguments = ", ".join(f"%x{n}: {t}" for n in range(arrays))
    uses = "\n".join(
        f"  %e{n} = tensor.extract %x{n}[%c0] : {t}\n  %s{n + 1} = arith.addf %s{n}, %e{n} : f64" for n in range(arrays)
    )
    return f"""
func.func @f({arguments}) -> {t} {{
  %c0 = arith.constant 0 : index
  %s0 = arith.constant 0.0 : f64
{uses}
  %r = tensor.insert %s{arrays} into %x0[%c0] : {t}
  return %r : {t}
}}"""


def microseconds(statements: list[str], **names) -> list[float]:
    """Of each statement the fastest of several runs, the statements taking turns."""
    calls, fastest = 20_000, [float("inf")] * len(statements)
    timers = [timeit.Timer(statement, timer=time.process_time, globals=names) for statement in statements]
    for _ in range(9):
        for n, timer in enumerate(timers):
            fastest[n] = min(fastest[n], timer.timeit(calls) / calls * 1e6)
    return fastest


def measure(size: str) -> dict[int, list[float]]:
    """Arrays in -> microseconds a call with one array out, and with `out=`."""
    measured = {}
    for arrays in (1, 2, 3, 4, 6, 8):
        function = lagrad.compile(program(arrays, size), entry="f").f
        inputs, out = [np.ones(2) for _ in range(arrays)], np.empty(2)
        measured[arrays] = microseconds(["f(*x)", "f(*x, out=out)"], f=function, x=inputs, out=out)
    return measured


def main() -> int:
    argparse.ArgumentParser(description=__doc__).parse_args()
    fine = True
    for kind, size in (("static", "2"), ("dynamic", "?")):
        measured = measure(size)
        print(f"{kind} sizes: arrays in, us a call, us a call with out=")
        for arrays, (plain, into) in measured.items():
            print(f"  {arrays}  {plain:5.2f}  {into:5.2f}")
        slope = (measured[8][0] - measured[2][0]) / 6
        print(f"  each further array {slope:.2f} us")
        fine &= measured[2][0] <= BOUND and slope <= BOUND_PER_ARRAY
        fine &= sum(into for _, into in measured.values()) < sum(plain for plain, _ in measured.values())
    print(
        "within the bounds"
        if fine
        else f"above {BOUND} us, or {BOUND_PER_ARRAY} us an array, or out= costs more than a new array"
    )
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
