// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<5xf64>) -> tensor<f64> {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<5xf64>) outs(%lowest : tensor<f64>) dimensions = [0]
  return %max : tensor<f64>
}

// The tangent of a maximum is the mean of the tangents that tie: their sum and number are found
// in one pass, once the maximum is known.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: tensor<5xf64>, %[[DX:.*]]: tensor<5xf64>) -> tensor<f64>
// CHECK:         %[[TOP:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<5xf64>)
// CHECK:         %[[S:.*]]:2 = linalg.generic {{.*}} ins(%[[X]], %[[DX]], %[[TOP]] :
// CHECK:         linalg.generic {{.*}} ins(%[[S]]#0, %[[S]]#1, %[[TOP]], 
// CHECK:           arith.divf
// CHECK:         return
func.func private @df(tensor<5xf64>, tensor<5xf64>) -> tensor<f64> attributes {lagrad.pushforward = @f}
