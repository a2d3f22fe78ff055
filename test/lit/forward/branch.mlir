// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %c = arith.cmpf olt, %x, %y : f64
  %r = scf.if %c -> f64 {
    %0 = arith.mulf %x, %y : f64
    scf.yield %0 : f64
  } else {
    %0 = math.exp %y : f64
    scf.yield %0 : f64
  }
  %1 = arith.mulf %r, %r : f64
  return %1 : f64
}

// One branch yields the value and its tangent together (LAGrad, listing 3.3); the tangent of the
// side without %x is zero.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[DX:.*]]: f64, %[[Y:.*]]: f64) -> f64
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK:         %[[R:.*]]:2 = scf.if %{{.*}} -> (f64, f64) {
// CHECK:           %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK:           %[[DP:.*]] = arith.mulf %[[DX]], %[[Y]]
// CHECK:           scf.yield %[[P]], %[[DP]]
// CHECK:         } else {
// CHECK:           %[[E:.*]] = math.exp %[[Y]]
// CHECK:           scf.yield %[[E]], %[[ZERO]]
// CHECK-NOT:     scf.if
// CHECK:         arith.mulf %[[R]]#1, %[[R]]#0
func.func private @df(f64, f64, f64) -> f64 attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
