// RUN: lagrad-opt %s --lagrad-prepare-fusion | FileCheck %s

// CHECK-LABEL: func.func @column(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[O:.*]]: tensor<?x?xf64>)
// CHECK:         %[[N:.*]] = tensor.dim %[[X]]
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[O]][1, 2] [%[[N]], 1] [3, 1] : tensor<?x?xf64> to tensor<?xf64>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} outs(%[[S]] : tensor<?xf64>)
// CHECK:         %[[I:.*]] = tensor.insert_slice %[[R]] into %[[O]][1, 2] [%[[N]], 1] [3, 1]
// CHECK:         return %[[I]]
func.func @column(%x: tensor<?xf64>, %o: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (3 * i + 1, 2)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64>) outs(%o : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %t = arith.mulf %a, %a : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// A diagonal is no slice: the body is made to read it.
// CHECK-LABEL: func.func @diagonal(
// CHECK-NOT:     extract_slice
// CHECK:         ^bb0(%{{.*}}: f64, %[[OLD:.*]]: f64)
// CHECK:           arith.select %{{.*}}, %{{.*}}, %[[OLD]]
func.func @diagonal(%x: tensor<4xf64>, %o: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%o : tensor<4x4xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

// Whole tensors, sums, and windows that are added up stay as they are.
// CHECK-LABEL: func.func @stays(
// CHECK-NOT:     slice
// CHECK-NOT:     arith.select
func.func @stays(%x: tensor<4x5xf64>, %y: tensor<5x4xf64>, %s: tensor<4xf64>, %w: tensor<8xf64>) -> (tensor<5x4xf64>, tensor<4xf64>, tensor<8xf64>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x5xf64>) outs(%y : tensor<5x4xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<5x4xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x5xf64>) outs(%s : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64):
    %t = arith.addf %a, %b : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x5xf64>) outs(%w : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64):
    %t = arith.addf %a, %b : f64
    linalg.yield %t : f64
  } -> tensor<8xf64>
  return %0, %1, %2 : tensor<5x4xf64>, tensor<4xf64>, tensor<8xf64>
}
