// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%A: tensor<3x4xf64>, %x: tensor<4xf64>) -> tensor<2xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %y = linalg.matvec ins(%A, %x : tensor<3x4xf64>, tensor<4xf64>) outs(%start : tensor<3xf64>) -> tensor<3xf64>
  %z = tensor.extract_slice %y[1] [2] [1] : tensor<3xf64> to tensor<2xf64>
  return %z : tensor<2xf64>
}

// With respect to the vector the function is linear: it is applied to the tangent, and to nothing else.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[A:.*]]: tensor<3x4xf64>, %[[X:.*]]: tensor<4xf64>, %[[DX:.*]]: tensor<4xf64>)
// CHECK-NOT:     %[[X]]
// CHECK:         %[[DY:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[DX]] :
// CHECK-NOT:     %[[X]]
// CHECK:         %[[DZ:.*]] = tensor.extract_slice %[[DY]][1] [2] [1]
// CHECK-NEXT:    return %[[DZ]]
func.func private @df(tensor<3x4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<2xf64>
    attributes {lagrad.pushforward = @f, lagrad.wrt = [1]}
