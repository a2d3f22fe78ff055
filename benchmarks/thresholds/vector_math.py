"""Ways to compute elementary functions in loops: `python -m benchmarks.thresholds.vector_math`.

Each function over 10,000 numbers, by the C library, by glibc's vector library, and by the arithmetic that
`lagrad-vectorize-math` writes; then loops over functions as programs have them, with one choice of the lowering
changed at a time. Beside a time stands how far results are from those in extended precision, in units in the
last place.
"""

from __future__ import annotations

import argparse
import ctypes
import time

import llvmlite.binding
import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

COUNT = 10_000
TYPES = {"f64": np.float64, "f32": np.float32}
LANES = {"f64": 8, "f32": 16}
FUNCTIONS = {  # name -> in extended precision, range of arguments; a power is that of a number by itself
    "exp": (np.exp, -20, 20), "exp2": (np.exp2, -20, 20), "expm1": (np.expm1, -5, 5), "log": (np.log, 1e-3, 1e3),
    "log2": (np.log2, 1e-3, 1e3), "log10": (np.log10, 1e-3, 1e3), "log1p": (np.log1p, -0.9, 10),
    "sinh": (np.sinh, -5, 5),
    "cosh": (np.cosh, -5, 5), "tanh": (np.tanh, -5, 5), "sin": (np.sin, -20, 20), "cos": (np.cos, -20, 20),
    "atan": (np.arctan, -10, 10), "powf": (lambda x: x**x, 0.01, 20),
}  # fmt: skip

PROGRAMS = """
func.func @chain(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %a = math.exp %x : tensor<?x?xf64>
  %b = math.tanh %a : tensor<?x?xf64>
  %c = arith.mulf %b, %a : tensor<?x?xf64>
  return %c : tensor<?x?xf64>
}
func.func @softmax(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64>
  %y = linalg.softmax dimension(1) ins(%x : tensor<?x?xf64>) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
func.func @sum_of_exponentials(%x: tensor<?x?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %empty = tensor.empty(%m) : tensor<?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf64>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %s: f64):
    %e = math.exp %a : f64
    %t = arith.addf %s, %e : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  return %sum : tensor<?xf64>
}
func.func @sines(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %a = math.sin %x : tensor<?x?xf64>
  %b = arith.mulf %a, %x : tensor<?x?xf64>
  return %b : tensor<?x?xf64>
}
"""
SHAPES = ((1, 10_000), (100, 100), (714, 14), (2000, 5))


def pipelines() -> dict[str, str]:
    """The default lowering, and others with one choice changed."""
    default = lowering.pipeline()
    return {
        "default": default,
        "math=precise": lowering.pipeline(math="precise"),
        "fold-tails=false": default.replace("lagrad-vectorize-math", "lagrad-vectorize-math{fold-tails=false}"),
    }


def _operands(operation: str, operand: str) -> str:
    return f"{operand}, {operand}" if operation == "powf" else operand


def elementwise(operation: str, t: str, pipeline: str):
    """`f(x, out=y)` of the operation on all elements."""
    of = f"tensor<?x{t}>"
    text = (
        f"func.func @f(%x: {of}) -> {of} {{\n %r = math.{operation} {_operands(operation, '%x')} : {of}\n"
        f" return %r : {of} }}"
    )
    return lagrad.compile(text, pipeline=pipeline).f


def by_vector_library(operation: str, t: str):
    """The same by glibc's function for AVX-512, as its vector ABI names it; None where there is none."""
    lanes = LANES[t]
    kinds, suffix = _operands(operation, "v").replace(", ", ""), "f" if t == "f32" else ""
    symbol = f"_ZGVeN{lanes}{kinds}_{operation.removesuffix('f')}{suffix}"
    if llvmlite.binding.address_of_symbol(symbol) is None:
        return None
    vector, of = f"vector<{lanes}x{t}>", f"memref<?x{t}>"
    run = lagrad.compile(
        f"""
func.func private @{symbol}({_operands(operation, vector)}) -> {vector}
func.func @f(%x: {of}, %y: {of}) {{
  %c0 = arith.constant 0 : index
  %step = arith.constant {lanes} : index
  %n = memref.dim %x, %c0 : {of}
  scf.for %i = %c0 to %n step %step {{
    %a = vector.load %x[%i] : {of}, {vector}
    %b = func.call @{symbol}({_operands(operation, "%a")}) : ({_operands(operation, vector)}) -> {vector}
    vector.store %b, %y[%i] : {of}, {vector}
  }}
  return
}}""",
        pipeline="lagrad-to-llvm",
    ).f
    return lambda x, out: run(x, out)


def nanoseconds(calls: list, rounds: int) -> list[float | None]:
    """Of each call the median of its times, the calls taking turns; None of None."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, taken in zip(calls, times):
            if call is not None:
                begin = time.perf_counter()
                call()
                taken.append((time.perf_counter() - begin) * 1e9)
    return [float(np.median(taken)) if taken else None for taken in times]


def ulps(got: np.ndarray, want: np.ndarray) -> float:
    return float(np.max(np.abs(got - want) / np.spacing(np.abs(want).astype(got.dtype))))


def _cell(time: float | None, error: float | None) -> str:
    return f"{'-':>14}" if time is None else f"{time:6.2f} ({error:4.2f})"


def functions(rounds: int) -> None:
    print("nanoseconds an element (largest error in ulp)")
    print(f"{'':12}{'C library':>15}{'libmvec':>15}{'default':>15}")
    for t, dtype in TYPES.items():
        for name, (precise, low, high) in FUNCTIONS.items():
            x = np.random.default_rng(0).uniform(low, high, COUNT).astype(dtype)
            want = precise(x.astype(np.longdouble))
            ways = [
                elementwise(name, t, "lagrad-to-llvm{math=precise}"),
                by_vector_library(name, t),
                elementwise(name, t, "lagrad-to-llvm"),
            ]
            results = [np.empty_like(x) for _ in ways]
            calls = [way and (lambda way=way, y=y: way(x, out=y)) for way, y in zip(ways, results)]
            times = nanoseconds(calls, rounds)
            errors = [ulps(y, want) if way else None for way, y in zip(ways, results)]
            cells = (_cell(time and time / COUNT, error) for time, error in zip(times, errors))
            print(f"{name:8}{t:4}" + " ".join(cells), flush=True)


def loops(rounds: int) -> None:
    choices = pipelines()
    compiled = [lagrad.compile(PROGRAMS, pipeline=pipeline) for pipeline in choices.values()]
    print("\nnanoseconds an element")
    print(f"{'':32}" + "".join(f"{name:>18}" for name in choices))
    for name in compiled[0].functions:
        for shape in SHAPES:
            x = np.random.default_rng(0).uniform(-2, 2, shape)
            results = [program[name](x) for program in compiled]
            for result in results:
                np.testing.assert_allclose(result, results[0], rtol=1e-13)
            calls = [lambda f=program[name], y=y: f(x, out=y) for program, y in zip(compiled, results)]
            times = nanoseconds(calls, rounds)
            print(
                f"{name:20}{'x'.join(map(str, shape)):>12}" + "".join(f"{time / x.size:18.2f}" for time in times),
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=101)
    rounds = parser.parse_args().rounds
    try:
        ctypes.CDLL("libmvec.so.1")
        llvmlite.binding.load_library_permanently("libmvec.so.1")
    except OSError:
        print("no libmvec here")
    functions(rounds)
    loops(rounds)


if __name__ == "__main__":
    main()
