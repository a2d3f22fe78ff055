// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<3x4xf64>, %y: tensor<3x4xf64>) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %start = linalg.fill ins(%one : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [#all, #all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<3x4xf64>, tensor<3x4xf64>) outs(%start : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %product: f64):
    %s = arith.addf %a, %b : f64
    %p = arith.mulf %product, %s : f64
    linalg.yield %p : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// One operation computes the products and their tangents together, whatever it reduces by.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf64>, %[[DX:.*]]: tensor<3x4xf64>, %[[Y:.*]]: tensor<3x4xf64>)
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[X]], %[[DX]], %[[Y]] : {{.*}}) outs(
// CHECK-NOT:     linalg.generic
// CHECK-NOT:     scf.for
// CHECK:         return %[[R]]#1
func.func private @df(tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3xf64>
    attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
