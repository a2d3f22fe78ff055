// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    scf.yield %1 : f64
  }
  return %0 : f64
}

// With respect to the start alone the loop is linear: it runs once, on the cotangent, and
// neither a tape nor the primal loop is left.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %{{.*}}: f64, %[[Y:.*]]: f64, %{{.*}}: index, %[[CT:.*]]: f64)
// CHECK-NOT:     tensor
// CHECK:         scf.for {{.*}} iter_args(%[[D:.*]] = %[[CT]])
// CHECK-NEXT:      %[[NEXT:.*]] = arith.mulf %[[D]], %[[Y]]
// CHECK-NEXT:      scf.yield %[[NEXT]]
// CHECK-NOT:     scf.for
// CHECK:         return
func.func private @df(f64, f64, index, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
