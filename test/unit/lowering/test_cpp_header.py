"""The C++ header: spans and sizes in, arrays that own their memory out, and errors as exceptions."""

from __future__ import annotations

import subprocess

from lagrad import emit, execute

PROGRAM = """
func.func @product(%a: tensor<?x?xf64>, %b: tensor<?x3xf64>, %c: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x3xf64>) outs(%c : tensor<?x3xf64>) -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}
func.func @turned(%z: tensor<2xcomplex<f64>>, %s: complex<f64>) -> (tensor<2xcomplex<f64>>, complex<f64>) {
  return %z, %s : tensor<2xcomplex<f64>>, complex<f64>
}
func.func @some(%n: index) -> tensor<?xf64> {
  %c5 = arith.constant 5 : index
  %few = arith.cmpi slt, %n, %c5 : index
  cf.assert %few, "too many"
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty(%n) : tensor<?xf64>
  %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  return %ones : tensor<?xf64>
}
func.func @set(%m: memref<3xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  memref.store %x, %m[%c1] : memref<3xf32>
  return
}
func.func @strided(%m: memref<?xf64, strided<[?], offset: ?>>) { return }
"""

CALLS = r"""
#include <cstdio>
#include <vector>
#include "p.h"
#include "p.hpp"

template <class Error, class F> void raises(F call) {
  try { call(); } catch (const Error &error) { std::puts(error.what()); }
}

int main() {
  const double a[2][2] = {{1, 2}, {3, 4}};
  double b[2][3] = {{1, 0, 1}, {0, 1, 1}};
  std::vector<double> c(6, 0.5);
  auto r = lagrad::product(a, b, {c.data(), {2, 3}});
  std::printf("%ld %ld %g %g\n", (long)r.sizes[0], (long)r.sizes[1], r(1, 0), r(1, 2));
  auto again = lagrad::product(a, {b[0], {2, 3}}, r);  // an array is a view
  std::printf("%g %zu\n", again[5], again.size());
  raises<std::invalid_argument>([&] { lagrad::product(a, {c.data(), {3, 3}}, r); });
  const std::complex<double> z[2] = {{1, 2}, {3, 4}};
  auto [w, s] = lagrad::turned(z, {5, 6});
  std::printf("%g %g %g\n", w[0].imag(), w[1].real(), s.imag());
  double sum = 0;
  for (double one : lagrad::some(4)) sum += one;
  std::printf("%g\n", sum);
  raises<std::runtime_error>([] { lagrad::some(7); });
  raises<std::bad_alloc>([] { lagrad::types::array<double, 2>({1 << 30, 1 << 30}); });
  std::array<float, 3> m{};
  lagrad::set(m, 2);
  std::printf("%g\n", m[1]);
  raises<std::invalid_argument>([] { std::vector<float> four(4); lagrad::set(four, 1); });
}
"""


def test_a_program_in_cpp(tmp_path):
    lowered = emit.lower(execute.parse(PROGRAM))
    (tmp_path / "p.o").write_bytes(emit.object_code(lowered, "native"))
    functions, offers = emit.functions(lowered), emit.offered(lowered)
    (tmp_path / "p.h").write_text(emit.header(functions, "p", offers))
    (tmp_path / "p.hpp").write_text(emit.cpp_header(functions, "p", offers))
    (tmp_path / "calls.cpp").write_text(CALLS)
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined"]
    files = ["calls.cpp", "p.o", *emit.link_flags(lowered), "-o", "calls"]
    subprocess.run(["c++", *flags, *files], cwd=tmp_path, check=True)
    told = subprocess.run([tmp_path / "calls"], check=True,
                          capture_output=True, text=True)  # fmt: skip
    assert told.stdout.splitlines() == [
        *("2 3 3.5 7.5", "14.5 6", "size 0 of argument 1 of product must be size 1 of argument 0"),
        *(
            "2 3 6",
            "4",
            "<program>:12:3: assertion failed: too many",
            "std::bad_array_new_length",
            "2",
            "size 0 of argument 0 of set must be 3",
        ),
    ]
    assert "takes arrays with strides: call ::strided" in (tmp_path / "p.hpp").read_text()
