// RUN: lagrad-opt %s --lagrad-prepare-fusion | FileCheck %s
#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

// The first result is the input; the transposed one is a tensor of its own.
// CHECK-LABEL: func.func @forward(
// CHECK-SAME:    %[[X:.*]]: tensor<4x4xf64>, %[[ACC:.*]]: tensor<4x4xf64>)
// CHECK:         %[[R:.*]]:3 = linalg.generic
// CHECK:         return %[[X]], %[[R]]#1, %[[R]]#2
func.func @forward(%x: tensor<4x4xf64>, %acc: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>) {
  %e = tensor.empty() : tensor<4x4xf64>
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x4xf64>) outs(%e, %acc, %e : tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>) {
  ^bb0(%in: f64, %o: f64, %a: f64, %t: f64):
    %s = arith.addf %a, %in : f64
    linalg.yield %in, %s, %in : f64, f64, f64
  } -> (tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>)
  return %r#0, %r#1, %r#2 : tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>
}
