"""Slices of tensors that are functions of their indices: the same numbers, and no memory for the tensor."""

import counted_heap
import numpy as np

# y[j, c] = u[j, 3 + 2 c, 0] x[c] + u[j, 3 + 2 c, 1] z[c], with u[j, c, i] = 10 j + i + 100 c, of which only these slices are read.
PROGRAM = """
#all = affine_map<(j, c, i) -> (j, c, i)>
#jc = affine_map<(j, c) -> (j, c)>
#c = affine_map<(j, c) -> (c)>
func.func @f(%x: tensor<?xf64>, %z: tensor<?xf64>, %from: index) -> tensor<2x?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %c100 = arith.constant 100 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %twice = arith.muli %n, %c2 : index
  %count = arith.addi %twice, %from : index
  %e = tensor.empty(%count) : tensor<2x?x2xf64>
  %u = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<2x?x2xf64>) {
    ^bb0(%o: f64):
      %j = linalg.index 0 : index
      %k = linalg.index 1 : index
      %i = linalg.index 2 : index
      %tens = arith.muli %j, %c10 : index
      %hundreds = arith.muli %k, %c100 : index
      %s = arith.addi %tens, %hundreds : index
      %t = arith.addi %s, %i : index
      %v = arith.index_cast %t : index to i64
      %w = arith.sitofp %v : i64 to f64
      linalg.yield %w : f64
  } -> tensor<2x?x2xf64>
  %p = tensor.extract_slice %u[0, %from, 0] [2, %n, 1] [1, 2, 1] : tensor<2x?x2xf64> to tensor<2x?xf64>
  %q = tensor.extract_slice %u[0, %from, 1] [2, %n, 1] [1, 2, 1] : tensor<2x?x2xf64> to tensor<2x?xf64>
  %ey = tensor.empty(%n) : tensor<2x?xf64>
  %y = linalg.generic {indexing_maps = [#jc, #jc, #c, #c, #jc], iterator_types = ["parallel", "parallel"]}
      ins(%p, %q, %x, %z : tensor<2x?xf64>, tensor<2x?xf64>, tensor<?xf64>, tensor<?xf64>) outs(%ey : tensor<2x?xf64>) {
    ^bb0(%a: f64, %b: f64, %xc: f64, %zc: f64, %o: f64):
      %ax = arith.mulf %a, %xc : f64
      %bz = arith.mulf %b, %zc : f64
      %r = arith.addf %ax, %bz : f64
      linalg.yield %r : f64
  } -> tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}
"""


def test_numbers_and_memory():
    for lowering in ("lagrad-to-llvm", "lagrad-to-llvm-strict"):
        program, heap = counted_heap.compile(PROGRAM, f"lagrad-default,{lowering}")
        for n in (0, 1, 5, 30_000):
            x, z = np.random.default_rng(n).uniform(-1, 1, (2, n))
            j, c = np.indices((2, n))
            u = 10 * j + 100 * (3 + 2 * c)
            out = np.empty((2, n))
            program.f(x, z, 3, out=out)
            np.testing.assert_allclose(out, u * x + (u + 1) * z, rtol=1e-12)
        assert heap.taken == 0
