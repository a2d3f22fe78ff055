// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%r: tensor<4xf64>, %m: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %m : tensor<4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// The adjoint of a broadcast is a reduction over the dimension along which it repeated.
// CHECK-DAG:   #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %{{.*}}: tensor<4xf64>, %[[M:.*]]: tensor<3x4xf64>, %[[CT:.*]]: tensor<3x4xf64>)
// CHECK:         linalg.generic {indexing_maps = [#[[ALL]], #[[ALL]], #[[ROW]]], iterator_types = ["reduction", "parallel"]}
// CHECK-SAME:    ins(%[[M]], %[[CT]]
// CHECK:           arith.mulf
// CHECK:           arith.addf
func.func private @df(tensor<4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<4xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
