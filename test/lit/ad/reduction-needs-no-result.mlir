// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<3x4xf64>, %init: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x4xf64>) outs(%init : tensor<3xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %s = arith.addf %acc, %a : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// The adjoint of a sum is a broadcast; neither the sum nor its operand is read.
// CHECK-DAG:   #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf64>, %[[INIT:.*]]: tensor<3xf64>, %[[CT:.*]]: tensor<3xf64>)
// CHECK-NOT:     %[[X]]
// CHECK:         linalg.generic {indexing_maps = [#[[ROW]], #[[ALL]]], iterator_types = ["parallel", "parallel"]} ins(%[[CT]] : tensor<3xf64>)
// CHECK-NOT:     %[[X]]
// CHECK:         return
func.func private @df(tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3x4xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
