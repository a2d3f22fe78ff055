// A product with a triangular matrix says which terms are zero; where columns are tiled the others are added up.
// RUN: lagrad-opt %s --lagrad-keep-triangles | FileCheck %s
// RUN: lagrad-opt %s --lagrad-keep-triangles --lagrad-tile-triangular --lagrad-triangular-loops | FileCheck %s --check-prefix=WHOLE
// RUN: lagrad-opt %s --lagrad-to-llvm-strict | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: func.func @left(
// CHECK:         linalg.generic {{.*}} attrs = {lagrad.triangle = array<i64: 0, 2, 0>}
// WHOLE-LABEL: func.func @left(
// WHOLE-NOT:     scf.
// WHOLE:         linalg.generic
// STRICT-LABEL: llvm.func @left(
func.func @left(%l: tensor<?x?xf64, "ltri">, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%l, %x : tensor<?x?xf64, "ltri">, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Of an upper triangle without its diagonal, a transposed lower one here, the sum runs over what is after the row.
// CHECK-LABEL: func.func @transposed(
// CHECK:         linalg.generic {{.*}} attrs = {lagrad.triangle = array<i64: 2, 0, 1>}
func.func @transposed(%l: tensor<8x8xf64, "sltri">, %x: tensor<8x?xf64>, %y: tensor<8x?xf64>) -> tensor<8x?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, p, j) -> (j, i)>, affine_map<(i, p, j) -> (j, p)>, affine_map<(i, p, j) -> (i, p)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%l, %x : tensor<8x8xf64, "sltri">, tensor<8x?xf64>) outs(%y : tensor<8x?xf64>) {
    ^bb0(%a: f64, %b: f64, %out: f64):
      %m = arith.mulf %a, %b : f64
      %s = arith.subf %out, %m : f64
      linalg.yield %s : f64
  } -> tensor<8x?xf64>
  return %r : tensor<8x?xf64>
}

// From the right, rows are multiplied; of two triangles both are skipped by loops.
// CHECK-LABEL: func.func @right(
// CHECK-NOT:     lagrad.triangle
// CHECK:         return
func.func @right(%x: tensor<?x?xf64>, %l: tensor<?x?xf64, "ltri">, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%x, %l : tensor<?x?xf64>, tensor<?x?xf64, "ltri">) outs(%y : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// A packed matrix is copied to a full one.
// CHECK-LABEL: func.func @packed(
// CHECK:         %[[FULL:.*]] = tensor.cast %{{.*}} : tensor<?x?xf64, "pltri"> to tensor<?x?xf64>
// CHECK:         linalg.generic {{.*}} ins(%[[FULL]], {{.*}} attrs = {lagrad.triangle = array<i64: 0, 2, 0>}
// WHOLE-LABEL: func.func @packed(
// WHOLE:         scf.for
// WHOLE:           tensor.insert_slice
// WHOLE:         linalg.generic {{.*}}lagrad.triangle
func.func @packed(%l: tensor<?x?xf64, "pltri">, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%l, %x : tensor<?x?xf64, "pltri">, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @both(
// CHECK-NOT:     lagrad.triangle
// CHECK:         return
func.func @both(%l: tensor<?x?xf64, "ltri">, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%l, %l : tensor<?x?xf64, "ltri">, tensor<?x?xf64, "ltri">) outs(%y : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
