// RUN: lagrad-opt %s --lagrad-coarsen-segments | FileCheck %s
// RUN: lagrad-check %s --pipeline='lagrad-coarsened,lagrad-to-llvm'

// A quotient by a number is a product with its reciprocal, in segments too, such as that of @f (below).
func.func @f(%x: f64, %y: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %0 = arith.divf %x, %three : f64
  %1 = arith.divf %y, %three : f64
  %2 = arith.mulf %0, %1 : f64
  %3 = arith.divf %2, %y : f64
  return %3 : f64
}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}

// 49 times the reciprocal of 49 is less than one: the floor of the quotient, or whether it is one, would tell.
// CHECK-LABEL: func.func @g(
// CHECK:         arith.divf
// CHECK:         math.floor
// CHECK:         arith.divf
// CHECK:         arith.cmpf oeq
func.func @g(%x: f64) -> f64 {
  %divisor = arith.constant 49.0 : f64
  %other = arith.constant 98.0 : f64
  %one = arith.constant 1.0 : f64
  %0 = arith.divf %x, %divisor : f64
  %1 = arith.addf %0, %one : f64
  %2 = math.floor %1 : f64
  %3 = arith.divf %x, %other : f64
  %is_one = arith.cmpf oeq, %3, %one : f64
  %4 = arith.mulf %0, %2 : f64
  %5 = arith.select %is_one, %4, %x : f64
  %6 = arith.mulf %5, %3 : f64
  return %6 : f64
}
func.func private @dg(f64) -> f64 attributes {lagrad.gradient = @g}

// A number without a reciprocal stays.
// CHECK-LABEL: func.func @h(
// CHECK:         arith.divf
func.func @h(%x: f64) -> f64 {
  %infinite = arith.constant 0x7FF0000000000000 : f64
  %0 = arith.divf %x, %infinite : f64
  return %0 : f64
}
func.func private @dh(f64) -> f64 attributes {lagrad.gradient = @h}

// A divisor that has a reciprocal for all arguments is marked, so that a loop may multiply by that: 2 plus a cosine,
// and not 1 plus one, or a square.
// CHECK-LABEL: func.func @bounded(
// CHECK:         arith.divf %{{.*}}, %{{.*}} fastmath<arcp>
// CHECK:         arith.divf %{{.*}}, %{{.*}} : f64
// CHECK:         arith.divf %{{.*}}, %{{.*}} : f64
func.func @bounded(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %cos = math.cos %x : f64
  %a = arith.addf %two, %cos : f64
  %b = arith.addf %one, %cos : f64
  %c = arith.mulf %x, %x : f64
  %0 = arith.divf %x, %a : f64
  %1 = arith.divf %0, %b : f64
  %2 = arith.divf %1, %c : f64
  return %2 : f64
}
func.func private @dbounded(f64) -> f64 attributes {lagrad.gradient = @bounded}

// What is not differentiated stays, and so does a divisor that the program computes.
// CHECK-LABEL: func.func private @f_segment(
// CHECK-DAG:     %[[R:.*]] = arith.constant 0.33333333333333331 : f64
// CHECK-DAG:     arith.mulf %arg0, %[[R]] : f64
// CHECK-DAG:     arith.divf %arg1, %{{.*}} : f64
// CHECK-DAG:     arith.divf %{{.*}}, %arg1 : f64
// CHECK:         return
