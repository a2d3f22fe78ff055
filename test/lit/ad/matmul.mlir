// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf64>, tensor<3x4xf64>) outs(%c : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// The adjoint of the left factor is a contraction with the right one, over its columns; what a
// product is added to has the cotangent as it is.
// CHECK-DAG:   #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG:   #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG:   #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %{{.*}}: tensor<2x3xf64>, %[[RIGHT:.*]]: tensor<3x4xf64>, %{{.*}}: tensor<2x4xf64>, %[[CT:.*]]: tensor<2x4xf64>)
// CHECK:         %[[DA:.*]] = linalg.generic {indexing_maps = [#[[B]], #[[C]], #[[A]]], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[RIGHT]], %[[CT]]
// CHECK:         return %[[DA]], %[[CT]]
func.func private @df(tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<2x4xf64>)
    attributes {lagrad.pullback = @f, lagrad.wrt = [0, 2]}
