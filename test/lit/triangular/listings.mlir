// RUN: lagrad-opt %s --lagrad-default --lagrad-triangular-loops --lagrad-pack-triangular --canonicalize --cse | FileCheck %s
// RUN: lagrad-check %s
// RUN: lagrad-run %s --entry=trmv_column --arg '[[0,0,0,0],[1,0,0,0],[2,3,0,0],[4,5,6,0]]' --arg '[1,2,3,4]' --count=flops | FileCheck %s --check-prefix=PRIMAL
// RUN: lagrad-run %s --entry=trmv_column_pullback --arg '[[0,0,0,0],[1,0,0,0],[2,3,0,0],[4,5,6,0]]' --arg '[1,2,3,4]' --arg '[1,1,1,1]' --count=flops | FileCheck %s --check-prefix=PULLBACK

// What LAGrad's chapter on active sparsity shows, and the products of its evaluation.

// Listings 4.2 and 4.3, TRMV-Row of table 5.5. A product by rows becomes a loop over the rows of the stored half.
// CHECK-LABEL: func.func @trmv_row(
// CHECK-SAME:    %{{.*}}: tensor<4x4xf64>, %[[X:.*]]: tensor<4xf64>)
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = %c1{{.*}} to %c4
// CHECK-DAG:       tensor.extract_slice %{{.*}}[%[[I]], 0] [1, %[[I]]]
// CHECK-DAG:       tensor.extract_slice %[[X]][0] [%[[I]]]
// CHECK:           linalg.generic {{.*}}iterator_types = ["reduction"]
func.func @trmv_row(%m: tensor<4x4xf64, "sltri">, %x: tensor<4xf64>) -> tensor<4xf64> {
  %out = arith.constant dense<0.0> : tensor<4xf64>
  %y = linalg.matvec ins(%m, %x : tensor<4x4xf64, "sltri">, tensor<4xf64>) outs(%out : tensor<4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// TRMV-Col of table 5.5. By columns, which packed storage has in one piece: 6 numbers, of which column %j has 3 - %j.
// CHECK-LABEL: func.func @trmv_column(
// CHECK-SAME:    %[[M:.*]]: tensor<6xf64>, %[[X:.*]]: tensor<4xf64>)
// CHECK:         scf.for %[[J:[a-z0-9_]+]] = %{{.*}} to %{{.*}} step
// CHECK:           tensor.extract_slice %[[M]][%{{.*}}] [%[[SIZE:.*]]] [1] : tensor<6xf64> to tensor<?xf64>
// CHECK:           linalg.generic {{.*}}iterator_types = ["parallel"]
// PRIMAL:      [ 0.  1.  8. 32.]
// PRIMAL-NEXT: executed: 6 products, 6 sums
func.func @trmv_column(%m: tensor<4x4xf64, "spltri">, %x: tensor<4xf64>) -> tensor<4xf64> {
  %out = arith.constant dense<0.0> : tensor<4xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>, affine_map<(j, i) -> (i)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%m, %x : tensor<4x4xf64, "spltri">, tensor<4xf64>) outs(%out : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %p, %o : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// Its adjoint has a packed one for the matrix, and takes half of the products too: n (n - 1) / 2 for each of the two.
// CHECK-LABEL: func.func @trmv_column_pullback(
// CHECK-SAME:    %{{.*}}: tensor<6xf64>, %{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4xf64>) -> (tensor<6xf64>, tensor<4xf64>)
// PULLBACK:      [1. 1. 1. 2. 2. 3.]
// PULLBACK:      [7. 8. 6. 0.]
// PULLBACK-NEXT: executed: 12 products
func.func private @trmv_column_pullback(tensor<4x4xf64, "spltri">, tensor<4xf64>, tensor<4xf64>)
    -> (tensor<4x4xf64, "spltri">, tensor<4xf64>) attributes {lagrad.pullback = @trmv_column}
