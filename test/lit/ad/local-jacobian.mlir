// RUN: lagrad-opt %s --lagrad-default | FileCheck %s

// The inner loop has a tape in reverse mode, and none here: the function is differentiated forward, in both
// directions at once, and the outer loop records two numbers of it.
func.func private @inner(%x: f64, %y: f64, %n: index) -> f64 attributes {lagrad.local_jacobian} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = math.sin %a : f64
    %t = arith.mulf %s, %y : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x) -> f64 {
    %b = func.call @inner(%a, %y, %n) : (f64, f64, index) -> f64
    scf.yield %b : f64
  }
  return %r : f64
}
// CHECK-LABEL: func.func @df(
// CHECK:         scf.for {{.*}} -> (f64, tensor<9xf64>, tensor<9xf64>) {
// CHECK:           func.call @inner_with_jacobian
// CHECK:         } {lagrad.tape = array<i64: 1, 2>}
// CHECK:         scf.for
// CHECK-NOT:       inner_with_jacobian
// CHECK:           func.call @inner_adjoint
// CHECK:         return
func.func private @df(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @f}

// CHECK-LABEL: func.func private @inner_with_jacobian(
// CHECK-NOT:     tensor.insert
// CHECK-NOT:     lagrad.tape
// CHECK:         return {{.*}} : f64, f64, f64
