// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> f64 {
    %0 = arith.mulf %p, %x : f64
    %1 = math.sin %0 : f64
    scf.yield %1 : f64
  }
  return %p : f64
}

// One loop, which carries the tangent beside the value: no tape, and nothing is run twice.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[DX:.*]]: f64, %[[N:.*]]: index) -> f64
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.0
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NOT:     tensor
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[P:.*]] = %[[ONE]], %[[DP:.*]] = %[[ZERO]]) -> (f64, f64)
// CHECK:           arith.mulf %[[P]], %[[X]]
// CHECK:           arith.mulf %[[DP]], %[[X]]
// CHECK:           arith.mulf %[[DX]], %[[P]]
// CHECK:           math.sin
// CHECK:           math.cos
// CHECK:           scf.yield
// CHECK-NOT:     scf.for
// CHECK:         return %[[R]]#1
func.func private @df(f64, f64, index) -> f64 attributes {lagrad.pushforward = @f}
