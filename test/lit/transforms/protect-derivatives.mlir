// What speaks of derivatives survives the optimisation before them.
// RUN: lagrad-opt %s --lagrad-protect-derivatives | FileCheck %s
// RUN: lagrad-opt %s --lagrad-protect-derivatives --inline --canonicalize | FileCheck %s --check-prefix=AFTER

// A function with its own pullback is not inlined.
// CHECK:      func.func @own(%{{.*}}: f64) -> f64 attributes {lagrad.custom_pullback = @own_pullback, no_inline}
func.func @own(%x: f64) -> f64 attributes {lagrad.custom_pullback = @own_pullback} {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func @own_pullback(%x: f64, %ct: f64) -> f64 {
  return %ct : f64
}

// Marks on arguments and operations become operations, which canonicalization does not drop.
// CHECK-LABEL: func.func @marked(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64) -> f64
// CHECK:         %[[STOPPED:.*]] = "lagrad.stop_gradient"(%[[Y]]) : (f64) -> f64
// CHECK:         %[[CALLED:.*]] = call @own(%[[X]])
// CHECK:         %[[ONE:.*]] = arith.mulf %[[CALLED]], %{{.*}} : f64
// CHECK:         %[[MARKED:.*]] = "lagrad.stop_gradient"(%[[ONE]]) : (f64) -> f64
// CHECK:         arith.addf %[[MARKED]], %[[STOPPED]] : f64

// AFTER-LABEL: func.func @marked(
// AFTER:         call @own
// AFTER:         "lagrad.stop_gradient"
func.func @marked(%x: f64, %y: f64 {lagrad.inactive}) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = func.call @own(%x) : (f64) -> f64
  %1 = arith.mulf %0, %one {lagrad.inactive} : f64
  %2 = arith.addf %1, %y : f64
  return %2 : f64
}
