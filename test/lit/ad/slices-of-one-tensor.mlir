// RUN: lagrad-opt %s --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// Three inputs are slices of one tensor. One adjoint op computes what they read and gives a share for each;
// the first goes to its slice of the accumulator, the others are added to theirs.
#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<12xf64>) -> tensor<4xf64> {
  %a = tensor.extract_slice %x[0] [4] [1] : tensor<12xf64> to tensor<4xf64>
  %b = tensor.extract_slice %x[4] [4] [1] : tensor<12xf64> to tensor<4xf64>
  %c = tensor.extract_slice %x[6] [4] [1] : tensor<12xf64> to tensor<4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%u: f64, %v: f64, %w: f64, %o: f64):
    %p = arith.mulf %u, %v : f64
    %t = math.tanh %p : f64
    %q = arith.mulf %t, %w : f64
    linalg.yield %q : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
// CHECK-LABEL: func.func @df(
// CHECK:         %[[SHARES:.*]]:3 = linalg.generic
// CHECK:           math.tanh
// CHECK-NOT:       math.tanh
// CHECK:         tensor.insert_slice %[[SHARES]]#0
// CHECK-NOT:     math.tanh
// CHECK:         return
func.func private @df(tensor<12xf64>, tensor<4xf64>) -> tensor<12xf64> attributes {lagrad.pullback = @f}
