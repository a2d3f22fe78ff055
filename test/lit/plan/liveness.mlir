// A derivative contains no primal work that neither its results nor the adjoints need.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// The adjoint of a sum reads neither term: not the exponential, not the loop, not the call.
func.func @expensive(%x: f64) -> f64 attributes {no_inline} {
  %0 = math.tan %x : f64
  return %0 : f64
}
func.func @unused(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = math.exp %y : f64
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> f64 {
    %s = math.sin %a : f64
    scf.yield %s : f64
  }
  %t = func.call @expensive(%y) : (f64) -> f64
  %x2 = arith.mulf %x, %x : f64
  %0 = arith.addf %x2, %e : f64
  %1 = arith.addf %0, %l : f64
  %2 = arith.addf %1, %t : f64
  return %2 : f64
}
// CHECK-LABEL: func.func @of_unused(
// CHECK-SAME:      %[[X:.*]]: f64, %{{.*}}: f64, %{{.*}}: index) -> f64 {
// CHECK-NEXT:    %[[TWICE:.*]] = arith.addf %[[X]], %[[X]] : f64
// CHECK-NEXT:    return %[[TWICE]] : f64
func.func private @of_unused(f64, f64, index) -> f64 attributes {lagrad.gradient = @unused, lagrad.wrt = [0]}

// What the primal returns is wanted where it is asked for: then all of it runs.
// CHECK-LABEL: func.func @with_primal(
// CHECK:         math.exp
// CHECK:         scf.for
// CHECK:           math.sin
// CHECK:         call @expensive
func.func private @with_primal(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @unused, lagrad.wrt = [0], lagrad.with_primal}

// Of a loop, only the carried value that is read; the other one is not even carried.
func.func @partly(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %r = %x) -> (f64, f64) {
    %e = math.exp %r : f64
    %more = arith.addf %sum, %e : f64
    %s = math.sin %r : f64
    scf.yield %more, %s : f64, f64
  }
  return %0#0 : f64
}
// CHECK-LABEL: func.func @of_partly(
// CHECK:         scf.for {{.*}} iter_args(%[[R:.*]] = %{{.*}}, %[[TAPE:.*]] = %{{.*}}) -> (f64, tensor<?xf64>) {
// CHECK-NOT:       math.exp
// CHECK-NOT:       arith.addf
// CHECK:           math.sin %[[R]]
// CHECK:           tensor.insert %[[R]] into %[[TAPE]]
// CHECK:         scf.for
// CHECK-NOT:       math.sin
// CHECK:         return
func.func private @of_partly(f64, index) -> f64 attributes {lagrad.gradient = @partly}
