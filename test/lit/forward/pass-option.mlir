// RUN: lagrad-opt %s --lagrad-differentiate='function=f mode=pushforward wrt=1' | FileCheck %s

// The tangent follows its argument.
// CHECK-LABEL: func.func @f_pushforward(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[DY:.*]]: f64) -> f64
// CHECK-NEXT:    %[[D:.*]] = arith.mulf %[[DY]], %[[X]]
// CHECK-NEXT:    return %[[D]]
func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}
