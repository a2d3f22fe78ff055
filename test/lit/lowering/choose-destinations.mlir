// RUN: lagrad-opt %s --lagrad-choose-destinations | FileCheck %s

// Two accumulators start from zeros of their own, made where the loop that fills them is.
// CHECK-LABEL: func.func @two_accumulators(
// CHECK:         %[[E1:.*]] = tensor.empty()
// CHECK-NEXT:    %[[Z1:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E1]]
// CHECK-NEXT:    %[[E2:.*]] = tensor.empty()
// CHECK-NEXT:    %[[Z2:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E2]]
// CHECK-NEXT:    scf.for {{.*}} iter_args(%{{.*}} = %[[Z1]], %{{.*}} = %[[Z2]])
func.func @two_accumulators(%x: tensor<4xf64>, %n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z, %b = %z) -> (tensor<4xf64>, tensor<4xf64>) {
    %c = linalg.add ins(%a, %x : tensor<4xf64>, tensor<4xf64>) outs(%a : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %c, %b : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// A zero that a loop body writes into is made in the body.
// CHECK-LABEL: func.func @in_loop(
// CHECK-NOT:     tensor.empty
// CHECK:         scf.for
// CHECK:           tensor.empty
// CHECK:           linalg.fill
// CHECK:           linalg.matvec
func.func @in_loop(%w: tensor<4x4xf64>, %x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4xf64>) {
    %b = linalg.matvec ins(%w, %a : tensor<4x4xf64>, tensor<4xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// Reading needs no copy.
// CHECK-LABEL: func.func @read_only(
// CHECK:         %[[Z:.*]] = linalg.fill
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for
// CHECK:           tensor.extract %[[Z]]
func.func @read_only(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%one : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one) -> (f64) {
    %v = tensor.extract %z[%i] : tensor<4xf64>
    %t = arith.addf %s, %v : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// A constant cannot be written into; a fill of the same can.
// CHECK-LABEL: func.func @constant(
// CHECK:         scf.for
// CHECK:           %[[E:.*]] = tensor.empty
// CHECK:           %[[Z:.*]] = linalg.fill {{.*}} outs(%[[E]]
// CHECK:           linalg.matvec {{.*}} outs(%[[Z]]
func.func @constant(%w: tensor<4x4xf64>, %x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4xf64>) {
    %b = linalg.matvec ins(%w, %a : tensor<4x4xf64>, tensor<4xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
