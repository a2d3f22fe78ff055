"""What one core of this machine can do: bytes from memory and operations, a second. Measured once, and kept."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from .. import cache, execute

TRIAD = """
func.func @triad(%a: tensor<?xf64>, %b: tensor<?xf64>, %s: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %c = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a, %b : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?xf64>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %p = arith.mulf %y, %s : f64
    %r = arith.addf %x, %p : f64
    linalg.yield %r : f64
  } -> tensor<?xf64>
  return %c : tensor<?xf64>
}
"""
_PRODUCT = """
func.func @product(%a: tensor<{n}x{n}x{type}>, %b: tensor<{n}x{n}x{type}>) -> tensor<{n}x{n}x{type}> {{
  %zero = arith.constant 0.0 : {type}
  %empty = tensor.empty() : tensor<{n}x{n}x{type}>
  %zeros = linalg.fill ins(%zero : {type}) outs(%empty : tensor<{n}x{n}x{type}>) -> tensor<{n}x{n}x{type}>
  %c = linalg.matmul ins(%a, %b : tensor<{n}x{n}x{type}>, tensor<{n}x{n}x{type}>)
    outs(%zeros : tensor<{n}x{n}x{type}>) -> tensor<{n}x{n}x{type}>
  return %c : tensor<{n}x{n}x{type}>
}}
"""
TYPES = {"f64": np.float64, "f32": np.float32}
_ORDER = 384  # of the matrices whose product is the peak
_NUMBERS = 4_000_000  # of f64 in each of the three arrays of the stream, which no cache holds
_RUNS = 7


@dataclass(frozen=True)
class Machine:
    """Of one thread: bytes a second that `c = a + s b` reads and writes on large arrays (J. McCalpin's STREAM triad,
    without what a write reads first), and operations a second of a product of matrices of `type`."""

    type: str
    bytes_per_second: float
    operations_per_second: float


@functools.cache
def machine(type: str = "f64") -> Machine:
    """The peaks for numbers of a type, f64 or f32; from the cache of compiled programs where they are there."""
    store = cache.store()
    key = cache.key(["machine", type]) if store else ""
    if store and (kept := store.get(key)):
        return Machine(**json.loads(kept))
    measured = Machine(type, _stream(), _product(type))
    if store:
        store.put(key, json.dumps(asdict(measured)).encode())
    return measured


def _stream() -> float:
    triad = execute.compile(TRIAD, pipeline="lagrad-to-llvm")
    a, b, out = (np.ones(_NUMBERS) for _ in range(3))
    return 3 * a.nbytes / _least(lambda: triad(a, b, 2.0, out=out))


def _product(type: str) -> float:
    product = execute.compile(_PRODUCT.format(n=_ORDER, type=type), pipeline="lagrad-to-llvm")
    a, b = (np.random.default_rng(n).standard_normal((_ORDER, _ORDER)).astype(TYPES[type]) for n in range(2))
    out = np.empty_like(a)
    return 2 * _ORDER**3 / _least(lambda: product(a, b, out=out))


def _least(call: Callable[[], object]) -> float:
    """Seconds of processor time."""
    times = []
    for _ in range(_RUNS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)
