// A matrix that a loop puts together from parts of an argument costs what the parts cost, not a matrix for each part: it is put together
// again and not recorded.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s

// CHECK-LABEL: func.func @df(
// CHECK-NOT:     tensor<?x?x?xf64>
// CHECK-NOT:     lagrad.tape
// CHECK:         return
func.func @f(%parts: tensor<?x?xf64>, %x: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %d = tensor.dim %x, %c1 : tensor<?x?xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %e = tensor.empty(%d, %d) : tensor<?x?xf64>
    %zeros = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
    %q = scf.for %j = %c0 to %d step %c1 iter_args(%m = %zeros) -> tensor<?x?xf64> {
      %size = arith.subi %d, %j : index
      %part = tensor.extract_slice %parts[%i, %j] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
      %next = tensor.insert_slice %part into %m[%j, %j] [%size, 1] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
      scf.yield %next : tensor<?x?xf64>
    }
    %row = tensor.extract_slice %x[%i, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %e1 = tensor.empty(%d) : tensor<?xf64>
    %z1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>
    %y = linalg.matvec ins(%q, %row : tensor<?x?xf64>, tensor<?xf64>) outs(%z1 : tensor<?xf64>) -> tensor<?xf64>
    %e0 = tensor.empty() : tensor<f64>
    %z0 = linalg.fill ins(%s : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
    %dot = linalg.dot ins(%y, %y : tensor<?xf64>, tensor<?xf64>) outs(%z0 : tensor<f64>) -> tensor<f64>
    %t = tensor.extract %dot[] : tensor<f64>
    scf.yield %t : f64
  }
  return %sum : f64
}
func.func private @df(tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) attributes {lagrad.gradient = @f}
