// RUN: lagrad-opt %s --lagrad-triangular-loops --verify-diagnostics -o %t
// RUN: FileCheck %s < %t

// exp(0) is not zero: the operation sees all of the tensor, which is no packed one any more.
#both = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @widened(
// CHECK:         scf.for
// CHECK:           tensor.insert_slice
// CHECK:         linalg.generic
// CHECK:           math.exp
func.func @widened(%l: tensor<4x4xf64, "pltri">) -> tensor<4x4xf64> {
  %e = tensor.empty() : tensor<4x4xf64>
  // expected-remark @below {{runs over all of the pltri tensor that it reads: its result is not zero where the tensor is}}
  %r = linalg.generic {indexing_maps = [#both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%l : tensor<4x4xf64, "pltri">) outs(%e : tensor<4x4xf64>) {
    ^bb0(%p: f64, %out: f64):
      %0 = math.exp %p : f64
      linalg.yield %0 : f64
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}
