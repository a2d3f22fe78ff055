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

// The size of what a branch yields is known before the branch, so that the branch can compute in a slice of this size.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %{{.*}}: tensor<?xf64>, %[[C:[a-z0-9]+]]: i1,
// CHECK:         %[[D:.*]] = tensor.dim %[[X]]
// CHECK-NEXT:    %[[S:.*]] = arith.addi %[[D]], %[[D]]
// CHECK-NEXT:    %[[N:.*]] = arith.select %[[C]], %{{.*}}, %[[S]]
// CHECK:         scf.if
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0] [%[[N]]] [1]
// NEXT-LABEL: func.func @sizes(
// NEXT:         %[[N:.*]] = arith.select
// NEXT:         scf.if
// NEXT:           tensor.extract_slice %{{.*}}[0] [%[[N]]] [1]
// NEXT:           linalg.fill
func.func @sizes(%x: tensor<?xf64>, %t: tensor<?xf64>, %c: i1, %v: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.if %c -> (tensor<?xf64>, index) {
    %e = tensor.empty(%c2) : tensor<?xf64>
    %f = linalg.fill ins(%v : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %f, %c2 : tensor<?xf64>, index
  } else {
    %d = tensor.dim %x, %c0 : tensor<?xf64>
    %s = arith.addi %d, %d : index
    scf.yield %x, %s : tensor<?xf64>, index
  }
  %u = tensor.insert_slice %r#0 into %t[0] [%r#1] [1] : tensor<?xf64> into tensor<?xf64>
  return %u : tensor<?xf64>
}

// Elements of a tensor that the branch makes are not.
// CHECK-LABEL: func.func @contents(
// CHECK-NOT:     arith.select
// CHECK:         return
func.func @contents(%x: tensor<?xf64>, %at: tensor<?xindex>, %c: i1, %i: index) -> (tensor<?xf64>, index) {
  %r:2 = scf.if %c -> (tensor<?xf64>, index) {
    %n = tensor.extract %at[%i] : tensor<?xindex>
    scf.yield %x, %n : tensor<?xf64>, index
  } else {
    scf.yield %x, %i : tensor<?xf64>, index
  }
  return %r#0, %r#1 : tensor<?xf64>, index
}
