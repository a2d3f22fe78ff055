// RUN: lagrad-opt %s --lagrad-differentiate=push-gradients=true --canonicalize | FileCheck %s
// RUN: lagrad-check %s --pipeline='lagrad-coarsened,lagrad-to-llvm'

// A gradient by one number is a tangent: nothing is kept of the iterations.
// CHECK-LABEL: func.func @df(
// CHECK:         %[[ONE:.*]] = arith.constant 1.0
// CHECK:         %[[R:.*]] = call @df_forwards(%arg0, %[[ONE]], %arg1)
// CHECK:         return %[[R]]
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = math.sin %a : f64
    %more = arith.addf %s, %x : f64
    scf.yield %more : f64
  }
  return %end : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}

// The value comes along; the number may be the one element of a tensor.
// CHECK-LABEL: func.func @dg(
// CHECK:         %[[R:.*]]:2 = call @dg_forwards(%arg0, %arg1, %{{.*}})
// CHECK:         %[[D:.*]] = tensor.from_elements %[[R]]#1 : tensor<1x1xf64>
// CHECK:         return %[[R]]#0, %[[D]]
func.func @g(%w: f64, %x: tensor<1x1xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = tensor.extract %x[%c0, %c0] : tensor<1x1xf64>
  %c = scf.for %i = %c0 to %c3 step %c1 iter_args(%b = %w) -> f64 {
    %product = arith.mulf %a, %b : f64
    scf.yield %product : f64
  }
  return %c : f64
}
func.func private @dg(f64, tensor<1x1xf64>) -> (f64, tensor<1x1xf64>) attributes {
  lagrad.value_and_grad = @g, lagrad.wrt = [1]}

// A loop that only adds up keeps nothing either way, and its adjoint takes no longer.
// CHECK-LABEL: func.func @dsum(
// CHECK-NOT:     call
// CHECK:         return
func.func @sum(%x: f64, %t: tensor<9xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> f64 {
    %a = tensor.extract %t[%i] : tensor<9xf64>
    %ax = arith.mulf %a, %x : f64
    %e = math.exp %ax : f64
    %more = arith.addf %s, %e : f64
    scf.yield %more : f64
  }
  return %r : f64
}
func.func private @dsum(f64, tensor<9xf64>) -> f64 attributes {lagrad.gradient = @sum, lagrad.wrt = [0]}

// Others stay: by two numbers, and a pullback. Of a gradient that runs forwards there is one again.
// CHECK-LABEL: func.func @both(
// CHECK:         lagrad.tape
// CHECK-LABEL: func.func @back(
// CHECK:         lagrad.tape
func.func private @both(f64, tensor<1x1xf64>) -> (f64, tensor<1x1xf64>) attributes {lagrad.gradient = @g}
func.func private @back(f64, index, f64) -> f64 attributes {lagrad.pullback = @f}
func.func private @ddf(f64, index) -> f64 attributes {lagrad.gradient = @df}

// CHECK-LABEL: func.func private @df_forwards(
// CHECK-NOT:     lagrad.tape
// CHECK-LABEL: func.func private @dg_forwards(
// CHECK-NOT:     lagrad.tape
// CHECK:         return
