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

// A branch that passes on an argument copies it: what the other side computes goes where the result goes.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf64>, %[[C:.*]]: i1
// CHECK:         scf.if %[[C]]
// CHECK:           %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[X]] : tensor<4xf64>)
// CHECK:           scf.yield %[[COPY]]
// CHECK:         } else {
// CHECK-NOT:       linalg.copy
// CHECK:         bufferization.materialize_in_destination %[[X]]
func.func @branch(%x: tensor<4xf64>, %c: i1, %first: tensor<4xf64>, %second: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %r = scf.if %c -> tensor<4xf64> {
    scf.yield %x : tensor<4xf64>
  } else {
    %e = tensor.empty() : tensor<4xf64>
    %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %a : tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %r in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %x in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0, %1 : tensor<4xf64>, tensor<4xf64>
}

// So it does with a tensor that is read later, in branches of branches too; not with one that is not.
// CHECK-LABEL: func.func @later(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         %[[B:.*]] = linalg.log
// CHECK:         scf.if
// CHECK:           scf.if
// CHECK:             %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[A]] : tensor<4xf64>)
// CHECK-NEXT:        scf.yield %[[COPY]]
// CHECK:             scf.yield %[[B]]
func.func @later(%x: tensor<4xf64>, %c: i1, %d: i1, %first: tensor<4xf64>, %second: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %b = linalg.log ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.if %c -> tensor<4xf64> {
    %s = scf.if %d -> tensor<4xf64> {
      scf.yield %a : tensor<4xf64>
    } else {
      scf.yield %b : tensor<4xf64>
    }
    scf.yield %s : tensor<4xf64>
  } else {
    scf.yield %b : tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %r in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %a in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0, %1 : tensor<4xf64>, tensor<4xf64>
}
