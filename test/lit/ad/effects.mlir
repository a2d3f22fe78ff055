// What a program calls is called by its derivative: once, in order, whether anybody reads the result or not.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s

func.func private @seed(i64)
func.func private @random() -> f64
func.func private @table(f64) -> f64 attributes {lagrad.inactive, lagrad.pure}

// CHECK-LABEL: func.func @gradient
// CHECK: call @seed
// CHECK: call @random
// CHECK: %[[K:.*]] = call @random
// CHECK-NOT: call
// CHECK: vector.print
// CHECK-NOT: call
// CHECK: return %[[K]]
func.func @f(%x: f64, %n: i64) -> f64 {
  call @seed(%n) : (i64) -> ()
  %unread = call @random() : () -> f64
  %k = call @random() : () -> f64
  %not_called = call @table(%k) : (f64) -> f64
  %r = arith.mulf %x, %k : f64
  vector.print %r : f64
  return %r : f64
}
func.func private @gradient(f64, i64) -> f64 attributes {lagrad.gradient = @f}

// The loop of the adjoint computes the sine again, but prints nothing.
// CHECK-LABEL: func.func @of_loop
// CHECK: scf.for
// CHECK: vector.print
// CHECK: scf.for
// CHECK: math.cos
// CHECK-NOT: vector.print
// CHECK: return
func.func @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %k = arith.index_cast %i : index to i64
    %l = arith.sitofp %k : i64 to f64
    %p = arith.mulf %x, %l : f64
    %q = math.sin %p : f64
    vector.print %q : f64
    %t = arith.addf %s, %q : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @of_loop(f64, index) -> f64 attributes {lagrad.gradient = @loop}

// CHECK-LABEL: func.func @push
// CHECK: call @seed
// CHECK: call @random
// CHECK: call @random
// CHECK: vector.print
func.func private @push(f64, f64, i64) -> f64 attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
