// RUN: lagrad-opt %s --lagrad-propagate-one-hot=few=1 --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: lagrad-opt %s --lagrad-propagate-one-hot --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,FEW

// Two elements at different places are no one-hot tensor. With one place told apart they are added as tensors; with
// more, the product is computed twice, for one element each.
// CHECK-LABEL: func.func @two(
// ONE:           linalg.generic {{.*}} ins({{.*}}tensor<6xf64>
// FEW-COUNT-2:   arith.mulf {{.*}} : f64
// FEW-NOT:       linalg.generic
// CHECK:         return
func.func @two(%v: f64, %i: index, %w: f64, %j: index, %y: tensor<6xf64>) -> tensor<6xf64> {
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %a = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %b = tensor.insert %w into %zeros[%j] : tensor<6xf64>
  %s = arith.addf %a, %b : tensor<6xf64>
  %e = tensor.empty() : tensor<6xf64>
  %p = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%s, %y : tensor<6xf64>, tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%x: f64, %q: f64, %o: f64):
    %r = arith.mulf %x, %q : f64
    linalg.yield %r : f64
  } -> tensor<6xf64>
  return %p : tensor<6xf64>
}

// -----

// At one place, their elements are added.
// CHECK-LABEL: func.func @same(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[W:.*]]: f64)
// CHECK:         %[[S:.*]] = arith.addf %[[V]], %[[W]] : f64
// CHECK:         tensor.insert %[[S]] into %{{.*}}[%[[I]]]
func.func @same(%v: f64, %i: index, %w: f64) -> tensor<6xf64> {
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %a = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %b = tensor.insert %w into %zeros[%i] : tensor<6xf64>
  %s = arith.addf %a, %b : tensor<6xf64>
  return %s : tensor<6xf64>
}

// -----

// What a product is added to is dense, and stays so: only the row of it changes.
// CHECK-LABEL: func.func @dense_init(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[J:.*]]: index, %[[B:.*]]: tensor<5x6xf64>, %[[INIT:.*]]: tensor<4x5xf64>)
// CHECK-DAG:     %[[COLUMN:.*]] = tensor.extract_slice %[[B]][0, %[[J]]] [5, 1] [1, 1] : tensor<5x6xf64> to tensor<5xf64>
// CHECK-DAG:     %[[ROW:.*]] = tensor.extract_slice %[[INIT]][%[[I]], 0] [1, 5] [1, 1] : tensor<4x5xf64> to tensor<5xf64>
// CHECK:         %[[NEW:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} {{.*}} outs(%[[ROW]] : tensor<5xf64>)
// CHECK:         %[[DONE:.*]] = tensor.insert_slice %[[NEW]] into %[[INIT]][%[[I]], 0]
// CHECK:         return %[[DONE]]
func.func @dense_init(%v: f64, %i: index, %j: index, %b: tensor<5x6xf64>, %init: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x6xf64>
  %ct = tensor.insert %v into %zeros[%i, %j] : tensor<4x6xf64>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, n)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, k)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%ct, %b : tensor<4x6xf64>, tensor<5x6xf64>) outs(%init : tensor<4x5xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}

// -----

// The exponential of zero is one: all is computed, and nothing changes.
// CHECK-LABEL: func.func @exponential(
// CHECK:         math.exp {{.*}} : tensor<6xf64>
func.func @exponential(%v: f64, %i: index) -> tensor<6xf64> {
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %a = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %e = math.exp %a : tensor<6xf64>
  return %e : tensor<6xf64>
}

// -----

// A maximum over a dimension is no sum: it gets the whole tensor.
// CHECK-LABEL: func.func @maximum(
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
func.func @maximum(%v: f64, %i: index, %j: index, %low: tensor<4xf64>) -> tensor<4xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x6xf64>
  %a = tensor.insert %v into %zeros[%i, %j] : tensor<4x6xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x6xf64>) outs(%low : tensor<4xf64>) {
  ^bb0(%x: f64, %o: f64):
    %s = arith.maximumf %x, %o : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
