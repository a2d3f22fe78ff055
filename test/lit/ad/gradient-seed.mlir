// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}

// A gradient is the pullback of one: nothing is left of the seed after folding.
// CHECK-LABEL: func.func @g(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64) -> (f64, f64) {
// CHECK-NEXT:    return %[[Y]], %[[X]]
func.func private @g(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}
