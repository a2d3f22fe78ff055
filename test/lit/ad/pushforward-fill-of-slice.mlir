// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s
// RUN: lagrad-check %s

// What a fill overwrites has no part in the tangent, although it is a slice of a tensor that has one.
// CHECK-LABEL: func.func @df(
// CHECK:       scf.for
// CHECK:         tensor.empty
// CHECK-NEXT:    linalg.fill
// CHECK:       return
func.func @f(%x: tensor<3xf64>) -> tensor<3x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %empty = tensor.empty() : tensor<3x2xf64>
  %rows = scf.for %i = %c0 to %c3 step %c1 iter_args(%filled = %empty) -> (tensor<3x2xf64>) {
    %e = tensor.extract %x[%i] : tensor<3xf64>
    %square = arith.mulf %e, %e : f64
    %row = tensor.extract_slice %filled[%i, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
    %new = linalg.fill ins(%square : f64) outs(%row : tensor<2xf64>) -> tensor<2xf64>
    %next = tensor.insert_slice %new into %filled[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<3x2xf64>
    scf.yield %next : tensor<3x2xf64>
  }
  return %rows : tensor<3x2xf64>
}
func.func private @df(tensor<3xf64>, tensor<3xf64>) -> tensor<3x2xf64> attributes {lagrad.pushforward = @f}
