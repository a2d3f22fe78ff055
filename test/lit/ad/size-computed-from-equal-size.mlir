// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s
// RUN: lagrad-check %s

// %n is also the size of %b, and %more, computed from it, that of %c: one value stands for each.
// CHECK-LABEL: func.func @df(
// CHECK-COUNT-2: tensor.dim
// CHECK-NOT:   tensor.dim
// CHECK:       return
func.func @f(%a: tensor<?xf64> {lagrad.example = dense<[1.5, -0.5]> : tensor<2xf64>},
             %b: tensor<?xf64> {lagrad.example = dense<[0.3, 0.9]> : tensor<2xf64>},
             %c: tensor<?xf64> {lagrad.example = dense<[2.0, -1.0, 0.7]> : tensor<3xf64>}) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %more = arith.addi %n, %c1 : index
  %no_sum = tensor.empty(%n) : tensor<?xf64>
  %sum = linalg.add ins(%a, %b : tensor<?xf64>, tensor<?xf64>) outs(%no_sum : tensor<?xf64>) -> tensor<?xf64>
  %empty = tensor.empty(%more) : tensor<?xf64>
  %filled = linalg.fill ins(%one : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %longer = tensor.insert_slice %sum into %filled[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %product = linalg.mul ins(%longer, %c : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  return %product : tensor<?xf64>
}
func.func private @df(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @f}
