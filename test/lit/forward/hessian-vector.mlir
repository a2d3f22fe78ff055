// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<4xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %e = math.exp %x : tensor<4xf64>
  %s = linalg.dot ins(%e, %x : tensor<4xf64>, tensor<4xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}
func.func private @df(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @f}

// Forward over reverse: one pass along the gradient.
// CHECK-LABEL: func.func @hessian_vector(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf64>, %[[V:.*]]: tensor<4xf64>) -> tensor<4xf64>
// CHECK-NOT:     scf.for
// CHECK:         return
func.func private @hessian_vector(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pushforward = @df}

// Reverse over forward: the gradient of a derivative along a direction.
func.func private @along(tensor<4xf64>, tensor<4xf64>) -> f64 attributes {lagrad.pushforward = @f}
func.func private @gradient_of_it(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    attributes {lagrad.gradient = @along, lagrad.wrt = [0]}
