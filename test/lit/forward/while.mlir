// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %limit: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %r:2 = scf.while (%a = %x, %s = %one) : (f64, f64) -> (f64, f64) {
    %go = arith.cmpf olt, %s, %limit : f64
    scf.condition(%go) %a, %s : f64, f64
  } do {
  ^bb0(%a: f64, %s: f64):
    %b = math.sin %a : f64
    %t = arith.addf %s, %s : f64
    scf.yield %b, %t : f64, f64
  }
  return %r#0 : f64
}

// A while loop stays one: its trips need not be counted. What is not active has no tangent.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[DX:.*]]: f64, %{{.*}}: f64) -> f64
// CHECK:         %[[R:.*]]:3 = scf.while (%{{.*}} = %[[X]], %{{.*}} = %[[DX]], %{{.*}} = %{{.*}}) : (f64, f64, f64) -> (f64, f64, f64)
// CHECK-NOT:     scf.for
// CHECK:         return %[[R]]#1
func.func private @df(f64, f64, f64) -> f64 attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
