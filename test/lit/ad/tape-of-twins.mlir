// RUN: lagrad-opt %s --lagrad-differentiate --canonicalize --cse | FileCheck %s

// The adjoint of a sine reads a cosine, and the other way round. Both are values of the loop: they are recorded, and
// the angle is not.
// CHECK-LABEL: func.func @df(
// CHECK:         scf.for
// CHECK:           math.sin
// CHECK:           math.cos
// CHECK:         scf.for
// CHECK-NOT:     math.
// CHECK:         return
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = math.sin %a : f64
    %c = math.cos %a : f64
    %sum = arith.addf %s, %c : f64
    scf.yield %sum : f64
  }
  return %end : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}

// In another block the cosine may not have run: it is computed for the sine.
// CHECK-LABEL: func.func @dg(
// CHECK:         scf.if
// CHECK:           math.sin
// CHECK:         math.cos
// CHECK:         return
func.func @g(%x: f64, %p: i1) -> f64 {
  %s = math.sin %x : f64
  %r = scf.if %p -> f64 {
    %c = math.cos %x : f64
    scf.yield %c : f64
  } else {
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @dg(f64, i1) -> f64 attributes {lagrad.gradient = @g}
