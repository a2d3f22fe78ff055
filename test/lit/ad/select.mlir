// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %c = arith.cmpf olt, %x, %y : f64
  %0 = arith.select %c, %x, %y : f64
  return %0 : f64
}

// The chosen operand has the cotangent, the other one zero; the comparison passes nothing on.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[CT:.*]]: f64)
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK:         %[[C:.*]] = arith.cmpf olt, %[[X]], %[[Y]]
// CHECK-DAG:     %[[DX:.*]] = arith.select %[[C]], %[[CT]], %[[ZERO]]
// CHECK-DAG:     %[[DY:.*]] = arith.select %[[C]], %[[ZERO]], %[[CT]]
// CHECK:         return %[[DX]], %[[DY]]
func.func private @df(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f}
