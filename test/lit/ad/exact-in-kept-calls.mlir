// RUN: lagrad-opt %s --lagrad-differentiate -o - | FileCheck %s

// @kept is split, and its branch, which both sweeps run, decides by what @number gives. So all versions of @number
// round alike, though it is not the request itself that calls it.
// CHECK-LABEL: func.func private @number_augmented(
// CHECK:         arith.mulf %{{.*}}, %{{.*}} {lagrad.exact} : f64
// CHECK-NOT:   func.func {{.*}}lagrad.exact
func.func private @number(%x: f64) -> f64 attributes {no_inline} {
  %0 = arith.mulf %x, %x : f64
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func private @kept(%x: f64, %c: i1) -> f64 attributes {no_inline} {
  %zero = arith.constant 0.1 : f64
  %r = scf.if %c -> f64 {
    %n = func.call @number(%x) : (f64) -> f64
    %is_more = arith.cmpf ogt, %n, %zero : f64
    %s = scf.if %is_more -> f64 {
      %e = math.exp %n : f64
      scf.yield %e : f64
    } else {
      scf.yield %n : f64
    }
    scf.yield %s : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}
func.func @f(%x: f64, %c: i1) -> f64 {
  %0 = func.call @kept(%x, %c) : (f64, i1) -> f64
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func private @df(f64, i1) -> f64 attributes {lagrad.gradient = @f}
