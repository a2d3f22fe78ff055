// RUN: lagrad-opt %s --lagrad-differentiate --canonicalize | FileCheck %s
// RUN: lagrad-check %s

// There is no tape. The adjoint of each iteration computes its state again, from the start of the loop.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[A:.*]]: f64, %[[START:.*]]: f64)
// CHECK-NOT:   tensor.insert
// CHECK:       scf.for %[[DONE:.*]] = %c0 to %[[N:.*]] step %c1
// CHECK:         %[[LAST:.*]] = arith.subi %[[N]], %c1
// CHECK:         %[[ROW:.*]] = arith.subi %[[LAST]], %[[DONE]]
// CHECK:         %[[STATE:.*]] = scf.for %{{.*}} = %c0 to %[[ROW]] step %c1 iter_args(%{{.*}} = %[[START]]) -> (f64)
// CHECK:           math.tanh
// CHECK:         } {lagrad.rewind}
// CHECK:         arith.mulf %[[A]], %[[STATE]]
// CHECK:       } {lagrad.snapshots = 2 : i64}

// The tangents are part of the state in the pushforward of the adjoint.
// CHECK-LABEL: func.func @ddf(
// CHECK:       scf.for
// CHECK:         scf.for {{.*}} -> (f64, f64)
// CHECK:         } {lagrad.rewind}
// CHECK:       } {lagrad.snapshots = 2 : i64}

// The adjoint of the adjoint is that of the pushforward, and has no tape either.
// CHECK-LABEL: func.func @again(
// CHECK:       call @again.pullback(
// CHECK-LABEL: func.func private @again.pullback(
// CHECK-NOT:   lagrad.tape
// CHECK:         scf.for {{.*}} -> (f64, f64)
// CHECK:         } {lagrad.rewind}
func.func @f(%x: tensor<?xf64> {lagrad.example = dense<[0.3, -0.2, 0.5, 0.1, -0.7]> : tensor<5xf64>},
             %a: f64 {lagrad.example = 0.7 : f64}, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%t = %start) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %p = arith.mulf %a, %t : f64
    %q = arith.addf %p, %e : f64
    %u = math.tanh %q : f64
    scf.yield %u : f64
  } {lagrad.snapshots = 2}
  return %all : f64
}
func.func private @df(tensor<?xf64>, f64, f64) -> (tensor<?xf64>, f64, f64) attributes {lagrad.gradient = @f}
func.func private @ddf(tensor<?xf64>, tensor<?xf64>, f64, f64, f64, f64) -> (tensor<?xf64>, f64, f64) attributes {lagrad.pushforward = @df}
func.func private @again(tensor<?xf64>, f64, f64, tensor<?xf64>, f64, f64) -> (tensor<?xf64>, f64, f64) attributes {lagrad.pullback = @df}
