"""The kernels of PolyBench on memory: their derivatives against JAX, and the command."""

import subprocess
import sys

import pytest

from benchmarks.polybench.affine import program
from benchmarks.polybench.kernels import KERNELS
from benchmarks.polybench.validation import error

FEW = ("gemm", "cholesky", "jacobi_1d")  # a product, work in place, a stencil over time


@pytest.mark.parametrize("name", FEW)
def test_derivatives_agree_with_jax(name):
    assert error(KERNELS[name], 4) < 1e-9


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({*KERNELS} - {*FEW}))
def test_every_kernel_agrees_with_jax(name):
    assert error(KERNELS[name], 5) < 1e-9


def test_loops_are_written_as_a_front_end_writes_them():
    text = program(KERNELS["trisolv"], 8)
    assert "affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {" in text
    assert "affine.load %L[%i, %j] : memref<8x8xf64>" in text


def test_an_unknown_kernel_is_a_usage_error():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.polybench", "check", "gem"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "there is no kernel gem" in done.stderr
