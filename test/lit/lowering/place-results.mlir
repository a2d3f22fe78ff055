// RUN: lagrad-opt %s --lagrad-place-results | FileCheck %s

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

// From the empty tensor on it is computed where it is stored, through a loop too.
// CHECK-LABEL: func.func @stored(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf64>, %[[OUT:.*]]: tensor<4xf64>
// CHECK-NOT:     tensor.empty
// CHECK:         %[[A:.*]] = linalg.exp ins(%[[X]] : tensor<4xf64>) outs(%[[OUT]] : tensor<4xf64>)
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[A]])
func.func @stored(%x: tensor<4xf64>, %out: tensor<4xf64>, %v: f64, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4xf64> {
    %b = tensor.insert %v into %t[%i] : tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %r in %out : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// A part is computed in its slice, for which the rest is made before.
// CHECK-LABEL: func.func @part(
// CHECK:         %[[WHOLE:.*]] = linalg.fill
// CHECK-NEXT:    %[[PART:.*]] = tensor.extract_slice %[[WHOLE]][2] [4] [1]
// CHECK-NEXT:    %[[A:.*]] = linalg.exp ins(%{{.*}}) outs(%[[PART]] : tensor<4xf64>)
// CHECK-NEXT:    tensor.insert_slice %[[A]] into %[[WHOLE]][2] [4] [1]
func.func @part(%x: tensor<4xf64>, %v: f64) -> tensor<8xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %f = tensor.empty() : tensor<8xf64>
  %z = linalg.fill ins(%v : f64) outs(%f : tensor<8xf64>) -> tensor<8xf64>
  %b = tensor.insert_slice %a into %z[2] [4] [1] : tensor<4xf64> into tensor<8xf64>
  return %b : tensor<8xf64>
}

// Not where somebody still reads what is in the place.
// CHECK-LABEL: func.func @read_before_it_is_stored(
// CHECK:         %[[WHOLE:.*]] = linalg.fill
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:         %[[A:.*]] = linalg.exp ins(%{{.*}}) outs(%[[E]] : tensor<4xf64>)
// CHECK:         tensor.extract %[[WHOLE]]
// CHECK:         tensor.insert_slice %[[A]] into %[[WHOLE]][2] [4] [1]
func.func @read_before_it_is_stored(%x: tensor<4xf64>, %v: f64, %i: index) -> (tensor<8xf64>, f64) {
  %f = tensor.empty() : tensor<8xf64>
  %z = linalg.fill ins(%v : f64) outs(%f : tensor<8xf64>) -> tensor<8xf64>
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = tensor.extract %z[%i] : tensor<8xf64>
  %b = tensor.insert_slice %a into %z[2] [4] [1] : tensor<4xf64> into tensor<8xf64>
  return %b, %r : tensor<8xf64>, f64
}

// Nor a tensor made before a branch, which one side of it stores and the other side reads.
// CHECK-LABEL: func.func @one_side(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:         %[[A:.*]] = linalg.exp ins(%{{.*}}) outs(%[[E]] : tensor<4xf64>)
// CHECK:         scf.if
// CHECK-NEXT:      %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[A]] : tensor<4xf64>) outs(%[[OUT:.*]] : tensor<4xf64>)
// CHECK:         } else {
// CHECK:           linalg.log ins(%[[A]] : tensor<4xf64>) outs(%[[OUT]] : tensor<4xf64>)
func.func @one_side(%x: tensor<4xf64>, %c: i1, %out: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.if %c -> tensor<4xf64> {
    scf.yield %a : tensor<4xf64>
  } else {
    %f = tensor.empty() : tensor<4xf64>
    %b = linalg.log ins(%a : tensor<4xf64>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %r in %out : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// What both sides of a branch update is one tensor.
// CHECK-LABEL: func.func @updated(
// CHECK:         %[[A:.*]] = linalg.exp ins(%{{.*}}) outs(%{{.*}} : tensor<4xf64>)
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @updated(%x: tensor<4xf64>, %c: i1, %v: f64, %i: index, %out: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.if %c -> tensor<4xf64> {
    scf.yield %a : tensor<4xf64>
  } else {
    %b = tensor.insert %v into %a[%i] : tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %r in %out : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// A branch may make the stored tensor and another one, which is read behind the store, one memory: neither is computed
// in the place of the first, where the second would have to survive the store.
// CHECK-LABEL: func.func @passed_on_twice(
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         linalg.exp {{.*}} outs(%[[E]] : tensor<4xf64>)
// CHECK:         %[[R:.*]]:2 = scf.if
// CHECK:         bufferization.materialize_in_destination %[[R]]#0
// CHECK:         bufferization.materialize_in_destination %[[R]]#1
func.func @passed_on_twice(%x: tensor<4xf64>, %z: tensor<4xf64>, %v: f64, %i: index, %c: i1, %first: tensor<4xf64>, %second: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %a = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r:2 = scf.if %c -> (tensor<4xf64>, tensor<4xf64>) {
    %b = tensor.insert %v into %a[%i] : tensor<4xf64>
    scf.yield %b, %b : tensor<4xf64>, tensor<4xf64>
  } else {
    scf.yield %a, %z : tensor<4xf64>, tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %r#0 in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %r#1 in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0, %1 : tensor<4xf64>, tensor<4xf64>
}
