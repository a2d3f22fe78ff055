// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s
// RUN: lagrad-check %s

// The state before each segment is recorded; a segment runs again, with a tape of its own, before its adjoint.
// CHECK-LABEL: func.func @df(
// CHECK:       scf.for {{.*}} step %c8
// CHECK:         %[[ALL:.*]] = scf.for
// CHECK-NOT:       tensor.insert
// CHECK:           scf.yield %{{[^,]*}} : f64
// CHECK:         tensor.insert
// CHECK:         scf.yield %[[ALL]],
// CHECK:       {lagrad.tape = array<i64: 1>}
// CHECK:       scf.for
// CHECK:         %[[SIZE:.*]] = arith.select
// CHECK:         %[[ROOM:.*]] = tensor.empty(%[[SIZE]])
// CHECK:         scf.for {{.*}} = %[[ROOM]])
// CHECK:           tensor.insert
// CHECK:         {lagrad.replay, lagrad.tape = array<i64: 1>}
// CHECK:         scf.for
func.func @f(%x: tensor<?xf64> {lagrad.example = dense<[0.3, -0.2, 0.5, 0.1, -0.7, 0.4, 0.2, 0.6, -0.1, 0.8]> : tensor<10xf64>},
             %a: f64 {lagrad.example = 0.7 : f64}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %all = scf.for %i = %c0 to %n step %c8 iter_args(%s = %one) -> f64 {
    %left = arith.subi %n, %i : index
    %size = arith.minsi %left, %c8 : index
    %end = arith.addi %i, %size : index
    %segment = scf.for %j = %i to %end step %c1 iter_args(%t = %s) -> f64 {
      %e = tensor.extract %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %t : f64
      %q = arith.addf %p, %e : f64
      %u = math.tanh %q : f64
      scf.yield %u : f64
    } {lagrad.replay}
    scf.yield %segment : f64
  }
  return %all : f64
}
func.func private @df(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @f}
