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

// A Hessian-vector product is the gradient of a pushforward, and so its pullback is made in the same way.
// CHECK-LABEL: func.func @dcurved(
// CHECK:         call @hvp.pullback(
// CHECK-LABEL: func.func private @hvp.pullback(
// CHECK:         call @hvp.pullback.pullback(
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = math.sin %s : f64
    scf.yield %u : f64
  } {lagrad.snapshots = 4}
  return %r : f64
}
func.func @curved(%x: f64, %n: index) -> f64 {
  %d = func.call @hvp(%x, %x, %n) : (f64, f64, index) -> f64
  %y = arith.subf %x, %d : f64
  return %y : f64
}
func.func private @hvp(f64, f64, index) -> f64 attributes {lagrad.hvp = @f}
func.func private @dcurved(f64, index) -> f64 attributes {lagrad.gradient = @curved}

// -----

// On memory what a derivative is on tensors is called, and has such a pullback.
// CHECK-LABEL: func.func @once(
// CHECK:         call @once.tensors(
// CHECK-LABEL: func.func private @once.tensors.pullback.pullback(
// CHECK:         lagrad.snapshots = 3
// CHECK-LABEL: func.func private @twice.apart(
// CHECK:         call @once.tensors.pullback(
func.func @f(%x: memref<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %v = memref.load %x[%j] : memref<6xf64>
      %s = math.sin %v : f64
      memref.store %s, %x[%j] : memref<6xf64>
    }
  } {lagrad.snapshots = 3}
  %r = memref.load %x[%c1] : memref<6xf64>
  return %r : f64
}
func.func private @once(memref<6xf64>, index, memref<6xf64>) attributes {lagrad.gradient = @f}
func.func private @twice(memref<6xf64>, index, memref<6xf64>, memref<6xf64>, memref<6xf64>)
    attributes {lagrad.pullback = @once}

// -----

// The pullback of products for many directions calls that for one in a loop over them.
// CHECK-LABEL: func.func @dproducts(
// CHECK:         call @products.pullback(
// CHECK-LABEL: func.func private @products.pullback(
// CHECK:         scf.for
// CHECK:           func.call @products.one.pullback(
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %u = math.sin %s : f64
    scf.yield %u : f64
  } {lagrad.snapshots = 4}
  return %r : f64
}
func.func private @products(f64, tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.hvp = @f, lagrad.vectors = 3}
func.func private @dproducts(f64, tensor<3xf64>, index, tensor<3xf64>) -> (f64, tensor<3xf64>)
    attributes {lagrad.pullback = @products}

// -----

// Where a Hessian is called, its pullback is that of such products, one for each row.
// CHECK-LABEL: func.func @dstep(
// CHECK:         call @hessian.pullback(
// CHECK-LABEL: func.func private @hessian.pullback(
// CHECK:         call @hessian.one.pullback(
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
  %d = func.call @hessian(%x, %n) : (f64, index) -> f64
  %y = arith.subf %x, %d : f64
  return %y : f64
}
func.func private @hessian(f64, index) -> f64 attributes {lagrad.hessian = @f}
func.func private @dstep(f64, index) -> f64 attributes {lagrad.gradient = @step}

// -----

// In reverse mode three times, through calls: a loop beside a call of a gradient has the gradient's loop record.
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
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}
func.func @g(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = func.call @df(%x, %n) : (f64, index) -> f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %d) -> f64 {
    %u = math.cos %s : f64
    scf.yield %u : f64
  } {lagrad.snapshots = 4}
  return %r : f64
}
func.func private @dg(f64, index) -> f64 attributes {lagrad.gradient = @g}
func.func @h(%x: f64, %n: index) -> f64 {
  %d = func.call @dg(%x, %n) : (f64, index) -> f64
  %e = math.exp %d : f64
  return %e : f64
}
func.func private @dh(f64, index) -> f64 attributes {lagrad.gradient = @h}
