// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f64 {
    %1 = tensor.extract %x[%i] : tensor<?xf64>
    %2 = math.sin %1 : f64
    %3 = arith.addf %acc, %2 : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}

// Reading an element in a loop adds to one element of the adjoint, which the loop carries.
// Nothing is recorded, so the primal loop is gone.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[CT:.*]]: f64)
// CHECK-COUNT-1: scf.for
// CHECK-SAME:    iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK-NOT:     linalg
// CHECK:         %[[OLD:.*]] = tensor.extract %[[ACC]][%[[I:.*]]]
// CHECK:         %[[NEW:.*]] = arith.addf %{{.*}}, %[[OLD]]
// CHECK:         tensor.insert %[[NEW]] into %[[ACC]][%[[I]]]
// CHECK-NOT:     scf.for
// CHECK:         return
func.func private @df(tensor<?xf64>, f64) -> tensor<?xf64> attributes {lagrad.pullback = @f}
