// RUN: lagrad-opt %s --lagrad-keep-results | FileCheck %s

// What is inserted goes into a copy of the tensor that is returned as well.
// CHECK-LABEL: func.func @both(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[A]] : tensor<4xf64>)
// CHECK:         %[[B:.*]] = tensor.insert %{{.*}} into %[[COPY]]
func.func @both(%x: tensor<4xf64>, %v: f64, %i: index, %first: tensor<4xf64>, %second: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %b = tensor.insert %v into %a[%i] : tensor<4xf64>
  %0 = bufferization.materialize_in_destination %b in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %a in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0, %1 : tensor<4xf64>, tensor<4xf64>
}

// A tensor that is only read, or returned twice, is stored as it is.
// CHECK-LABEL: func.func @read(
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @read(%x: tensor<4xf64>, %first: tensor<4xf64>, %second: tensor<4xf64>, %third: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %b = linalg.log ins(%a : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = bufferization.materialize_in_destination %b in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %a in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %2 = bufferization.materialize_in_destination %a in %third : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0, %1, %2 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// An argument is the caller's: the loop works on a copy, which can be made where its result goes.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf64>
// CHECK:         %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[X]] : tensor<4xf64>)
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[COPY]])
func.func @argument(%x: tensor<4xf64>, %v: f64, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf64> {
    %b = tensor.insert %v into %a[%i] : tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
