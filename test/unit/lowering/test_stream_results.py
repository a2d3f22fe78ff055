"""`lagrad-stream-results`: the same bits as with ordinary stores, wherever a result begins and however long it is."""

from __future__ import annotations

import numpy as np
import pytest

from lagrad import compile
from lagrad.errors import Report
from lagrad.execute import parse
from lagrad.lowering import pipeline as lowering
from lagrad.pipelines import run

PASS = "lagrad-stream-results"
ALWAYS = f"lagrad-default,{lowering.pipeline(strict=True)}".replace(PASS, f"{PASS}{{bytes=0}}")
NEVER = ALWAYS.replace(f"{PASS}{{bytes=0}},", "")

ROWS = """
func.func @f(%x: tensor<?xT>, %d: tensor<?x?xT>) -> (tensor<?x?xT>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %d, %c0 : tensor<?x?xT>
  %n = tensor.dim %d, %c1 : tensor<?x?xT>
  %empty = tensor.empty(%m, %n) : tensor<?x?xT>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x, %d : tensor<?xT>, tensor<?x?xT>) outs(%empty : tensor<?x?xT>) {
  ^bb0(%a: T, %b: T, %o: T):
    %s = math.exp %a : T
    %p = arith.mulf %s, %b : T
    linalg.yield %p : T
  } -> tensor<?x?xT>
  return %r : tensor<?x?xT>
}
"""
TWO = """
func.func @f(%x: tensor<?xT>) -> (tensor<?xT>, tensor<?xT>) {
  %p = arith.mulf %x, %x : tensor<?xT>
  %s = arith.addf %p, %x : tensor<?xT>
  return %p, %s : tensor<?xT>, tensor<?xT>
}
"""


def _both(text: str, dtype):
    text = text.replace("T", {np.float64: "f64", np.float32: "f32"}[dtype])
    return compile(text, pipeline=ALWAYS), compile(text, pipeline=NEVER)


def _somewhere(shape, dtype, start: int) -> tuple[np.ndarray, np.ndarray, int]:
    """An array that begins `start` bytes behind a multiple of 64, the bytes it lies among, and where."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.full(size + 256, 7, np.uint8)
    first = -room.ctypes.data % 64 + 64 + start
    return room[first : first + size].view(dtype).reshape(shape), room, first


def _stores(text: str, pipeline: str) -> int:
    module = parse(text.replace("T", "f64"))
    before = pipeline[: pipeline.index("lagrad-place-buffers")].rstrip(", \n")
    run(module, before, Report())
    return str(module).count("nontemporal")


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_every_start_and_length(dtype):
    always, never = _both(ROWS, dtype)
    rng = np.random.default_rng(0)
    for n in (0, 1, 7, 8, 9, 23, 64, 101):
        for start in range(0, 64, 24 if dtype == np.float64 else 20):
            x, d = rng.normal(size=n).astype(dtype), rng.normal(size=(3, n)).astype(dtype)
            out, room, first = _somewhere((3, n), dtype, start)
            always.f(x, d, out=out)
            np.testing.assert_array_equal(out, never.f(x, d))
            assert (room[:first] == 7).all() and (room[first + out.nbytes :] == 7).all()


def test_several_results():
    always, never = _both(TWO, np.float64)
    x = np.random.default_rng(1).normal(size=1001)
    for ours, theirs in zip(always.f(x), never.f(x), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_the_default_is_in_the_pipeline():
    """Without that, the tests above would compare ordinary stores with themselves."""
    assert _stores(ROWS, ALWAYS) == 1
    assert _stores(TWO, ALWAYS) == 1
    assert _stores(ROWS, NEVER) == 0
    assert PASS in lowering.pipeline()


def test_large_results_of_the_default_pipeline():
    program, plain = compile(ROWS.replace("T", "f64")), compile(ROWS.replace("T", "f64"), pipeline=NEVER)
    rng = np.random.default_rng(2)
    x, d = rng.normal(size=99_999), rng.normal(size=(7, 99_999))
    np.testing.assert_allclose(program.f(x, d), plain.f(x, d), rtol=1e-14)
