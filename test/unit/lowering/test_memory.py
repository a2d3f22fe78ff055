"""What compiled code takes from the heap it gives back, and the stack does not grow in loops."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import lagrad

CALLS = 20_000

# Each of these allocates: temporaries, results of branches and calls, loops that cannot work in place.
PROGRAMS = {
    "temporaries": """
func.func @f(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %a = linalg.matmul ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %b = linalg.matmul ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %b : tensor<?x?xf64>
}""",
    "branches": """
func.func @f(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.extract %x[%c0, %c0] : tensor<?x?xf64>
  %c = arith.cmpf olt, %e, %zero : f64
  %r = scf.if %c -> (tensor<?x?xf64>) {
    scf.yield %x : tensor<?x?xf64>
  } else {
    %0 = math.exp %x : tensor<?x?xf64>
    scf.yield %0 : tensor<?x?xf64>
  }
  %s = func.call @twice(%r) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}
func.func private @twice(%x: tensor<?x?xf64>) -> tensor<?x?xf64> attributes {no_inline} {
  %0 = arith.addf %x, %x : tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}""",
    "growing": """
func.func @f(%x: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> (tensor<?x?xf64>) {
    %g = tensor.pad %a low[1, 0] high[0, 1] {
    ^bb0(%k: index, %l: index):
      tensor.yield %zero : f64
    } : tensor<?x?xf64> to tensor<?x?xf64>
    scf.yield %g : tensor<?x?xf64>
  }
  %e = tensor.extract %r[%c5, %c0] : tensor<?x?xf64>
  return %e : f64
}""",
    "while": """
func.func @f(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 50.0 : f64
  %r = scf.while (%a = %x) : (tensor<?x?xf64>) -> tensor<?x?xf64> {
    %e = tensor.extract %a[%c0, %c0] : tensor<?x?xf64>
    %c = arith.cmpf olt, %e, %limit : f64
    scf.condition(%c) %a : tensor<?x?xf64>
  } do {
  ^bb0(%a: tensor<?x?xf64>):
    %b = math.exp %a : tensor<?x?xf64>
    scf.yield %b : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}""",
    "tape": """
func.func @primal(%x: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %x) -> (tensor<?x?xf64>) {
    %s = math.sin %a : tensor<?x?xf64>
    %b = arith.mulf %s, %x : tensor<?x?xf64>
    scf.yield %b : tensor<?x?xf64>
  }
  %e = tensor.extract %r[%c1, %c1] : tensor<?x?xf64>
  return %e : f64
}
func.func private @f(tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.gradient = @primal}""",
}


class Heap(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"
    )]  # fmt: skip


def bytes_in_use() -> int:
    info = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if info is None:
        pytest.skip("this C library has no mallinfo2")
    info.restype = Heap
    heap = info()
    return heap.uordblks + heap.hblkhd


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_leaks(name):
    function = lagrad.compile(PROGRAMS[name], entry="f").f
    x = np.full((4, 4), 0.5)
    for _ in range(100):
        function(x)
    before = bytes_in_use()
    for _ in range(CALLS):
        function(x)
    # One leaked buffer a call would be 20,000 times 128 bytes.
    assert bytes_in_use() - before < CALLS * 8


def test_counting_sees_a_leak():
    before = bytes_in_use()
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    blocks = [libc.malloc(ctypes.c_size_t(128)) for _ in range(CALLS)]
    assert bytes_in_use() - before > CALLS * 100
    libc.free.argtypes = [ctypes.c_void_p]
    for block in blocks:
        libc.free(block)


def test_small_buffers_in_long_loops_do_not_overflow_the_stack():
    function = lagrad.compile("""
func.func @f(%x: tensor<64xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %u = tensor.insert %s into %x[%c0] : tensor<64xf64>
    %v = math.exp %u : tensor<64xf64>
    %w = linalg.reduce ins(%v : tensor<64xf64>) outs(%u : tensor<64xf64>) dimensions = []
      (%a: f64, %b: f64) {
        %m = arith.minimumf %a, %b : f64
        linalg.yield %m : f64
      }
    %e = tensor.extract %w[%c0] : tensor<64xf64>
    scf.yield %e : f64
  }
  return %r : f64
}""").f
    x = np.zeros(64)
    assert function(x, 1_000_000) == 0.0
