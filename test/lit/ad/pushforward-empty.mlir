// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s
// RUN: lagrad-check %s

// The tangent of a tensor that nothing is written into yet is one of those too; that of a number which is written somewhere is zero.
// CHECK-LABEL: func.func @df(
// CHECK-NOT:   linalg.fill
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:       scf.for {{.*}} iter_args(%{{.*}} = %[[E]])
// CHECK-NOT:   linalg.fill
// CHECK:       return
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %empty = tensor.empty() : tensor<4xf64>
  %all = scf.for %i = %c0 to %c4 step %c1 iter_args(%filled = %empty) -> (tensor<4xf64>) {
    %e = tensor.extract %x[%i] : tensor<4xf64>
    %square = arith.mulf %e, %e : f64
    %next = tensor.insert %square into %filled[%i] : tensor<4xf64>
    scf.yield %next : tensor<4xf64>
  }
  return %all : tensor<4xf64>
}
func.func private @df(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pushforward = @f}
