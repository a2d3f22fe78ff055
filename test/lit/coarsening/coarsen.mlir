// A segment becomes a function with a pullback and a pushforward of its own.
// RUN: lagrad-opt %s --lagrad-coarsen-segments --canonicalize --cse | FileCheck %s
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm

// CHECK-LABEL: func.func @power(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64
// CHECK-NEXT:    %[[R:.*]] = call @power_segment(%[[X]], %[[Y]]) : (f64, f64) -> f64
// CHECK-NEXT:    return %[[R]]
func.func @power(%x: f64, %y: f64) -> f64 {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %a, %x : f64
  %c = arith.mulf %b, %x : f64
  %r = arith.mulf %c, %y : f64
  return %r : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @power}
func.func private @pushforward(f64, f64, f64, f64) -> f64 attributes {lagrad.pushforward = @power}
func.func private @hessian(f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.hessian = @power}

// This one stays as it is, whatever it costs.
// CHECK-LABEL: func.func @as_written(
// CHECK-NOT:     call
// CHECK:         return
func.func @as_written(%x: f64) -> f64 attributes {lagrad.no_coarsen} {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %a, %x : f64
  %c = arith.mulf %b, %x : f64
  return %c : f64
}
func.func private @another(f64) -> f64 attributes {lagrad.gradient = @as_written}

// And this one is coarsened, though it is not cheaper.
// CHECK-LABEL: func.func @asked(
// CHECK:         call @asked_segment(
func.func @asked(%x: f64, %y: f64) -> f64 attributes {lagrad.coarsen} {
  %p = arith.mulf %x, %y : f64
  %r = math.sin %p : f64
  return %r : f64
}
func.func private @third(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @asked}

// CHECK-LABEL: func.func private @power_segment(
// CHECK-SAME:    lagrad.custom_pullback = @power_segment_pullback
// CHECK-SAME:    lagrad.custom_pushforward = @power_segment_pushforward
// CHECK-SAME:    lagrad.segment
