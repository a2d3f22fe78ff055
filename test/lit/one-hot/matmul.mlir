// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @product(%a: tensor<4x5xf64>, %b: tensor<5x6xf64>) -> tensor<4x6xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x6xf64>
  %r = linalg.matmul ins(%a, %b : tensor<4x5xf64>, tensor<5x6xf64>) outs(%zeros : tensor<4x6xf64>) -> tensor<4x6xf64>
  return %r : tensor<4x6xf64>
}

// Of m * n * k products, k are left: the adjoint of the left factor is one row.
// CHECK-LABEL: func.func @left(
// CHECK-SAME:    %{{.*}}: tensor<4x5xf64>, %[[B:.*]]: tensor<5x6xf64>, %[[V:.*]]: f64, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK:         %[[COLUMN:.*]] = tensor.extract_slice %[[B]][0, %[[J]]] [5, 1]
// CHECK:         %[[ROW:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[COLUMN]], %[[V]] : tensor<5xf64>, f64)
// CHECK-NOT:     linalg.generic
// CHECK:         tensor.insert_slice %[[ROW]] into %{{.*}}[%[[I]], 0] [1, 5]
func.func private @left(tensor<4x5xf64>, tensor<5x6xf64>, f64, index, index) -> tensor<4x5xf64>
    attributes {lagrad.pullback = @product, lagrad.wrt = [0], lagrad.cotangent = "one-hot"}

// Forwards, a tangent that is one element changes one row of the product.
// CHECK-LABEL: func.func @forward(
// CHECK-SAME:    %{{.*}}: tensor<4x5xf64>, %[[V:.*]]: f64, %[[I:.*]]: index, %[[K:.*]]: index, %[[B:.*]]: tensor<5x6xf64>)
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice %[[B]][%[[K]], 0] [1, 6]
// CHECK:         %[[ROW:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[V]], %[[SLICE]] : f64, tensor<6xf64>)
// CHECK:         tensor.insert_slice %[[ROW]] into %{{.*}}[%[[I]], 0] [1, 6]
func.func private @forward(tensor<4x5xf64>, f64, index, index, tensor<5x6xf64>) -> tensor<4x6xf64>
    attributes {lagrad.pushforward = @product, lagrad.wrt = [0], lagrad.tangent = "one-hot"}

// The same asked for by an operation: the cotangent is the value and its indices.
// CHECK-LABEL: func.func @called(
func.func @called(%a: tensor<4x5xf64>, %b: tensor<5x6xf64>, %v: f64, %i: index, %j: index) -> tensor<4x5xf64> {
  // CHECK-NOT: linalg.generic {{.*}}"reduction"
  %0 = "lagrad.grad"(%a, %b, %v, %i, %j) {F = @product, of = [0], grad_signal, sparse}
      : (tensor<4x5xf64>, tensor<5x6xf64>, f64, index, index) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}

// A result that is dense profits too (m * n * k becomes n * k): the row of the left factor times the right one.
// CHECK-LABEL: func.func @row_times(
// CHECK-SAME:    %[[ROW:.*]]: tensor<5xf64>, %[[I:.*]]: index, %[[B:.*]]: tensor<5x6xf64>, %[[C:.*]]: tensor<4x6xf64>)
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%[[ROW]], %[[B]] : tensor<5xf64>, tensor<5x6xf64>)
// CHECK:         tensor.insert_slice {{.*}} into %[[C]][%[[I]], 0]
func.func @row_times(%row: tensor<5xf64>, %i: index, %b: tensor<5x6xf64>, %c: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x5xf64>
  %a = tensor.insert_slice %row into %zeros[%i, 0] [1, 5] [1, 1] : tensor<5xf64> into tensor<4x5xf64>
  %r = linalg.matmul ins(%a, %b : tensor<4x5xf64>, tensor<5x6xf64>) outs(%c : tensor<4x6xf64>) -> tensor<4x6xf64>
  return %r : tensor<4x6xf64>
}
