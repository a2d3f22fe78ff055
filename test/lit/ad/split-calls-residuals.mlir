// A kept function returns what its adjoint would have to compute with functions or sums; products it computes again.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// CHECK-LABEL: func.func @f_gradient(
// CHECK:         call @scaled_augmented
// CHECK:         call @scaled_adjoint
// CHECK-LABEL: func.func private @scaled_augmented(
// CHECK-SAME:    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) attributes
// CHECK:         math.exp
// CHECK-LABEL: func.func private @scaled_adjoint(
// CHECK-NOT:     math.exp
// CHECK:         arith.mulf
// CHECK:         math.cos
// CHECK:         return
func.func private @scaled(%t: tensor<4xf64>, %s: f64) -> tensor<4xf64> attributes {no_inline} {
  %b = tensor.splat %s : tensor<4xf64>
  %m = arith.mulf %t, %b : tensor<4xf64>
  %e = math.exp %t : tensor<4xf64>
  %u = math.sin %m : tensor<4xf64>
  %r = arith.mulf %u, %e : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func @f(%x: tensor<4xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %l = func.call @scaled(%x, %s) : (tensor<4xf64>, f64) -> tensor<4xf64>
  %e = tensor.extract %l[%c0] : tensor<4xf64>
  return %e : f64
}
func.func private @f_gradient(tensor<4xf64>, f64) -> (tensor<4xf64>, f64) attributes {lagrad.gradient = @f}
