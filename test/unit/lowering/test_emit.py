"""What the compiler writes: objects a C program links, libraries, headers, LLVM IR."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess

import numpy as np
import pytest

from lagrad import emit, execute, pipelines
from lagrad.errors import Failure

GRADIENT = """
func.func @energy(%x: tensor<?xf64>, %scale: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %d = tensor.extract %s[] : tensor<f64>
  %l = math.log1p %d : f64
  %r = arith.mulf %l, %scale : f64
  return %r : f64
}
func.func private @energy_gradient(tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
    attributes {lagrad.gradient = @energy}
func.func @flags(%c: i1, %h: f16, %b: bf16, %n: index, %i: i32, %m: tensor<2xi1>)
    -> (i1, f16, bf16, index, i32, tensor<2xi1>) {
  return %c, %h, %b, %n, %i, %m : i1, f16, bf16, index, i32, tensor<2xi1>
}"""

CALLER = r"""
#include <stdio.h>
#include "energy.h"
int main(void) {
  double x[3] = {1.0, 2.0, 2.0}, value = 0, slope = 0, gradient[3];
  int64_t sizes[1];
  energy(x, 3, 0.5, &value);
  energy_gradient_result_sizes(x, 3, 0.5, sizes);
  energy_gradient(x, 3, 0.5, gradient, &slope);
  printf("%lld %.17g %.17g %.17g %.17g %.17g\n", (long long)sizes[0], value, gradient[0], gradient[1], gradient[2],
      slope);
  uint8_t c, m[2] = {1, 0}, m2[2];
  uint16_t h, b;
  int64_t n;
  int32_t i;
  flags(1, 0x3c00, 0x4040, -5, -7, m, &c, &h, &b, &n, &i, m2);
  printf("%d %x %x %lld %d %d%d\n", c, h, b, (long long)n, i, m2[0], m2[1]);
  return 0;
}
"""


@pytest.fixture(scope="module")
def module():
    return execute.parse(GRADIENT)


@pytest.fixture
def cc():
    found = shutil.which(os.environ.get("CC", "cc"))
    if not found:
        pytest.skip("there is no C compiler; set CC")
    return found


def test_c_program_calls_a_gradient(module, cc, tmp_path):
    (tmp_path / "energy.o").write_bytes(emit.emit(module, "obj"))
    (tmp_path / "energy.h").write_text(emit.emit(module, "header", "energy"))
    (tmp_path / "main.c").write_text(CALLER)
    program = tmp_path / "main"
    command = [cc, "-Wall", "-Werror", "-std=c11", "-o", program, tmp_path / "main.c", tmp_path / "energy.o", "-lm"]
    subprocess.run(command, check=True)
    first, second = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    got = [float(word) for word in first.split()]
    x = np.array([1.0, 2.0, 2.0])
    want = [3, 0.5 * np.log1p(9.0), *(0.5 * 2 * x / 10.0), np.log1p(9.0)]
    np.testing.assert_allclose(got, want, rtol=1e-15)
    assert second == "1 3c00 4040 -5 -7 10"


def test_header_is_c_plus_plus(module, tmp_path):
    compiler = shutil.which("c++")
    if not compiler:
        pytest.skip("there is no C++ compiler")
    (tmp_path / "energy.h").write_text(emit.emit(module, "header", "energy"))
    (tmp_path / "main.cc").write_text('#include "energy.h"\n#include "energy.h"\nint main() {}\n')
    subprocess.run([compiler, "-Wall", "-Werror", "-c", "-o", tmp_path / "main.o", tmp_path / "main.cc"], check=True)


def test_object_is_position_independent_and_keeps_to_itself(module, cc, tmp_path):
    if not (nm := shutil.which("nm")) or not (readelf := shutil.which("readelf")):
        pytest.skip("there is no nm or readelf")
    (tmp_path / "energy.o").write_bytes(emit.emit(module, "obj"))
    table = subprocess.run([nm, tmp_path / "energy.o"], check=True, capture_output=True, text=True).stdout
    defined = {line.split()[2] for line in table.splitlines() if line.split()[-2] == "T"}
    needed = {line.split()[1] for line in table.splitlines() if line.split()[0] == "U"}
    assert defined == {"energy", "energy_gradient", "energy_gradient_result_sizes", "flags"}
    assert needed <= {"log1p", "malloc", "free", "memcpy", "memset", "memmove"}
    library = tmp_path / "energy.so"
    subprocess.run([cc, "-shared", "-Wl,-z,text", "-o", library, tmp_path / "energy.o", "-lm"], check=True)
    dynamic = subprocess.run([readelf, "-d", library], check=True, capture_output=True, text=True).stdout
    assert "TEXTREL" not in dynamic


def test_shared_library(module, cc, tmp_path):
    (tmp_path / "energy.so").write_bytes(emit.emit(module, "shared"))
    energy = ctypes.CDLL(str(tmp_path / "energy.so")).energy
    energy.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_double, ctypes.c_void_p]
    x, value = np.array([3.0, 4.0]), ctypes.c_double()
    energy(x.ctypes.data, 2, 2.0, ctypes.addressof(value))
    assert value.value == pytest.approx(2 * np.log1p(25.0), rel=1e-15)


def test_no_linker(module, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(Failure, match="there is no 'no-such-compiler'; set CC"):
        emit.emit(module, "shared")


def test_linker_that_fails(module, monkeypatch):
    monkeypatch.setenv("CC", "false")
    with pytest.raises(Failure, match="false.* failed"):
        emit.emit(module, "shared")


@pytest.mark.parametrize("kind", ["obj", "shared", "header"])
def test_main_is_the_c_programs(kind):
    module = execute.parse("func.func @main(%x: f64) -> f64 { return %x : f64 }")
    assert execute.compile(module).main(2.0) == 2.0
    assert "@main(" in emit.emit(module, "llvmir")
    with pytest.raises(Failure, match="@main is where a C program begins: give this function another name"):
        emit.emit(module, kind)


def test_mlir_is_the_module_as_it_is(module):
    assert emit.emit(module, "mlir") == str(module)
    assert "lagrad.gradient = @energy" in str(module)  # the others worked on copies


def test_llvm_ir(module):
    text = emit.emit(module, "llvmir")
    assert "define i64 @energy(ptr noalias readonly" in text
    assert "define internal" in text


def test_lowered_module_is_emitted_as_it_is(module):
    lowered = emit.lower(module)
    assert emit.needed_pipeline(lowered) == ""
    header = emit.header(emit.functions(lowered), "energy")
    assert header == emit.emit(module, "header", "energy")


def test_header_text():
    text = emit.emit(
        execute.parse("""
func.func @"d.f"(%x: tensor<2x?xf32>, %n: index, %c: i1) -> (tensor<?x2xf32>, f16) {
  %e = arith.constant 1.0 : f16
  %k = arith.constant dense<1.0> : tensor<3x2xf32>
  %r = tensor.cast %k : tensor<3x2xf32> to tensor<?x2xf32>
  return %r, %e : tensor<?x2xf32>, f16
}
func.func @double(%m: memref<4xf64>) { return }"""),
        "header",
        "my-file",
    )
    assert "#ifndef LAGRAD_MY_FILE_H" in text
    assert (
        "int64_t d_f(const float *arg0 /* [2][?] */, int64_t arg0_dim1, int64_t arg1, uint8_t arg2, "
        'float *result0 /* [?][2] */, uint16_t *result1) __asm__("d.f");'
    ) in text
    assert "/* @d.f(tensor<2x?xf32>, index, i1) -> (tensor<?x2xf32>, f16)" in text
    assert 'int64_t _double(double *arg0 /* [4] */) __asm__("double");' in text


def test_complex_numbers_in_a_header():
    text = emit.emit(
        execute.parse("""
func.func @f(%x: tensor<3xcomplex<f64>>, %s: complex<f32>) -> complex<f32> {
  return %s : complex<f32>
}"""),
        "header",
    )
    assert (
        "int64_t f(const double *arg0 /* [3][re, im] */, float arg1_re, float arg1_im, float *result /* [re, im] */);"
        in text
    )


def test_header_tells_sizes():
    text = emit.emit(
        execute.parse("""
func.func @f(%a: tensor<?x?xf64>, %b: tensor<?x3xf64>, %c: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x3xf64>) outs(%c : tensor<?x3xf64>) -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}"""),
        "header",
    )
    assert " * Sizes must agree: arg1_dim0 = arg0_dim1, arg2_dim0 = arg0_dim0. */" in text
    assert " * f_result_sizes computes the dynamic sizes of the results, in order: arg2_dim0." in text


def test_what_a_pipeline_leaves_is_named(module):
    with pytest.raises(Failure, match="not lowered to LLVM: 'func.func', 'arith.constant'"):
        emit.lower(module, "canonicalize")


def test_unknown_kind(module):
    with pytest.raises(ValueError, match="emit knows mlir"):
        emit.emit(module, "exe")


def test_large_functions_are_not_inlined():
    """LLVM would optimise them, and then once more in what calls them."""

    def function(name: str, blocks: int) -> str:
        rest = "".join(f"llvm.br ^b{k}\n^b{k}:\n" for k in range(1, blocks))
        return f"llvm.func @{name}() {{\n{rest}llvm.return\n}}\n"

    module = execute.parse(function("large", 32) + function("small", 31))
    pipelines.run(module, "lagrad-emit-c-interface")
    large, small = (view.operation.attributes for view in module.body.operations)
    assert "no_inline" in large and "no_inline" not in small
