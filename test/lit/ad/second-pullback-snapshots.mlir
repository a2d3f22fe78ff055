// The pullback of a pullback of a loop with snapshots keeps snapshots: it is the pullback of a pushforward.
// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --lagrad-differentiate | FileCheck %s

// CHECK-LABEL: func.func @second(
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: index, %[[CT:.*]]: f64, %[[V:.*]]: f64) -> (f64, f64)
// CHECK:         %[[BACK:.*]]:2 = call @second.pullback(%[[X]], %[[V]], %[[N]], %[[CT]])
// CHECK:         return %[[BACK]]#1, %[[BACK]]#0
// The derivative with respect to the cotangent is the pushforward, and nothing runs backwards.
// CHECK-LABEL: func.func @in_cotangent(
// CHECK:         call @in_cotangent.pushforward(
// CHECK-LABEL: func.func private @second.pullback(
// CHECK-NOT:     lagrad.tape
// CHECK:         lagrad.snapshots = 4
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = math.sin %s : f64
    scf.yield %u : f64
  } {lagrad.snapshots = 4}
  return %r : f64
}
func.func private @first(f64, index, f64) -> f64 attributes {lagrad.pullback = @f}
func.func private @second(f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
func.func private @in_cotangent(f64, index, f64, f64) -> f64 attributes {lagrad.pullback = @first, lagrad.wrt = [2]}

// -----

// A function that calls a gradient has an adjoint that calls the pullback of it, which is made in the same way.
// CHECK-LABEL: func.func @dstep(
// CHECK-NOT:     scf.for
// CHECK:         call @f_gradient.pullback(
// CHECK-NOT:     lagrad.second_pullback
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = math.sin %s : f64
    scf.yield %u : f64
  } {lagrad.snapshots = 4}
  return %r : f64
}
func.func @step(%x: f64, %n: index) -> f64 {
  %d = "lagrad.grad"(%x, %n) {F = @f} : (f64, index) -> f64
  %y = arith.subf %x, %d : f64
  return %y : f64
}
func.func private @dstep(f64, index) -> f64 attributes {lagrad.gradient = @step}

// -----

// Where a Hessian-vector product is called, it is a program like any other.
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+2 {{ask for the pullback of a pushforward, or for the pushforward of a pullback}}
  // expected-warning@+1 {{'lagrad.snapshots' does not hold in the pullback of this adjoint: the states}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = math.sin %s : f64
    scf.yield %u : f64
  } {lagrad.snapshots = 4}
  return %r : f64
}
func.func @step(%x: f64, %n: index) -> f64 {
  %d = func.call @hvp(%x, %x, %n) : (f64, f64, index) -> f64
  %y = arith.subf %x, %d : f64
  return %y : f64
}
func.func private @hvp(f64, f64, index) -> f64 attributes {lagrad.hvp = @f}
func.func private @dstep(f64, index) -> f64 attributes {lagrad.gradient = @step}
