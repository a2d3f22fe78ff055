"""What becomes of subnormal numbers in the products that a BLAS library computes, and everywhere else."""

import os
import platform
import subprocess
import sys

import numpy as np
import pytest

import lagrad
from lagrad.pipelines.text import BadPipeline

PROGRAM = """
func.func @product(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %c : tensor<?x?xf64>
}
func.func @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %dot = linalg.dot ins(%x, %y : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %sum = tensor.extract %dot[] : tensor<f64>
  return %sum : f64
}
func.func @exponential(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = math.exp %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
"""
SUBNORMAL = 2.0**-1060
X86 = platform.machine().lower() in ("x86_64", "amd64")  # whose register is set; elsewhere nothing is flushed


@pytest.fixture(scope="module", params=["flush", "keep"])
def compiled(request):
    pipeline = f"lagrad-default,lagrad-to-llvm-blas{{subnormals={request.param}}}"
    return request.param, lagrad.compile(PROGRAM, pipeline=pipeline)


def test_products_of_the_library(compiled):
    subnormals, program = compiled
    a, b = np.full((40, 50), SUBNORMAL), np.full((50, 60), 8.0)
    kept = 0 if subnormals == "flush" and X86 else 1
    assert (program.product(a, b) == kept * 400 * SUBNORMAL).all()
    assert program.dot(a.ravel(), np.full(a.size, 8.0)) == kept * a.size * 8 * SUBNORMAL


def test_what_is_too_small_for_the_library_keeps_them(compiled):
    _, program = compiled
    assert (program.product(np.full((2, 2), SUBNORMAL), np.full((2, 2), 8.0)) == 16 * SUBNORMAL).all()


def test_other_arithmetic_keeps_them(compiled):
    _, program = compiled
    program.product(np.ones((40, 50)), np.ones((50, 60)))
    np.testing.assert_allclose(program.exponential(np.full(9, -720.0)), np.exp(-720.0), rtol=1e-9)
    assert np.float64(SUBNORMAL) * np.float64(2.0) == 2 * SUBNORMAL, "the register is not as it was"


@pytest.mark.parametrize("options", ["subnormals=flush-all", "subnormals=flush-all threads=2"])
@pytest.mark.skipif(not X86, reason="nothing is flushed here")
def test_everywhere(options):
    program = lagrad.compile(PROGRAM, pipeline=f"lagrad-default,lagrad-to-llvm-blas{{{options}}}")
    assert (program.exponential(np.full(200_003, -720.0)) == 0).all()  # of several threads each has a register
    assert (program.product(np.full((2, 2), SUBNORMAL), np.full((2, 2), 8.0)) == 0).all()
    assert program.dot(np.full(9, SUBNORMAL), np.full(9, 8.0)) == 0
    assert np.float64(SUBNORMAL) * np.float64(2.0) == 2 * SUBNORMAL, "the register is not as it was"


@pytest.mark.skipif(not X86, reason="nothing is flushed here")
def test_threads_work_for_others_too():
    """They are made by the first function that needs some, and inherit its register. In a process of its own, as no
    thread is there yet."""
    code = f"""
import numpy as np
import lagrad
from test_flush_subnormals import PROGRAM
lowering = "lagrad-default,lagrad-to-llvm{{{{subnormals={{}} threads=3}}}}"
ways = {{way: lagrad.compile(PROGRAM, pipeline=lowering.format(way)) for way in ("flush-all", "keep")}}
x = np.full(300_000, -720.0)
for way in ("flush-all", "keep", "flush-all"):
    assert (ways[way].exponential(x) != 0).all() == (way == "keep"), way
    assert (ways[way].exponential(x) == 0).all() == (way == "flush-all"), way
"""
    for first in (code, code.replace('("flush-all", "keep", "flush-all")', '("keep", "flush-all", "keep")')):
        subprocess.run([sys.executable, "-c", first], check=True, cwd=os.path.dirname(__file__))


def test_strict_code_keeps_them():
    program = lagrad.compile(PROGRAM, pipeline="lagrad-default,lagrad-to-llvm-strict")
    assert program.dot(np.full(9, SUBNORMAL), np.full(9, 8.0)) == 72 * SUBNORMAL


def test_option():
    with pytest.raises(BadPipeline, match="option 'subnormals' is flush, keep or flush-all, not 'zero'"):
        lagrad.compile(PROGRAM, pipeline="lagrad-to-llvm-blas{subnormals=zero}")
