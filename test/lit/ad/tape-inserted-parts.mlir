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
  %none = tensor.empty(%n, %d) : tensor<?x?xf64>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%ys = %none) -> tensor<?x?xf64> {
    %e = tensor.empty(%d, %d) : tensor<?x?xf64>
    %zeros = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
    %q = scf.for %j = %c0 to %d step %c1 iter_args(%m = %zeros) -> tensor<?x?xf64> {
      %size = arith.subi %d, %j : index
      %part = tensor.extract_slice %parts[%i, %j] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
      %next = tensor.insert_slice %part into %m[%j, %j] [%size, 1] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
      %corner = tensor.extract %x[%i, %j] : tensor<?x?xf64>
      %square = arith.mulf %corner, %corner : f64
      %with_corner = tensor.insert %square into %next[%j, %j] : tensor<?x?xf64>
      scf.yield %with_corner : tensor<?x?xf64>
    }
    %row = tensor.extract_slice %x[%i, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %e1 = tensor.empty(%d) : tensor<?xf64>
    %z1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>
    %y = linalg.matvec ins(%q, %row : tensor<?x?xf64>, tensor<?xf64>) outs(%z1 : tensor<?xf64>) -> tensor<?xf64>
    %with_y = tensor.insert_slice %y into %ys[%i, 0] [1, %d] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %with_y : tensor<?x?xf64>
  }
  %e0 = tensor.empty() : tensor<f64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%all : tensor<?x?xf64>) outs(%z0 : tensor<f64>) {
  ^bb0(%v: f64, %out: f64):
    %square = arith.mulf %v, %v : f64
    %next = arith.addf %out, %square : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}
func.func private @df(tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) attributes {lagrad.gradient = @f}
