// RUN: lagrad-opt %s --lagrad-normalize-program | FileCheck %s

// The vector is as long as the matrix has columns, and the matrix is square.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[L:.*]]: tensor<?x?xf64, "ltri">, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>)
// CHECK-DAG:     tensor.extract_slice %[[L]][0, 0] [%[[D:.*]], %[[D2:.*]]] [1, 1] {lagrad.whole}
// CHECK-DAG:     tensor.extract_slice %[[X]][0] [%{{.*}}] [1] {lagrad.whole}
func.func @product(%l: tensor<?x?xf64, "ltri">, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.matvec ins(%l, %x : tensor<?x?xf64, "ltri">, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Without a triangle what operations say is enough.
// CHECK-LABEL: func.func @full(
// CHECK-NOT:     extract_slice
// CHECK:         return
func.func @full(%l: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.matvec ins(%l, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
