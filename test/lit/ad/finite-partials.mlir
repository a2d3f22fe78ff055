// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s --arg x=0.7

// No infinite partial can meet a zero where the operation promises that nothing is infinite.
// CHECK-LABEL: func.func @gradient(
// CHECK-NOT:     arith.cmpf
// CHECK:         return
// CHECK-LABEL: func.func @pushforward(
// CHECK-NOT:     arith.cmpf
// CHECK:         return
func.func @f(%x: f64) -> f64 {
  %0 = math.rsqrt %x fastmath<nnan,ninf> : f64
  %1 = math.log %0 fastmath<fast> : f64
  return %1 : f64
}
func.func private @gradient(f64, f64) -> f64 attributes {lagrad.pullback = @f}
func.func private @pushforward(f64, f64) -> f64 attributes {lagrad.pushforward = @f}

// One of the two is not enough; nor are both in what a select may discard, which may be infinite there.
// CHECK-LABEL: func.func @half_gradient(
// CHECK:         arith.cmpf
// CHECK-LABEL: func.func @chosen_gradient(
// CHECK:         arith.cmpf ogt
// CHECK:         arith.cmpf oeq
func.func @half(%x: f64) -> f64 {
  %0 = math.rsqrt %x fastmath<ninf> : f64
  return %0 : f64
}
func.func @chosen(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %is_above = arith.cmpf ogt, %x, %zero : f64
  %0 = math.rsqrt %x fastmath<nnan,ninf> : f64
  %1 = arith.select %is_above, %0, %zero : f64
  return %1 : f64
}
func.func private @half_gradient(f64, f64) -> f64 attributes {lagrad.pullback = @half}
func.func private @chosen_gradient(f64, f64) -> f64 attributes {lagrad.pullback = @chosen}
