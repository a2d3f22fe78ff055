// RUN: lagrad-opt %s --lagrad-normalize-program --split-input-file | FileCheck %s

// Lowered code computes what goes into a stop_gradient.
// CHECK-LABEL: func.func @stop(
// CHECK-SAME:    %[[X:.*]]: f64)
// CHECK-NEXT:    %[[S:.*]] = math.sin %[[X]]
// CHECK-NEXT:    %[[R:.*]] = arith.mulf %[[S]], %[[X]]
// CHECK-NEXT:    return %[[R]]
func.func @stop(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  %1 = "lagrad.stop_gradient"(%0) : (f64) -> f64
  %2 = arith.mulf %1, %x : f64
  return %2 : f64
}

// -----

// A request that no entry needs is dropped.
// CHECK: module attributes {lagrad.entries = [@f]}
// CHECK: func.func @f
// CHECK-NOT: @df
module attributes {lagrad.entries = [@f]} {
  func.func @f(%x: f64) -> f64 {
    return %x : f64
  }
  func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
}
