"""Machine code for a chosen processor, objects that link without a warning, and the flags to link them with."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

import llvmlite.binding as llvm
import numpy as np
import pytest

from lagrad import compile, emit, execute
from lagrad.errors import Failure
from lagrad.lowering.machine import processors
from lagrad.lowering.pipeline import pipeline

AXPY = """
func.func @axpy(%a: f64, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %z = linalg.generic {
      indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a, %x : f64, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%s: f64, %u: f64, %v: f64):
    %p = arith.mulf %s, %u : f64
    %q = arith.addf %p, %v : f64
    linalg.yield %q : f64
  } -> tensor<?xf64>
  return %z : tensor<?xf64>
}"""
# Large enough for a library.
PRODUCT = """
func.func @product(%a: tensor<600x600xf64>, %b: tensor<600x600xf64>, %c: tensor<600x600xf64>) -> tensor<600x600xf64> {
  %d = linalg.matmul ins(%a, %b : tensor<600x600xf64>, tensor<600x600xf64>) outs(%c : tensor<600x600xf64>)
      -> tensor<600x600xf64>
  return %d : tensor<600x600xf64>
}"""
ROWS_ADDED = """
func.func @add(%x: memref<3x?xf64>, %y: memref<?x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c1 : memref<3x?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%c0, %i] : memref<3x?xf64>
    %1 = memref.load %y[%i, %c0] : memref<?x5xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = arith.addf %2, %0 : f64
    memref.store %3, %y[%i, %c0] : memref<?x5xf64>
    %4 = memref.load %y[%i, %c2] : memref<?x5xf64>
    %5 = arith.mulf %0, %4 : f64
    %6 = arith.addf %5, %0 : f64
    memref.store %6, %y[%i, %c2] : memref<?x5xf64>
  }
  return
}"""

pytestmark = pytest.mark.skipif(not llvm.get_process_triple().startswith("x86_64"), reason="names of x86 processors")


def disassembly(code: bytes, folder) -> str:
    path = folder / "code.o"
    path.write_bytes(code)
    return subprocess.run(["objdump", "-d", path], capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(not shutil.which("objdump"), reason="needs objdump")
@pytest.mark.parametrize(
    ("cpu", "registers", "absent", "fused"),
    [
        ("x86-64", "%xmm", "%ymm", False),
        ("x86-64-v2", "%xmm", "%ymm", False),
        ("x86-64-v3", "%ymm", "%zmm", True),
        ("znver4", "%ymm", "", True),
    ],
)
def test_code_is_for_the_processor(cpu, registers, absent, fused, tmp_path):
    text = disassembly(emit.emit(execute.parse(AXPY), "obj", target_cpu=cpu), tmp_path)
    assert registers in text
    assert not absent or absent not in text
    assert ("vfmadd" in text) == fused


@pytest.mark.skipif(not shutil.which("objdump"), reason="needs objdump")
@pytest.mark.parametrize("cpu", ["x86-64-v4", "znver4"])
def test_elements_that_lie_apart_are_stored_one_by_one(cpu, tmp_path):
    text = disassembly(emit.emit(execute.parse(ROWS_ADDED), "obj", target_cpu=cpu), tmp_path)
    assert "mul" in text and "vscatter" not in text


@pytest.mark.parametrize("cpu", ["", "help", "pentium99", "x86-64-v9"])
def test_processors_that_do_not_exist(cpu, capfd):
    with pytest.raises(Failure, match="LLVM knows no processor"):
        emit.emit(execute.parse(AXPY), "obj", target_cpu=cpu)
    assert capfd.readouterr().err == ""  # LLVM says it too, where nobody reads it


def test_programs_are_compiled_for_levels_that_run_here():
    x = np.arange(5.0)
    for cpu in ("native", "x86-64", "x86-64-v2"):
        np.testing.assert_array_equal(compile(AXPY, target_cpu=cpu)(2.0, x, x), 3 * x)
    with pytest.raises(Failure, match="may not run here"):
        compile(AXPY, target_cpu="sapphirerapids")


def test_a_level_that_this_processor_lacks(monkeypatch):
    features = dict(llvm.get_host_cpu_features(), avx2=False)
    monkeypatch.setattr(processors.llvm, "get_host_cpu_features", lambda: features)
    with pytest.raises(Failure, match="this processor is no x86-64-v3: it lacks avx2"):
        compile(AXPY, target_cpu="x86-64-v3")


def test_nothing_but_libm():
    assert emit.emit(execute.parse(AXPY), "link-flags") == "-lm\n"


@pytest.mark.parametrize("library", ["openblas", "cblas"])
def test_flags_for_blas(library):
    flags = emit.link_flags(emit.lower(execute.parse(PRODUCT), pipeline(blas=library)))
    assert flags[-1] == "-lm"
    if library == "cblas":
        assert flags == ["-lcblas", "-lm"]
    else:
        assert "-lscipy_openblas" in flags and any(flag.startswith("-L") for flag in flags)


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_a_shared_library_with_blas_finds_it(tmp_path):
    """A process that knows nothing of BLAS loads the library and calls it."""
    lowered = emit.lower(execute.parse(PRODUCT), pipeline(blas="openblas"))
    path = tmp_path / "libproduct.so"
    path.write_bytes(emit.shared_library(emit.object_code(lowered), emit.link_flags(lowered)))
    script = f"""
import ctypes, numpy as np
f = ctypes.CDLL({str(path)!r}).product
a, b, c, d = (np.random.default_rng(k).normal(size=(600, 600)) for k in range(4))
f(*(ctypes.c_void_p(x.ctypes.data) for x in (a, b, c, d)))
assert np.allclose(d, a @ b + c)
"""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_objects_link_without_a_warning(tmp_path):
    """No relocation in the text, no executable stack, no symbol that the flags do not provide."""
    program = AXPY.replace("%q = arith.addf %p, %v", "%t = math.tanh %p : f64\n    %q = arith.addf %t, %v")
    module = execute.parse(program)
    (tmp_path / "axpy.o").write_bytes(emit.emit(module, "obj"))
    flags = shlex.split(emit.emit(module, "link-flags"))
    strict = ["-Wl,--fatal-warnings", "-Wl,-z,text", "-Wl,-z,defs", "-Wl,--warn-shared-textrel"]
    command = ["cc", "-shared", *strict, "-o", tmp_path / "libaxpy.so", tmp_path / "axpy.o", *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_header_says_what_sizes_and_shapes_are():
    header = emit.emit(execute.parse(AXPY), "header", "axpy")
    assert "Sizes and strides count elements, not bytes" in header
    assert "const double *arg1 /* [?] */, int64_t arg1_dim0" in header
