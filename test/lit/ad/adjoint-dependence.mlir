// What the dependences of adjoint and tangent code allow, and derivatives have without a pass of its own.
// RUN: lagrad-opt %s --lagrad-default --split-input-file | FileCheck %s
// RUN: lagrad-check %s

// All that is added to the adjoint of one element is added at once, wherever the program reads the element.
// CHECK-LABEL: func.func @gathered(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[A:.*]]: f64, %[[B:.*]]: f64, %[[I:.*]]: index)
// CHECK:         arith.addf
// CHECK:         linalg.fill
// CHECK-NEXT:    tensor.insert %{{.*}} into %{{.*}}[%[[I]]]
// CHECK-NOT:     tensor.insert
// CHECK:         return
func.func @gather(%x: tensor<?xf64> {lagrad.example = dense<[0.3, -0.2, 0.5]> : tensor<3xf64>},
                  %a: f64, %b: f64, %i: index {lagrad.example = 1 : index}) -> f64 {
  %0 = tensor.extract %x[%i] : tensor<?xf64>
  %y = arith.mulf %0, %a : f64
  %1 = tensor.extract %x[%i] : tensor<?xf64>
  %z = arith.mulf %1, %b : f64
  %s = math.sin %z : f64
  %r = arith.mulf %y, %s : f64
  return %r : f64
}
func.func private @gathered(tensor<?xf64>, f64, f64, index) -> tensor<?xf64>
    attributes {lagrad.gradient = @gather, lagrad.wrt = [0]}

// -----

// The tangents of all statements for all directions are one operation, and the primal statements are outside.
// CHECK-LABEL: func.func @directions(
// CHECK:         math.sin
// CHECK-NEXT:    math.cos
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    math.exp
// CHECK:         linalg.generic
// CHECK-NOT:     math.
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @statements(%x: f64, %y: f64) -> f64 {
  %a = math.sin %x : f64
  %b = arith.mulf %a, %y : f64
  %c = math.exp %b : f64
  %d = arith.mulf %c, %a : f64
  return %d : f64
}
func.func private @directions(f64, tensor<3xf64>, f64, tensor<3xf64>) -> tensor<3xf64>
    attributes {lagrad.pushforward = @statements, lagrad.vectors = 3}

// -----

// An increment whose place does not change leaves the loop: one number is summed up, and added behind it.
// CHECK-LABEL: func.func @invariant(
// CHECK:         scf.for {{.*}} -> (f64)
// CHECK:         }
// CHECK:         tensor.insert
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @moves(%x: tensor<?xf64> {lagrad.example = dense<[0.3, -0.2, 0.5]> : tensor<3xf64>},
                 %i: index {lagrad.example = 1 : index}, %n: index {lagrad.example = 4 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %m = arith.index_cast %k : index to i64
    %f = arith.sitofp %m : i64 to f64
    %p = arith.mulf %e, %f : f64
    %s = math.sin %p : f64
    %u = arith.addf %t, %s : f64
    scf.yield %u : f64
  }
  return %r : f64
}
func.func private @invariant(tensor<?xf64>, index, index) -> tensor<?xf64>
    attributes {lagrad.gradient = @moves, lagrad.wrt = [0]}

// -----

// Iterations that do not depend on each other: each runs right before its adjoint, in one loop without a tape.
// CHECK-LABEL: func.func @one_loop(
// CHECK:         scf.for
// CHECK:           math.sin
// CHECK:           tensor.insert
// CHECK-NOT:     lagrad.tape
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @independent(%x: tensor<?xf64> {lagrad.example = dense<[0.3, -0.2, 0.5]> : tensor<3xf64>}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%k] : tensor<?xf64>
    %s = math.sin %e : f64
    %p = arith.mulf %s, %e : f64
    %q = math.exp %p : f64
    %u = arith.addf %t, %q : f64
    scf.yield %u : f64
  }
  return %r : f64
}
func.func private @one_loop(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @independent}
