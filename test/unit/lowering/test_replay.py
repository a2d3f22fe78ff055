"""`lagrad.replay`: the same derivatives, from less memory."""

import functools

import counted_heap
import numpy as np
import pytest

import lagrad
from lagrad import pipelines

# Segments of a recurrence with a matrix, and parts of segments, all of one length; x is what goes in at each step.
PROGRAM = """
func.func @f(%a: tensor<8x8xf64>, %x: tensor<?x8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %part = arith.constant PART : index
  %segment = arith.constant SEGMENT : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x8xf64>
  %e = tensor.empty() : tensor<8xf64>
  %start = linalg.fill ins(%zero : f64) outs(%e : tensor<8xf64>) -> tensor<8xf64>
  %last = scf.for %i = %c0 to %n step %segment iter_args(%r = %start) -> tensor<8xf64> {
    %of_segment = scf.for %j = %c0 to %segment step %part iter_args(%s = %r) -> tensor<8xf64> {
      %before = arith.addi %i, %j : index
      %of_part = scf.for %k = %c0 to %part step %c1 iter_args(%t = %s) -> tensor<8xf64> {
        %step = arith.addi %before, %k : index
        %row = tensor.extract_slice %x[%step, 0] [1, 8] [1, 1] : tensor<?x8xf64> to tensor<8xf64>
        %u = linalg.matvec ins(%a, %t : tensor<8x8xf64>, tensor<8xf64>) outs(%row : tensor<8xf64>) -> tensor<8xf64>
        %v = math.sin %u : tensor<8xf64>
        scf.yield %v : tensor<8xf64>
      } INNER
      scf.yield %of_part : tensor<8xf64>
    } OUTER
    scf.yield %of_segment : tensor<8xf64>
  }
  %square = linalg.dot ins(%last, %last : tensor<8xf64>, tensor<8xf64>) outs(%zero_sum : tensor<f64>) -> tensor<f64>
  %result = tensor.extract %square[] : tensor<f64>
  return %result : f64
}
func.func private @gradient(tensor<8x8xf64>, tensor<?x8xf64>) -> (tensor<8x8xf64>, tensor<?x8xf64>) attributes
    {lagrad.gradient = @f}
func.func private @hvp(tensor<8x8xf64>, tensor<8x8xf64>, tensor<?x8xf64>, tensor<?x8xf64>)
    -> (tensor<8x8xf64>, tensor<?x8xf64>)
    attributes {lagrad.hvp = @f}
""".replace(
    "  %square =",
    "  %no_sum = tensor.empty() : tensor<f64>\n"
    "  %zero_sum = linalg.fill ins(%zero : f64) outs(%no_sum : tensor<f64>) -> tensor<f64>\n  %square =",
)
RECORDING = pipelines.NAMED["lagrad-default"].replace(
    "lagrad-differentiate", "lagrad-differentiate{tape=record}"
)  # what can be
MARK = "{lagrad.replay}"
MARKS = {"none": ("", ""), "parts": (MARK, ""), "segments": ("", MARK), "both": (MARK, MARK)}


def text(marks: str, part: int = 8, segment: int = 64) -> str:
    inner, outer = MARKS[marks]
    return (
        PROGRAM.replace("INNER", inner)
        .replace("OUTER", outer)
        .replace("PART", str(part))
        .replace("SEGMENT", str(segment))
    )


def arguments(n: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(n)
    return rng.uniform(-1, 1, (8, 8)) / 3, rng.uniform(-1, 1, (n, 8))


compiled = functools.cache(lagrad.compile)


@pytest.mark.parametrize("marks", list(MARKS)[1:])
@pytest.mark.parametrize("n", [0, 64, 192])
def test_derivatives_are_the_same(marks, n):
    a, x = arguments(n)
    da, dx = arguments(n + 1000)[0], np.random.default_rng(3).uniform(-1, 1, x.shape)
    program, plain = compiled(text(marks)), compiled(text("none"))
    for name, given in (("gradient", (a, x)), ("hvp", (a, da, x, dx))):
        for found, expected in zip(program[name](*given), plain[name](*given), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


def test_against_differences():
    program, (a, x) = lagrad.compile(text("both")), arguments(192)
    da, dx = arguments(193)[0], np.random.default_rng(4).uniform(-1, 1, x.shape)
    gradient = program.gradient(a, x)
    h = 1e-5
    difference = (program.f(a + h * da, x + h * dx) - program.f(a - h * da, x - h * dx)) / (2 * h)
    assert sum((g * d).sum() for g, d in zip(gradient, (da, dx))) == pytest.approx(difference, rel=1e-7)


def memory(marks: str, n: int, part: int, segment: int) -> int:
    """Bytes of the heap that the gradient needs at most; its results are not among them."""
    program, heap = counted_heap.compile(text(marks, part, segment), f"{RECORDING},lagrad-to-llvm")
    a, x = arguments(n)
    program.gradient(a, x, out=(np.empty_like(a), np.empty_like(x)))
    return heap.most


def test_memory():
    """Two rows a step are recorded, of all steps or of those of a segment, of which one fits on the stack; for a part
    there is room there."""
    n, part, segment, row = 1 << 16, 64, 4096, 64
    assert memory("none", n, part, segment) > 2 * n * row
    assert segment * row <= memory("segments", n, part, segment) < 1.2 * segment * row
    assert memory("parts", n, part, segment) == memory("both", n, part, segment) == 0


SCALARS = """
func.func @f(%a: f64, %start: f64, %segments: index, %parts: index, %steps: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %s = %c0 to %segments step %c1 iter_args(%t = %start) -> f64 {
    %after = scf.for %j = %c0 to %parts step %c1 iter_args(%u = %t) -> f64 {
      %part = scf.for %i = %c0 to %steps step %c1 iter_args(%v = %u) -> f64 {
        %p = arith.mulf %a, %v : f64
        %w = math.sin %p : f64
        scf.yield %w : f64
      } MARK
      scf.yield %part : f64
    } MARK
    scf.yield %after : f64
  }
  return %end : f64
}
func.func private @gradient(f64, f64, index, index, index) -> (f64, f64) attributes {lagrad.gradient = @f}
func.func private @second(f64, f64, index, index, index, f64, f64) -> (f64, f64)
    attributes {lagrad.pullback = @gradient}
"""
THIRD = """
func.func private @third(f64, f64, index, index, index, f64, f64, f64, f64) -> (f64, f64)
    attributes {lagrad.pullback = @second, lagrad.wrt = [0, 1]}
"""


def higher(mark: str, pipeline: str, sizes: tuple[int, ...], more: str = "") -> tuple[list, int]:
    """The derivatives of all orders, and the bytes that they need at most."""
    program, heap = counted_heap.compile(SCALARS.replace("MARK", mark) + more, f"{pipeline},lagrad-to-llvm")
    found = [*program.gradient(1.1, 0.5, *sizes), *program.second(1.1, 0.5, *sizes, 1.0, 0.5)]
    return found + [*(program.third(1.1, 0.5, *sizes, 1.0, 0.5, 0.25, 1.0) if more else ())], heap.most


@pytest.mark.parametrize("sizes", [(40, 1, 2000), (10, 40, 200)])
def test_memory_of_the_second_order(sizes):
    """The derivative of the adjoint of a marked loop keeps no tape of all steps, either."""
    (plain, without), (found, within) = (higher(mark, RECORDING, sizes) for mark in ("", MARK))
    np.testing.assert_allclose(found, plain, rtol=1e-9, atol=1e-200)
    assert within < 128 * sum(sizes)
    assert without >= 2 * 8 * sizes[0] * sizes[1] * sizes[2]


def test_memory_of_the_third_order():
    sizes = (10, 40, 200)
    found, within = higher(MARK, pipelines.NAMED["lagrad-default"], sizes, THIRD)
    assert within < 128 * sum(sizes)
    h = 1e-6

    def slope(n: int) -> float:  # of what the second derivative gives, for a
        up, down = (counted.second(1.1 + d, 0.5, *sizes, 1.0, 0.5)[n] for d in (h, -h))
        return (up - down) / (2 * h)

    counted = lagrad.compile(SCALARS.replace("MARK", ""))
    assert found[4] == pytest.approx(0.25 * slope(0) + slope(1), rel=1e-4)
