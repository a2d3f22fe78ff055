// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %positive = arith.cmpf ogt, %x, %zero : f64
  cf.assert %positive, "x must be positive"
  %0 = arith.addf %x, %x : f64
  return %0 : f64
}

// What the program asserts holds in its derivative too.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[DX:.*]]: f64) -> f64
// CHECK:         cf.assert %{{.*}}, "x must be positive"
// CHECK:         %[[D:.*]] = arith.addf %[[DX]], %[[DX]]
// CHECK:         return %[[D]]
func.func private @df(f64, f64) -> f64 attributes {lagrad.pushforward = @f}
