// RUN: lagrad-opt %s --lagrad-triangular-loops --lagrad-pack-triangular --canonicalize --cse | FileCheck %s

// Slices of a batch are slices of what is stored, and an elementwise operation runs over that.
// CHECK-LABEL: func.func @batch(
// CHECK-SAME:    %[[Q:.*]]: tensor<4x6xf64>, %[[K:.*]]: index) -> tensor<6xf64>
// CHECK:         %[[ONE:.*]] = tensor.extract_slice %[[Q]][%[[K]], 0] [1, 6] [1, 1] : tensor<4x6xf64> to tensor<6xf64>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[ONE]], %[[ONE]] : tensor<6xf64>, tensor<6xf64>)
func.func @batch(%q: tensor<4x3x3xf64, "pltri">, %k: index) -> tensor<3x3xf64, "pltri"> {
  %l = tensor.extract_slice %q[%k, 0, 0] [1, 3, 3] [1, 1, 1] : tensor<4x3x3xf64, "pltri"> to tensor<3x3xf64, "pltri">
  %s = arith.mulf %l, %l : tensor<3x3xf64, "pltri">
  return %s : tensor<3x3xf64, "pltri">
}

// Constants too, column by column; the diagonal is not stored.
// CHECK-LABEL: func.func @constant() -> tensor<3xf64>
// CHECK:         arith.constant dense<[2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<3xf64>
func.func @constant() -> tensor<3x3xf64, "spltri"> {
  %l = arith.constant dense<[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64, "spltri">
  return %l : tensor<3x3xf64, "spltri">
}

// An index below the diagonal needs no question: i > j.
// CHECK-LABEL: func.func @below(
// CHECK-NOT:     scf.if
// CHECK:         tensor.extract %{{.*}}[%{{.*}}] : tensor<6xf64>
// CHECK:         return
func.func @below(%l: tensor<4x4xf64, "spltri">) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f64) {
    %row = scf.for %j = %c0 to %i step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %l[%i, %j] : tensor<4x4xf64, "spltri">
      %next = arith.addf %t, %x : f64
      scf.yield %next : f64
    }
    scf.yield %row : f64
  }
  return %r : f64
}

// Any other element may be a zero that is not stored, and a number that is stored elsewhere must be one.
// CHECK-LABEL: func.func @anywhere(
// CHECK:         scf.if
// CHECK:         scf.if
// CHECK:           tensor.insert
// CHECK:         else
// CHECK:           cf.assert %{{.*}}, "an element outside the triangle of a putri tensor is not zero"
func.func @anywhere(%u: tensor<?x?xf64, "putri">, %i: index, %j: index) -> tensor<?x?xf64, "putri"> {
  %x = tensor.extract %u[%i, %j] : tensor<?x?xf64, "putri">
  %r = tensor.insert %x into %u[%j, %j] : tensor<?x?xf64, "putri">
  %s = tensor.insert %x into %r[%i, %j] : tensor<?x?xf64, "putri">
  return %s : tensor<?x?xf64, "putri">
}
