// RUN: lagrad-opt %s \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape{field-bytes=40},\
// RUN:   canonicalize,cse' | FileCheck %s
// RUN: lagrad-opt %s \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape{field-bytes=39},\
// RUN:   canonicalize,cse' \
// RUN:   | FileCheck %s --check-prefix=LESS
// RUN: lagrad-check %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,lagrad-to-llvm'

// Rows that are vectors are the fields of an iteration, one whole row behind the other.
func.func @vectors(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> tensor<4xf64> {
    %1 = math.sin %p : tensor<4xf64>
    %2 = math.exp %1 : tensor<4xf64>
    %3 = arith.addf %2, %2 : tensor<4xf64>
    scf.yield %3 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
// CHECK-LABEL: func.func @vectors_pullback(
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x2x4xf64>
// CHECK:         %[[T:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[IN:.*]] = %[[EMPTY]])
// CHECK: %[[ONE:.*]] = tensor.insert_slice %{{.*}} into %[[IN]][%[[I]], 0, 0] [1, 1, 4] {{.*}} into tensor<?x2x4xf64>
// CHECK:           tensor.insert_slice %{{.*}} into %[[ONE]][%[[I]], 1, 0] [1, 1, 4] {{.*}} into tensor<?x2x4xf64>
// CHECK:         scf.for
// CHECK-DAG:       tensor.extract_slice %[[T]]#1[%[[ROW:.*]], 0, 0] [1, 1, 4] {{.*}} to tensor<4xf64>
// CHECK-DAG:       tensor.extract_slice %[[T]]#1[%[[ROW]], 1, 0] [1, 1, 4] {{.*}} to tensor<4xf64>
func.func private @vectors_pullback(tensor<4xf64>, index, tensor<4xf64>) -> tensor<4xf64>
    attributes {lagrad.pullback = @vectors}

// So are what a run of an inner loop of five iterations records, 40 bytes of a field, unless `field-bytes` is less.
func.func @nest(%x: tensor<?x5xf64>, %y: tensor<?x5xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %zero) -> f64 {
    %1 = scf.for %j = %c0 to %c5 step %c1 iter_args(%q = %p) -> f64 {
      %v = tensor.extract %x[%i, %j] : tensor<?x5xf64>
      %w = tensor.extract %y[%i, %j] : tensor<?x5xf64>
      %2 = arith.mulf %w, %v : f64
      %3 = arith.addf %q, %2 : f64
      scf.yield %3 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @nest_gradient(
// CHECK:         tensor.empty(%{{.*}}) : tensor<?x2x5xf64>
// CHECK:           %[[ROW:.*]] = tensor.empty() : tensor<2x5xf64>
// CHECK:           %[[FILLED:.*]] = scf.for %[[J:.*]] = {{.*}} iter_args(%[[IN:.*]] = %[[ROW]]) -> (tensor<2x5xf64>)
// CHECK:             tensor.insert %{{.*}} into %[[IN]][%c0, %[[J]]]
// CHECK:             tensor.insert %{{.*}} into %{{.*}}[%c1, %[[J]]]
// CHECK:           tensor.insert_slice %[[FILLED]] into %{{.*}}[%{{.*}}, 0, 0] [1, 2, 5] {{.*}} into tensor<?x2x5xf64>
// LESS-LABEL:  func.func @nest_gradient(
// LESS:          tensor.empty(%{{.*}}) : tensor<?x5x2xf64>
func.func private @nest_gradient(tensor<?x5xf64>, tensor<?x5xf64>, index) -> (tensor<?x5xf64>, tensor<?x5xf64>)
    attributes {lagrad.gradient = @nest}
