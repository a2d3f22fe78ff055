// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<8x3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %y) -> tensor<3xf64> {
    %1 = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<8x3xf64> to tensor<3xf64>
    %2 = math.exp %1 : tensor<3xf64>
    %3 = arith.addf %acc, %2 : tensor<3xf64>
    scf.yield %3 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}

// The adjoint of a row is added into that row of the whole adjoint, in place.
// CHECK-LABEL: func.func @df(
// CHECK:         scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK:         %[[ROW:.*]] = tensor.extract_slice %[[ACC]][%[[I:.*]], 0] [1, 3] [1, 1]
// CHECK-NEXT:    %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[ROW]]
// CHECK:         tensor.insert_slice %[[SUM]]{{.*}} into %[[ACC]][%[[I]], 0] [1, 3] [1, 1]
// CHECK-NOT:     linalg.fill
// CHECK:         scf.yield
func.func private @df(tensor<8x3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<8x3xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
