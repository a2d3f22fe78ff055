// RUN: lagrad-opt %s --lagrad-propagate-one-hot --canonicalize --cse --split-input-file | FileCheck %s

// Both regions carry the element: its place does not change.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[N:.*]]: index, %[[W:.*]]: tensor<5x3xf64>)
// CHECK:         scf.while (%{{.*}} = %{{.*}}, %[[A:.*]] = %[[V]]) : (index, f64) -> (index, f64)
// CHECK:           tensor.extract %[[W]][%[[I]], %c1]
// CHECK-NOT:     arith.mulf {{.*}} : tensor
// CHECK:         return
func.func @kept(%v: f64, %i: index, %n: index, %w: tensor<5x3xf64>) -> (tensor<5x3xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<5x3xf64>
  %x = tensor.insert %v into %z[%i, %c1] : tensor<5x3xf64>
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, tensor<5x3xf64>) -> (tensor<5x3xf64>, index) {
    %more = arith.cmpi slt, %k, %n : index
    scf.condition(%more) %a, %k : tensor<5x3xf64>, index
  } do {
  ^bb0(%b: tensor<5x3xf64>, %q: index):
    %next = arith.addi %q, %c1 : index
    %y = arith.mulf %b, %w : tensor<5x3xf64>
    %s = arith.addf %y, %x : tensor<5x3xf64>
    scf.yield %next, %s : index, tensor<5x3xf64>
  }
  return %r#0, %r#1 : tensor<5x3xf64>, index
}

// -----

// A trip adds to a column of its own, which no place can say: the row stays one-hot, and the columns get dense.
// CHECK-LABEL: func.func @columns(
// CHECK:         scf.while {{.*}} : (index, tensor<3xf64>) -> (index, tensor<3xf64>)
// CHECK:           tensor.insert {{.*}} : tensor<3xf64>
func.func @columns(%v: f64, %i: index, %n: index) -> tensor<5x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<5x3xf64>
  %x = tensor.insert %v into %z[%i, %c1] : tensor<5x3xf64>
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, tensor<5x3xf64>) -> (index, tensor<5x3xf64>) {
    %more = arith.cmpi slt, %k, %n : index
    scf.condition(%more) %k, %a : index, tensor<5x3xf64>
  } do {
  ^bb0(%q: index, %b: tensor<5x3xf64>):
    %next = arith.addi %q, %c1 : index
    %e = tensor.extract %b[%i, %q] : tensor<5x3xf64>
    %f = arith.addf %e, %v : f64
    %y = tensor.insert %f into %b[%i, %q] : tensor<5x3xf64>
    scf.yield %next, %y : index, tensor<5x3xf64>
  }
  return %r#1 : tensor<5x3xf64>
}

// -----

// An exponential has no zeros, and it moves on: all is dense.
// CHECK-LABEL: func.func @dense(
// CHECK:         scf.while {{.*}} : (index, tensor<6xf64>) -> (index, tensor<6xf64>)
// CHECK:           math.exp {{.*}} : tensor<6xf64>
func.func @dense(%v: f64, %i: index, %n: index) -> tensor<6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<6xf64>
  %x = tensor.insert %v into %z[%i] : tensor<6xf64>
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, tensor<6xf64>) -> (index, tensor<6xf64>) {
    %more = arith.cmpi slt, %k, %n : index
    %y = math.exp %a : tensor<6xf64>
    scf.condition(%more) %k, %y : index, tensor<6xf64>
  } do {
  ^bb0(%q: index, %b: tensor<6xf64>):
    %next = arith.addi %q, %c1 : index
    scf.yield %next, %b : index, tensor<6xf64>
  }
  return %r#1 : tensor<6xf64>
}
