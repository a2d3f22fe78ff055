// RUN: lagrad-opt %s --lagrad-place-insertions | FileCheck %s
#id = affine_map<(i) -> (i)>

// A state is recorded before its successor is made, which can take its place then.
// CHECK-LABEL: func.func @tape(
// CHECK:         scf.for {{.*}} iter_args(%[[S:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}})
// CHECK-NEXT:      tensor.insert_slice %[[S]] into %[[T]]
// CHECK:           linalg.generic
func.func @tape(%x: tensor<4xf64>, %tape: tensor<8x4xf64>, %n: index) -> (tensor<4xf64>, tensor<8x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %t = %tape) -> (tensor<4xf64>, tensor<8x4xf64>) {
    %e = tensor.empty() : tensor<4xf64>
    %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%s : tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %v = math.sin %in : f64
      linalg.yield %v : f64
    } -> tensor<4xf64>
    %u = tensor.insert_slice %s into %t[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
    scf.yield %new, %u : tensor<4xf64>, tensor<8x4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<8x4xf64>
}

// What an insertion overwrites is read first.
// CHECK-LABEL: func.func @read_first(
// CHECK:         %[[ROW:.*]] = tensor.extract_slice
// CHECK:         linalg.generic {{.*}} ins(%[[ROW]] : tensor<4xf64>)
// CHECK:         tensor.insert_slice
func.func @read_first(%a: tensor<8x4xf64>, %b: tensor<4xf64>, %z: tensor<4xf64>, %i: index) -> (tensor<8x4xf64>, tensor<4xf64>) {
  %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %u = tensor.insert_slice %z into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : tensor<4xf64>) outs(%b : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %v = arith.addf %in, %out : f64
    linalg.yield %v : f64
  } -> tensor<4xf64>
  return %u, %c : tensor<8x4xf64>, tensor<4xf64>
}

// An element that is overwritten is read before.
// CHECK-LABEL: func.func @element(
// CHECK-SAME:    %[[A:.*]]: tensor<8xf64>
// CHECK:         tensor.extract %[[A]]
// CHECK:         tensor.insert
func.func @element(%a: tensor<8xf64>, %v: f64, %i: index, %j: index) -> f64 {
  %u = tensor.insert %v into %a[%i] : tensor<8xf64>
  %new = tensor.extract %u[%j] : tensor<8xf64>
  %old = tensor.extract %a[%j] : tensor<8xf64>
  %r = arith.subf %new, %old : f64
  return %r : f64
}

// An insertion that is needed to know which element to read stays first.
// CHECK-LABEL: func.func @needed(
// CHECK:         tensor.insert
// CHECK:         tensor.extract
// CHECK:         tensor.extract
func.func @needed(%a: tensor<8xindex>, %v: index, %i: index) -> index {
  %u = tensor.insert %v into %a[%i] : tensor<8xindex>
  %j = tensor.extract %u[%v] : tensor<8xindex>
  %old = tensor.extract %a[%j] : tensor<8xindex>
  return %old : index
}
