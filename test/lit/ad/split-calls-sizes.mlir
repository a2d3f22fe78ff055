// How large a kept call's results are is computed without the call, where arithmetic on the sizes of its arguments tells.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func private @twice(%t: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %s = math.sin %t : tensor<?xf64>
  %r = tensor.concat dim(0) %t, %s : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The loop that finds the largest size calls nothing; the one that fills the tape does.
// CHECK-LABEL: func.func @grows_gradient(
// CHECK:         %[[MOST:.*]]:2 = scf.for {{.*}} -> (index, index) {
// CHECK-NOT:       call
// CHECK:         }
// CHECK:         tensor.empty(%{{.*}}, %[[MOST]]#1) : tensor<?x?xf64>
// CHECK:         scf.for
// CHECK:           call @twice_augmented
// CHECK:         scf.for
// CHECK:           call @twice_adjoint
func.func @grows(%x: tensor<?xf64>, %n: index {lagrad.example = 3 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf64> {
    %l = func.call @twice(%t) : (tensor<?xf64>) -> tensor<?xf64>
    %e = math.exp %l : tensor<?xf64>
    scf.yield %e : tensor<?xf64>
  }
  %last = tensor.extract %r[%c1] : tensor<?xf64>
  return %last : f64
}
func.func private @grows_gradient(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @grows}
