"""A tape whose rows have a size that is known only when the function runs stays in memory, beside one of numbers."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%x: f64, %v: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %v) -> (f64, tensor<?xf64>) {
    %1 = math.sin %p : f64
    %2 = math.sin %q : tensor<?xf64>
    scf.yield %1, %2 : f64, tensor<?xf64>
  }
  return %0#0, %0#1 : f64, tensor<?xf64>
}
func.func private @df(f64, tensor<?xf64>, index, f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
    attributes {lagrad.pullback = @f}
"""
RECORDED = "lagrad-differentiate{tape=record},lagrad-default"
LAYERS = "lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad"


def test_numbers_are_in_scratchpads_and_the_rows_in_memory():
    module = execute.parse(PROGRAM)
    pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS}"))
    pads = [line for line in str(module).splitlines() if "bufferization.alloc_tensor" in line]
    assert [line.rpartition(" : ")[2] for line in pads] == ["tensor<8xf64>"] * 2


@pytest.mark.parametrize("size", ["?", "5"])
@pytest.mark.parametrize("n", [0, 1, 19])
def test_the_same_bits(n, size):
    """Also where the size is known; what is recorded is then the carried tensor itself, as it comes in."""
    program = PROGRAM.replace("tensor<?x", f"tensor<{size}x")
    given = [0.7, np.linspace(0.1, 0.9, 5), n, 1.3, np.linspace(0.5, 1.5, 5)]
    plain, layered = (
        lagrad.compile(program, pipeline=f"{passes},lagrad-to-llvm-strict{{check-bounds=true}}", entry="df").df(*given)
        for passes in (RECORDED, f"{RECORDED},{LAYERS}")
    )
    for found, expected in zip(layered, plain, strict=True):
        np.testing.assert_array_equal(found, expected)
