// RUN: lagrad-opt %s --lagrad-to-llvm --emit=header | FileCheck %s

// CHECK:      /* @product(tensor<?xf64>, tensor<?xf64>, tensor<6xf64>) -> (tensor<?xf64>, tensor<6xf64>)
// CHECK-NEXT: product_result_sizes computes the dynamic sizes of the results
// CHECK-NEXT: arg0 holds lower triangles without diagonals, column after column (spltri).
// CHECK-NEXT: arg2 holds upper triangles, column after column (putri).
// CHECK-NEXT: result1 holds upper triangles, column after column (putri).
func.func @product(%l: tensor<?x?xf64, "spltri">, %x: tensor<?xf64>, %u: tensor<3x3xf64, "putri">) -> (tensor<?xf64>, tensor<3x3xf64, "putri">) {
  %r = linalg.matvec ins(%l, %x : tensor<?x?xf64, "spltri">, tensor<?xf64>) outs(%x : tensor<?xf64>) -> tensor<?xf64>
  return %r, %u : tensor<?xf64>, tensor<3x3xf64, "putri">
}
