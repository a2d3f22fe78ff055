"""Functions on memory that the lowering lets work on tensors do what their loops say, whatever arguments share."""

import numpy as np
import pytest

import lagrad
from lagrad.errors import CheckFailed

SIZE = 24
# y[i] += a[i] * x[i] + sum over j of m[i, j] * x[j]
PRODUCT = """
func.func @f(%m: memref<24x24xf64>MARK, %x: memref<24xf64>MARK, %y: memref<24xf64>MARK) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      %0 = affine.load %m[%i, %j] : memref<24x24xf64>
      %1 = affine.load %x[%j] : memref<24xf64>
      %2 = affine.load %y[%i] : memref<24xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<24xf64>
    }
  }
  return
}
"""


def said(m, x, y):
    for i in range(SIZE):
        for j in range(SIZE):
            y[i] = y[i] + m[i, j] * x[j]


def of(mark=""):
    return lagrad.compile(PRODUCT.replace("MARK", mark)).f


def start():
    draw = np.random.default_rng(0)
    return draw.normal(size=(SIZE, SIZE)) / SIZE, draw.normal(size=SIZE), draw.normal(size=SIZE)


@pytest.fixture(scope="module")
def product():
    return of()


def test_buffers_that_lie_apart(product):
    own, wanted = start(), start()
    product(*own)
    said(*wanted)
    np.testing.assert_allclose(own[2], wanted[2], rtol=1e-12)


@pytest.mark.parametrize("ahead", [0, 1, 5, -3])
def test_vectors_that_overlap(product, ahead):
    """Each iteration reads what earlier ones wrote."""
    m, x, y = start()
    results = []
    for function in (product, said):
        memory = np.concatenate([x, y, x])
        function(m, memory[SIZE : 2 * SIZE], memory[SIZE + ahead : 2 * SIZE + ahead])
        results.append(memory)
    np.testing.assert_allclose(*results, rtol=1e-12)


def test_a_row_that_is_written(product):
    m, x, _ = start()
    results = []
    for function in (product, said):
        own = m.copy()
        function(own, x, own[3])
        results.append(own)
    np.testing.assert_allclose(*results, rtol=1e-12)


def test_a_broken_promise():
    promised = of(" {llvm.noalias}")
    m, x, y = start()
    wanted = start()
    promised(m, x, y)
    said(*wanted)
    np.testing.assert_allclose(y, wanted[2], rtol=1e-12)
    with pytest.raises(CheckFailed, match="@f takes memory that overlaps its argument 2, which it writes"):
        promised(m, y, y)


def test_strict_code_keeps_the_loops():
    """Bit for bit what the loops compute."""
    strict = lagrad.compile(PRODUCT.replace("MARK", ""), pipeline="lagrad-to-llvm-strict").f
    own, wanted = start(), start()
    strict(*own)
    said(*wanted)
    np.testing.assert_array_equal(own[2], wanted[2])
