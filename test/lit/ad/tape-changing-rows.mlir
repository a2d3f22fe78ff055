// Rows of a tape are as long as the longest; how long each is, is known or recorded too.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// The tensor is one element shorter in each iteration, so its size needs no tape.
// CHECK-LABEL: func.func @shrinks_gradient(
// CHECK:         %[[MOST:.*]] = scf.for {{.*}} -> (index) {
// CHECK:           arith.maxsi
// CHECK-NOT:       tensor<
// CHECK:         }
// CHECK:         %[[TAPE:.*]] = tensor.empty(%{{.*}}, %[[MOST]]) : tensor<?x?xf64>
// CHECK:         %[[FILLED:.*]]:{{.*}} = scf.for
// CHECK:           tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [1, %{{.*}}] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
// CHECK-NOT:     tensor<?xindex>
// CHECK:         scf.for
// CHECK:           tensor.extract_slice %[[FILLED]]#{{.*}}[%{{.*}}, 0] [1, %{{.*}}] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
// CHECK:         return
func.func @shrinks(%x: tensor<?xf64>, %n: index {lagrad.example = 3 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %zero) -> (tensor<?xf64>, f64) {
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %less = arith.subi %size, %c1 : index
    %part = tensor.extract_slice %t[1] [%less] [1] : tensor<?xf64> to tensor<?xf64>
    %next = math.exp %part : tensor<?xf64>
    %e = tensor.extract %next[%c0] : tensor<?xf64>
    %sum = arith.addf %s, %e : f64
    scf.yield %next, %sum : tensor<?xf64>, f64
  }
  return %r#1 : f64
}
func.func private @shrinks_gradient(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @shrinks}

// Halves cannot be told from the number of the iteration: sizes are recorded with the rows.
// CHECK-LABEL: func.func @halves_gradient(
// CHECK:         %[[SIZES:.*]] = tensor.empty() : tensor<4xindex>
// CHECK:         tensor.insert {{.*}} : tensor<4xindex>
// CHECK:         tensor.extract {{.*}} : tensor<3xindex>
func.func @halves(%x: tensor<?xf64> {lagrad.example = dense<[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]> : tensor<8xf64>}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> tensor<?xf64> {
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %m = arith.divui %size, %c2 : index
    %part = tensor.extract_slice %t[0] [%m] [1] : tensor<?xf64> to tensor<?xf64>
    %next = math.sin %part : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  %e = tensor.extract %r[%c0] : tensor<?xf64>
  return %e : f64
}
func.func private @halves_gradient(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @halves}
