// RUN: lagrad-opt %s --lagrad-print-tape -o /dev/null 2>&1 | FileCheck %s

// The matrix that the loop reads is no part of its state.
// CHECK:     snapshots-account.mlir:{{[0-9]+}}:11: note: @df keeps 5 states of this loop at most, and computes the others again
// CHECK:     note: 64 bytes of this carried value, tensor<8xf64>, each
// CHECK-NOT: records nothing
func.func @f(%a: tensor<8x8xf64>, %x: tensor<8xf64>, %n: index) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<8xf64> {
    %u = linalg.matvec ins(%a, %s : tensor<8x8xf64>, tensor<8xf64>) outs(%s : tensor<8xf64>) -> tensor<8xf64>
    %v = math.sin %u : tensor<8xf64>
    scf.yield %v : tensor<8xf64>
  } {lagrad.snapshots = 5}
  return %last : tensor<8xf64>
}
func.func private @df(tensor<8x8xf64>, tensor<8xf64>, index, tensor<8xf64>) -> (tensor<8x8xf64>, tensor<8xf64>)
    attributes {lagrad.pullback = @f}
