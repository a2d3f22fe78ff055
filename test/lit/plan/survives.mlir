// Optimisation before differentiation leaves what a program says about derivatives.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-opt %s --lagrad-protect-derivatives --inline --canonicalize --cse --lagrad-differentiate --canonicalize | FileCheck %s

// The inliner would replace this call by a product, and folding the marked one by its operand.
func.func @clipped(%x: f64) -> f64 attributes {lagrad.custom_pullback = @clipped_pullback} {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func @clipped_pullback(%x: f64, %ct: f64) -> f64 attributes {no_inline} {
  %limit = arith.constant 1.0 : f64
  %0 = arith.minimumf %ct, %limit : f64
  return %0 : f64
}
func.func @f(%x: f64, %y: f64, %z: f64 {lagrad.inactive}) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = func.call @clipped(%x) : (f64) -> f64
  %1 = arith.mulf %y, %one {lagrad.inactive} : f64
  %2 = "lagrad.stop_gradient"(%x) : (f64) -> f64
  %3 = arith.addf %0, %1 : f64
  %4 = arith.addf %3, %2 : f64
  %5 = arith.addf %4, %z : f64
  return %5 : f64
}
// CHECK-LABEL: func.func @df(
// CHECK-SAME:      %[[X:[^:]*]]: f64, %{{.*}}: f64, %{{.*}}: f64, %[[CT:.*]]: f64) -> (f64, f64, f64)
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT:    %[[DX:.*]] = call @clipped_pullback(%[[X]], %[[CT]])
// CHECK-NEXT:    return %[[DX]], %[[ZERO]], %[[ZERO]]
func.func private @df(f64, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @f}
