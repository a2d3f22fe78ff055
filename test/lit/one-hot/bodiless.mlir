// RUN: lagrad-opt %s --lagrad-propagate-one-hot --canonicalize --cse | FileCheck %s

// A softmax has no body to look into. Only the row that is read with the one element is computed.
// CHECK-LABEL: func.func @softmax(
// CHECK-SAME:    %[[X:.*]]: tensor<4x3xf64>, %[[AT:.*]]: index, %[[K:.*]]: f64)
// CHECK-NOT:     scf.for
// CHECK:         %[[ROW:.*]] = tensor.extract_slice %[[X]][%[[AT]], 0] [1, 3]
// CHECK:         %[[S:.*]] = linalg.softmax dimension(0) ins(%[[ROW]]
// CHECK:         %[[E:.*]] = tensor.extract %[[S]]
// CHECK:         %[[P:.*]] = arith.mulf %[[K]], %[[E]]
// CHECK:         tensor.insert %[[P]]
func.func @softmax(%x: tensor<4x3xf64>, %at: index, %k: f64) -> tensor<4x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x3xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4x3xf64>) -> tensor<4x3xf64>
  %h = tensor.insert %k into %z[%at, %c0] : tensor<4x3xf64>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %z) -> (tensor<4x3xf64>) {
    %row = tensor.extract_slice %h[%i, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>
    %xr = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>
    %er = tensor.empty() : tensor<3xf64>
    %s = linalg.softmax dimension(0) ins(%xr : tensor<3xf64>) outs(%er : tensor<3xf64>) -> tensor<3xf64>
    %p = arith.mulf %row, %s : tensor<3xf64>
    %o = tensor.insert_slice %p into %acc[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<4x3xf64>
    scf.yield %o : tensor<4x3xf64>
  }
  return %r : tensor<4x3xf64>
}

// A number of a tape that was dropped meanwhile says nothing.
// CHECK-LABEL: func.func @dropped(
// CHECK:         arith.mulf
func.func @dropped(%x: tensor<4x3xf64>, %at: index, %k: f64, %n: index) -> tensor<4x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x3xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4x3xf64>) -> tensor<4x3xf64>
  %h = tensor.insert %k into %z[%at, %c0] : tensor<4x3xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %h) -> (tensor<4x3xf64>) {
    %p = arith.mulf %a, %x : tensor<4x3xf64>
    scf.yield %p : tensor<4x3xf64>
  } {lagrad.tape = array<i64: 1>}
  return %r : tensor<4x3xf64>
}
