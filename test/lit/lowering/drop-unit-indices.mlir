// RUN: lagrad-opt %s --lagrad-drop-unit-indices | FileCheck %s
// RUN: lagrad-opt %s --lagrad-drop-unit-indices --lagrad-split-products=work=1 | FileCheck %s --check-prefix=SPLIT

// A sum over columns that keeps its dimension, read again for each column: the product is one of matrices.
// CHECK-LABEL: func.func @normalised(
// CHECK-SAME:    %{{.*}}: tensor<8x6xf64>, %[[S:.*]]: tensor<8x1xf64>
// CHECK:         %[[V:.*]] = tensor.extract_slice %[[S]][0, 0] [8, 1] [1, 1] : tensor<8x1xf64> to tensor<8xf64>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%{{.*}}, %[[V]], %{{.*}} : tensor<8x6xf64>, tensor<8xf64>, tensor<6x5xf64>)
// SPLIT-LABEL: func.func @normalised(
// SPLIT:         linalg.generic {{.*}}"parallel", "parallel"]
// SPLIT:           arith.divf
// SPLIT:         linalg.generic
// SPLIT-NOT:       arith.divf
// SPLIT:         return
#left = affine_map<(i, j, k) -> (i, k)>
#one = affine_map<(i, j, k) -> (i, 0)>
#right = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
func.func @normalised(%x: tensor<8x6xf64>, %s: tensor<8x1xf64>, %w: tensor<6x5xf64>, %o: tensor<8x5xf64>) -> tensor<8x5xf64> {
  %0 = linalg.generic {indexing_maps = [#left, #one, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %s, %w : tensor<8x6xf64>, tensor<8x1xf64>, tensor<6x5xf64>) outs(%o : tensor<8x5xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %sum: f64):
    %1 = arith.divf %a, %b : f64
    %2 = arith.mulf %1, %c : f64
    %3 = arith.addf %sum, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<8x5xf64>
  return %0 : tensor<8x5xf64>
}

// Several such dimensions go at once, sizes that are not known stay; a row that a constant chooses of several is left alone.
// CHECK-LABEL: func.func @others(
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, 0] [1, %{{.*}}, 1] [1, 1, 1] : tensor<1x?x1xf64> to tensor<?xf64>
// CHECK-NOT:     tensor.extract_slice
// CHECK:         ins(%{{.*}}, %{{.*}} : tensor<?xf64>, tensor<2x?xf64>)
#middle = affine_map<(i) -> (0, i, 0)>
#second = affine_map<(i) -> (1, i)>
#id = affine_map<(i) -> (i)>
func.func @others(%x: tensor<1x?x1xf64>, %y: tensor<2x?xf64>, %o: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {indexing_maps = [#middle, #second, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<1x?x1xf64>, tensor<2x?xf64>) outs(%o : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.mulf %a, %b : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// Results, and diagonals that are read, stay as they are.
// CHECK-LABEL: func.func @results(
// CHECK-NOT:     extract_slice
// CHECK:         return
#diagonal = affine_map<(i) -> (i, i)>
#kept = affine_map<(i) -> (i, 0)>
func.func @results(%x: tensor<1x1xf64>, %o: tensor<1x1xf64>) -> tensor<1x1xf64> {
  %0 = linalg.generic {indexing_maps = [#diagonal, #kept], iterator_types = ["parallel"]}
      ins(%x : tensor<1x1xf64>) outs(%o : tensor<1x1xf64>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<1x1xf64>
  return %0 : tensor<1x1xf64>
}
