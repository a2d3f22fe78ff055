"""What BLAS has for triangular matrices against lagrad's code: `python -m benchmarks.thresholds.triangular_blas`.

`y + L x` by `trmv` (all of the matrix stored) and `tpmv` (packed); `Y + L X` by `trmm`; the kept half of `C + Y X^T` by
`gemmt`, and that of `C + L L^T` by `syrk`, to which L is any matrix. `trmv`, `tpmv` and `trmm` overwrite their
argument, so a copy and a sum belong to them, as they would to a call that a compiler makes. Packed matrices of lagrad's
programs are packed all the time; BLAS is given full ones but for `tpmv`. One thread, CPU time, the best of runs that
take turns; results are compared before anything is timed. `--write` makes the table of docs/active-sparsity.md.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import scipy_openblas32

import lagrad

from .. import page
from .triangles import TIMES, WAY, program

PAGE = Path(__file__).parents[2] / "docs" / "active-sparsity.md"
BEGIN, END = "<!-- made by python -m benchmarks.thresholds.triangular_blas --write -->\n", "<!-- until here -->\n"
VECTORS = (32, 128, 512, 2048)
MATRICES = ((16, 100), (32, 100), (32, 1000), (64, 100), (64, 1000), (128, 1000), (256, 1000), (512, 300))
SQUARES = (16, 32, 64, 128, 256)
ROW_MAJOR, COLUMN_MAJOR, AS_IT_IS, TRANSPOSED, LOWER, NON_UNIT, LEFT = 101, 102, 111, 112, 122, 131, 141
MORE = """
func.func @vector(%l: tensor<?x?xf64, "pltri">, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant TIMES : index
  %r = scf.for %i = %c0 to %times step %c1 iter_args(%z = %y) -> tensor<?xf64> {
    %next = linalg.matvec ins(%l, %x : tensor<?x?xf64, "pltri">, tensor<?xf64>) outs(%z : tensor<?xf64>)
        -> tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func @square(%l: tensor<?x?xf64, "pltri">, %c: tensor<?x?xf64, "pltri">) -> tensor<?x?xf64, "pltri"> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %times = arith.constant TIMES : index
  %n = tensor.dim %l, %c0 : tensor<?x?xf64, "pltri">
  %empty = tensor.empty(%n, %n) : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %times step %c1 iter_args(%sum = %c) -> tensor<?x?xf64, "pltri"> {
    %last = tensor.extract %sum[%c0, %c0] : tensor<?x?xf64, "pltri">
    %zero_again = arith.mulf %last, %zero : f64  // nothing leaves the loop
    %zeros = linalg.fill ins(%zero_again : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
    %all = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k)
        -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
                           iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%l, %l : tensor<?x?xf64, "pltri">, tensor<?x?xf64, "pltri">) outs(%zeros : tensor<?x?xf64>) {
      ^bb0(%p: f64, %q: f64, %out: f64):
        %0 = arith.mulf %p, %q : f64
        %1 = arith.addf %out, %0 : f64
        linalg.yield %1 : f64
    } -> tensor<?x?xf64>
    %half = "lagrad.pack"(%all) : (tensor<?x?xf64>) -> tensor<?x?xf64, "pltri">
    %next = arith.addf %half, %sum : tensor<?x?xf64, "pltri">
    scf.yield %next : tensor<?x?xf64, "pltri">
  }
  return %r : tensor<?x?xf64, "pltri">
}
""".replace("TIMES", str(TIMES))
LIBRARY = ctypes.CDLL(os.path.join(scipy_openblas32.get_lib_dir(), "libscipy_openblas.so"))

Case = tuple[str, Callable[[], None], np.ndarray, np.ndarray]  # whose, what to time, its result and what that should be


def compiled() -> lagrad.execute.Program:
    return lagrad.compile(program("pltri") + MORE, pipeline=WAY)


def library(name: str, *arguments: int | float | np.ndarray) -> Callable[[], None]:
    """A call of BLAS with everything looked up."""
    function = getattr(LIBRARY, f"scipy_cblas_{name}")
    given = [
        a.ctypes.data_as(ctypes.c_void_p)
        if isinstance(a, np.ndarray)
        else ctypes.c_double(a)
        if isinstance(a, float)
        else ctypes.c_int(a)
        for a in arguments
    ]  # a pointer of NumPy's keeps its array
    return lambda: function(*given)


def repeated(*steps: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(TIMES):
            for step in steps:
                step()

    return run


def added(call: Callable[[], None], argument: np.ndarray, scratch: np.ndarray, total: np.ndarray) -> Callable[[], None]:
    """What adds a product that overwrites its argument."""
    return repeated(lambda: np.copyto(scratch, argument), call, lambda: np.add(total, scratch, out=total))


def vectors(lagrads: lagrad.execute.Program, n: int) -> Iterator[Case]:
    random = np.random.default_rng(0)
    full, x, y = np.tril(random.normal(size=(n, n))), random.normal(size=n), random.normal(size=n)
    packed, out = full.T[np.triu_indices(n)], np.empty(n)
    wanted = y + TIMES * full @ x
    yield "lagrad", lambda: lagrads.vector(packed, x, y, out=out), out, wanted
    for name, order, matrix, stride in (("trmv", ROW_MAJOR, full, [n]), ("tpmv", COLUMN_MAJOR, packed, [])):
        scratch, total = np.empty(n), y.copy()
        yield (
            name,
            added(
                library(f"d{name}", order, LOWER, AS_IT_IS, NON_UNIT, n, matrix, *stride, scratch, 1), x, scratch, total
            ),
            total,
            wanted,
        )


def matrices(lagrads: lagrad.execute.Program, n: int, t: int) -> Iterator[Case]:
    random = np.random.default_rng(0)
    full, x, y = np.tril(random.normal(size=(n, n))), random.normal(size=(n, t)), random.normal(size=(n, t))
    packed, out = full.T[np.triu_indices(n)], np.empty((n, t))
    wanted = y + TIMES * full @ x
    yield "lagrad", lambda: lagrads.product(packed, x, y, out=out), out, wanted
    scratch, total = np.empty((n, t)), y.copy()
    call = library("dtrmm", ROW_MAJOR, LEFT, LOWER, AS_IT_IS, NON_UNIT, n, t, 1.0, full, n, scratch, t)
    yield "trmm", added(call, x, scratch, total), total, wanted


def halves(lagrads: lagrad.execute.Program, n: int, t: int) -> Iterator[Case]:
    random = np.random.default_rng(0)
    full, x, y = np.tril(random.normal(size=(n, n))), random.normal(size=(n, t)), random.normal(size=(n, t))
    half = np.triu_indices(n)
    packed, wanted = full.T[half], full + TIMES * np.tril(y @ x.T)
    out = np.empty_like(packed)
    yield "lagrad", lambda: lagrads.adjoint(packed, x, y, out=out), out, wanted.T[half]
    total = full.copy()
    yield (
        "gemmt",
        repeated(library("dgemmt", ROW_MAJOR, LOWER, AS_IT_IS, TRANSPOSED, n, t, 1.0, y, t, x, t, 1.0, total, n)),
        total,
        wanted,
    )


def squares(lagrads: lagrad.execute.Program, n: int) -> Iterator[Case]:
    random = np.random.default_rng(0)
    full, half = np.tril(random.normal(size=(n, n))), np.triu_indices(n)
    packed, wanted = full.T[half], full + TIMES * np.tril(full @ full.T)
    out = np.empty_like(packed)
    yield "lagrad", lambda: lagrads.square(packed, packed, out=out), out, wanted.T[half]
    total = full.copy()
    yield (
        "syrk",
        repeated(library("dsyrk", ROW_MAJOR, LOWER, AS_IT_IS, n, n, 1.0, full, n, 1.0, total, n)),
        total,
        wanted,
    )


def times(cases: list[Case], seconds: float) -> dict[str, float]:
    """Microseconds of each, after a look at its result, which is that of one run."""
    for name, call, result, wanted in cases:
        call()
        np.testing.assert_allclose(result, wanted, rtol=1e-10, atol=1e-9, err_msg=name)
    best, begin, turns = dict.fromkeys((name for name, *_ in cases), float("inf")), time.thread_time(), 0
    while turns < 3 or time.thread_time() - begin < seconds:
        turns += 1
        for name, call, *_ in cases:
            start = time.thread_time_ns()
            call()
            best[name] = min(best[name], time.thread_time_ns() - start)
    return {name: ns / 1e3 / TIMES for name, ns in best.items()}


def rows(lagrads: lagrad.execute.Program) -> Iterator[tuple[str, list[Case]]]:
    for n in VECTORS:
        yield f"`L x`, n = {n}", list(vectors(lagrads, n))
    for n, t in MATRICES:
        yield f"`L X`, n = {n}, t = {t}", list(matrices(lagrads, n, t))
    for n, t in MATRICES:
        yield f"`Y X^T`, n = {n}, t = {t}", list(halves(lagrads, n, t))
    for n in SQUARES:
        yield f"`L L^T`, n = {n}", list(squares(lagrads, n))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="update docs/active-sparsity.md")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time for each row")
    given = parser.parse_args()
    LIBRARY.scipy_openblas_set_num_threads(1)
    lagrads = compiled()
    lines = ["| | lagrad | BLAS |", "|---|---:|---:|"]
    for name, cases in rows(lagrads):
        ours, *theirs = times(cases, given.seconds).items()
        lines.append(f"| {name} | {ours[1]:.1f} | {', '.join(f'`{call}` {t:.1f}' for call, t in theirs)} |")
        print(lines[-1], flush=True)
    if given.write:
        page.write(PAGE, BEGIN, "\n".join(lines) + "\n", END)


if __name__ == "__main__":
    main()
