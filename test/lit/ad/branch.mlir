// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%c: i1, %x: f64, %y: f64) -> f64 {
  %0 = scf.if %c -> f64 {
    %1 = math.sin %x : f64
    %2 = arith.mulf %1, %y : f64
    scf.yield %2 : f64
  } else {
    scf.yield %y : f64
  }
  return %0 : f64
}

// The adjoint of a branch is a branch on the same condition, which yields a cotangent for
// everything that either side captured; it recomputes what it reads.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[C:.*]]: i1, %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[CT:.*]]: f64)
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK:         %[[R:.*]]:2 = scf.if %[[C]] -> (f64, f64) {
// CHECK:           math.sin %[[X]]
// CHECK:           math.cos %[[X]]
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[ZERO]], %[[CT]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func private @df(i1, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f}
