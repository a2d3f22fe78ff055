// No derivative flows through what is marked inactive, whichever way it is marked.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s

func.func @argument(%x: f64, %y: f64 {lagrad.inactive}) -> f64 {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}
// CHECK-LABEL: func.func @of_argument(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64) -> (f64, f64)
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NOT:     arith
// CHECK:         return %{{.*}}, %[[ZERO]] : f64, f64
func.func private @of_argument(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @argument}

func.func private @table(f64) -> f64 attributes {lagrad.inactive}
func.func @function(%x: f64) -> f64 {
  %0 = func.call @table(%x) : (f64) -> f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
// Only the factor x counts: the gradient is the table's value.
// CHECK-LABEL: func.func @of_function(
// CHECK-SAME:    %[[X:.*]]: f64) -> f64
// CHECK:         %[[T:.*]] = call @table(%[[X]])
// CHECK-NOT:     arith
// CHECK:         return %{{.*}} : f64
func.func private @of_function(f64) -> f64 attributes {lagrad.gradient = @function}
