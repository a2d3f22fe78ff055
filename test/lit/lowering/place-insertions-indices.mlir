// RUN: lagrad-opt %s --lagrad-place-insertions | FileCheck %s
// RUN: lagrad-opt %s --lagrad-place-insertions --lagrad-place-results | FileCheck %s --check-prefix=NEXT
#id = affine_map<(i) -> (i)>

// Integers stand behind their operands; what may fail, and what is no integer, stays.
// CHECK-LABEL: func.func @order(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[I:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2
// CHECK-DAG:     tensor.dim %[[X]]
// CHECK-DAG:     %[[HALF:.*]] = arith.divui %[[I]], %[[TWO]]
// CHECK-DAG:     arith.addi %[[HALF]], %[[I]]
// CHECK:         math.sin
// CHECK:         arith.divui %[[I]], %[[N]]
func.func @order(%x: tensor<?xf64>, %i: index, %n: index) -> (index, index, index, f64) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0] : tensor<?xf64>
  %s = math.sin %e : f64
  %half = arith.divui %i, %c2 : index
  %part = arith.divui %i, %n : index
  %sum = arith.addi %half, %i : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  return %sum, %part, %size, %s : index, index, index, f64
}

// So a row is stored before its place is overwritten.
// NEXT-LABEL: func.func @tape(
// NEXT:         arith.divui
// NEXT:         tensor.insert_slice
// NEXT:         linalg.generic
func.func @tape(%x: tensor<4xf64>, %t: tensor<8x4xf64>, %i: index) -> (tensor<4xf64>, tensor<8x4xf64>) {
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4xf64>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %v = math.sin %in : f64
    linalg.yield %v : f64
  } -> tensor<4xf64>
  %row = arith.divui %i, %c2 : index
  %u = tensor.insert_slice %x into %t[%row, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  return %new, %u : tensor<4xf64>, tensor<8x4xf64>
}
