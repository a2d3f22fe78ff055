// RUN: lagrad-opt %s --lagrad-convert-tm-tensor | FileCheck %s
// RUN: lagrad-check %s

// What torch-mlir makes of `cumsum`: a loop that carries the last sum.
// CHECK-LABEL: func.func @sums(
// CHECK:         scf.for
// CHECK:           %[[NEXT:.*]] = arith.addf
// CHECK:           tensor.insert %[[NEXT]]
// CHECK-NOT:     tm_tensor
func.func @sums(%x: tensor<5xf64>) -> tensor<5xf64> {
  %into = tensor.empty() : tensor<5xf64>
  %last = arith.constant dense<0.0> : tensor<f64>
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<5xf64>) outs(%into, %last : tensor<5xf64>, tensor<f64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %b : f64
    tm_tensor.yield %s : f64
  } -> tensor<5xf64>, tensor<f64>
  return %0#0 : tensor<5xf64>
}
func.func private @sums_pullback(tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64> attributes {lagrad.pullback = @sums}

// A scan that is not inclusive begins with what it is given, and ends with the last but one.
// CHECK-LABEL: func.func @products_before(
func.func @products_before(%x: tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3xf64>) {
  %into = tensor.empty() : tensor<3x4xf64>
  %one = arith.constant dense<1.0> : tensor<3xf64>
  %0:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<3x4xf64>) outs(%into, %one : tensor<3x4xf64>, tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.mulf %a, %b : f64
    tm_tensor.yield %s : f64
  } -> tensor<3x4xf64>, tensor<3xf64>
  return %0#0, %0#1 : tensor<3x4xf64>, tensor<3xf64>
}
func.func private @products_pullback(tensor<3x4xf64>, tensor<3x4xf64>, tensor<3xf64>) -> tensor<3x4xf64>
  attributes {lagrad.pullback = @products_before}

// Of an operation on nothing nothing is left.
// CHECK-LABEL: func.func @none(
// CHECK-NOT:     scf.for
func.func @none(%x: tensor<0xf64>, %into: tensor<0xf64>, %last: tensor<f64>) -> tensor<f64> {
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<0xf64>) outs(%into, %last : tensor<0xf64>, tensor<f64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %b : f64
    tm_tensor.yield %s : f64
  } -> tensor<0xf64>, tensor<f64>
  return %0#1 : tensor<f64>
}

// A sort, and the two smallest: a permutation of integers, and gathers by it.
// CHECK-LABEL: func.func @sorted(
// CHECK:         scf.for
// CHECK:         arith.cmpf ole
// CHECK:         linalg.generic
// CHECK-NOT:     tm_tensor
func.func @sorted(%x: tensor<7xf64>) -> tensor<7xf64> {
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<7xf64>) {
  ^bb0(%a: f64, %b: f64):
    %stay = arith.cmpf ole, %a, %b : f64
    tm_tensor.yield %stay : i1
  } -> tensor<7xf64>
  return %0 : tensor<7xf64>
}
func.func private @sorted_pullback(tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64> attributes {lagrad.pullback = @sorted}

// CHECK-LABEL: func.func @smallest(
func.func @smallest(%x: tensor<7xf64>) -> tensor<2xf64> {
  %values = tensor.empty() : tensor<2xf64>
  %places = tensor.empty() : tensor<2xi32>
  %0:2 = tm_tensor.topk dimension(0) ins(%x : tensor<7xf64>) outs(%values, %places : tensor<2xf64>, tensor<2xi32>) {
  ^bb0(%a: f64, %b: f64):
    %first = arith.cmpf olt, %a, %b : f64
    tm_tensor.yield %first : i1
  } -> tensor<2xf64>, tensor<2xi32>
  return %0#0 : tensor<2xf64>
}
func.func private @smallest_pullback(tensor<7xf64>, tensor<2xf64>) -> tensor<7xf64> attributes {lagrad.pullback = @smallest}

// Rows that are added where the indices say; one index counts from the end.
// CHECK-LABEL: func.func @added(
// CHECK:         cf.assert %{{.*}}, "an index of a scatter is out of bounds"
func.func @added(%x: tensor<2x1x4xf64>, %y: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %at = arith.constant dense<[[0], [-3]]> : tensor<2x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
      ins(%x, %at : tensor<2x1x4xf64>, tensor<2x1xi64>) outs(%y : tensor<3x4xf64>) {
  ^bb0(%new: f64, %old: f64):
    %s = arith.mulf %old, %new : f64
    tm_tensor.yield %s : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
func.func private @added_pullback(tensor<2x1x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> (tensor<2x1x4xf64>, tensor<3x4xf64>)
  attributes {lagrad.pullback = @added}
