"""Bodies of operations on buffers that overwrite what they read the next time."""

import numpy as np

import lagrad


def test_a_body_finds_tensors_as_they_were():
    f = lagrad.compile("""
#id = affine_map<(i) -> (i)>
func.func @f(%in: memref<3xf64>, %out: memref<3xf64>, %s: f64) {
  %x = tensor.from_elements %s, %s, %s : tensor<3xf64>
  %first = tensor.from_elements %s : tensor<f64>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%in : memref<3xf64>) outs(%out : memref<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %0 = tensor.insert %a into %x[%i] : tensor<3xf64>
    %1 = linalg.generic {indexing_maps = [#id, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%0 : tensor<3xf64>) outs(%first : tensor<f64>) {
    ^bb0(%b: f64, %sum: f64):
      %j = linalg.index 0 : index
      %k = arith.index_cast %j : index to i64
      %n = arith.sitofp %k : i64 to f64
      %2 = arith.mulf %b, %n : f64
      %3 = arith.addf %2, %sum : f64
      linalg.yield %3 : f64
    } -> tensor<f64>
    %4 = tensor.extract %1[] : tensor<f64>
    %5 = arith.addf %4, %o : f64
    linalg.yield %5 : f64
  }
  return
}""")
    given, out = np.array([5.0, 7.0, 11.0]), np.array([1.0, 2.0, 3.0])
    f(given, out, 0.5)
    indices = np.arange(3)
    sums = [np.where(indices == i, given, 0.5) @ indices for i in indices]
    np.testing.assert_allclose(out, np.array([1.5, 2.5, 3.5]) + sums, rtol=1e-15)
