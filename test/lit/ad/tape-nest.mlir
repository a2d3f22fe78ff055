// RUN: lagrad-opt %s --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// What a nest of loops records is decided for the nest. The polynomial in the inner loop is cheap
// to compute again, but each of its four coefficients would have to be recorded for that by the
// outer loop, whose inner loop runs twice: the two values of the polynomial are recorded.
func.func @keep_values(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f64
  %r:4 = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x, %b = %x, %c = %x, %d = %x) -> (f64, f64, f64, f64) {
    %k = scf.for %j = %c0 to %c2 step %c1 iter_args(%k = %one) -> f64 {
      %n = arith.index_cast %j : index to i64
      %f = arith.sitofp %n : i64 to f64
      %p0 = arith.mulf %a, %f : f64
      %q0 = arith.addf %p0, %b : f64
      %p1 = arith.mulf %q0, %f : f64
      %q1 = arith.addf %p1, %c : f64
      %p2 = arith.mulf %q1, %f : f64
      %t = arith.addf %p2, %d : f64
      %e = math.sin %t : f64
      %l = arith.addf %k, %e : f64
      scf.yield %l : f64
    }
    %a1 = arith.addf %a, %k : f64
    %b1 = arith.addf %b, %a : f64
    %c1_ = arith.addf %c, %b : f64
    %d1 = arith.addf %d, %c : f64
    scf.yield %a1, %b1, %c1_, %d1 : f64, f64, f64, f64
  }
  return %r#0 : f64
}
// CHECK-LABEL: func.func @keep_values_gradient(
// CHECK:         tensor.empty() : tensor<9x2xf64>
// CHECK-NOT:     tensor<9xf64>
// CHECK:         return
func.func private @keep_values_gradient(f64) -> f64 attributes {lagrad.gradient = @keep_values}

// An inner loop that is cheap to run once more is run once more, and only its own, short tape is
// written: the outer loop records nothing but what it carries.
func.func @run_again(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %h = scf.for %i = %c0 to %c9 step %c1 iter_args(%h = %x) -> f64 {
    %k = scf.for %j = %c0 to %c3 step %c1 iter_args(%k = %h) -> f64 {
      %l = arith.mulf %k, %k : f64
      scf.yield %l : f64
    }
    scf.yield %k : f64
  }
  return %h : f64
}
// CHECK-LABEL: func.func @run_again_gradient(
// CHECK:         scf.for {{.*}} -> (f64, tensor<9xf64>)
// CHECK:           scf.for {{.*}} -> (f64) {
// CHECK:         } {lagrad.tape
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} -> (f64, tensor<3xf64>)
// CHECK:           scf.for
func.func private @run_again_gradient(f64) -> f64 attributes {lagrad.gradient = @run_again}
