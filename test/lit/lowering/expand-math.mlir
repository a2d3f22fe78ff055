// RUN: lagrad-opt %s --lagrad-expand-math | FileCheck %s

// exp(x) - 1 would be wrong near zero; the C library is not.
// CHECK:         func.func private @expm1(f64) -> f64
// CHECK-LABEL: func.func @small(
// CHECK:         call @expm1(
func.func @small(%x: f64) -> f64 {
  %0 = math.expm1 %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @compared(
// CHECK-DAG:     arith.maximumf
// CHECK-DAG:     arith.minimumf
// CHECK:         arith.cmpf oeq
// CHECK:         arith.cmpf oge
// CHECK-NOT:     math.is
func.func @compared(%x: f64, %l: f64, %h: f64) -> (f64, i1, i1) {
  %0 = math.clampf %x to [%l, %h] : f64
  %1 = math.isinf %x : f64
  %2 = math.isnormal %x : f64
  return %0, %1, %2 : f64, i1, i1
}

// Rounding to f32 in between is rounding to odd.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[X:.*]]: f64)
// CHECK:         %[[NEAREST:.*]] = arith.truncf %[[X]] : f64 to f32
// CHECK:         arith.ori
// CHECK:         %[[ODD:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK:         arith.truncf %[[ODD]] : f32 to bf16
func.func @narrow(%x: f64) -> bf16 {
  %0 = arith.truncf %x : f64 to bf16
  return %0 : bf16
}

// The number, where one operand is NaN.
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK:         %[[GREATER:.*]] = arith.cmpf ogt, %[[X]], %[[Y]]
// CHECK:         %[[NAN:.*]] = arith.cmpf uno, %[[Y]], %[[Y]]
// CHECK:         %[[FIRST:.*]] = arith.ori %[[GREATER]], %[[NAN]]
// CHECK:         arith.select %[[FIRST]], %[[X]], %[[Y]]
// CHECK:         arith.cmpf olt
// CHECK-NOT:     numf
// CHECK:         return
func.func @numbers(%x: f64, %y: f64) -> (f64, f64) {
  %0 = arith.maxnumf %x, %y : f64
  %1 = arith.minnumf %x, %y : f64
  return %0, %1 : f64, f64
}
