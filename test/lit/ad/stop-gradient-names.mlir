// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s

// A function may have any name, also that of what stands for a stopped gradient while calls are inlined.
// CHECK-LABEL: func.func @df(
// CHECK:         math.cos
// CHECK:         return
func.func @"lagrad.stop_gradient.0"(%x: f64) -> f64 {
  %s = math.sin %x : f64
  return %s : f64
}
func.func @f(%x: f64) -> f64 {
  %a = func.call @"lagrad.stop_gradient.0"(%x) : (f64) -> f64
  %b = "lagrad.stop_gradient"(%x) : (f64) -> f64
  %c = arith.mulf %a, %b : f64
  return %c : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
