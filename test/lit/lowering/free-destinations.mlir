// RUN: lagrad-opt %s --lagrad-free-destinations | FileCheck %s

func.func private @other(tensor<4xf64>) -> tensor<4xf64>

// The sine is read after the first result has been stored: it is not computed there.
// CHECK-LABEL: func.func @read_later(
// CHECK:         %[[FIRST:.*]] = bufferization.to_tensor
// CHECK:         %[[OWN:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:         %[[SINE:.*]] = linalg.generic {{.*}} outs(%[[OWN]] :
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %[[FIRST]]
func.func @read_later(%x: tensor<4xf64> {bufferization.writable = false}, %a: memref<4xf64>, %b: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %first = bufferization.to_tensor %a restrict writable : memref<4xf64> to tensor<4xf64>
  %second = bufferization.to_tensor %b restrict writable : memref<4xf64> to tensor<4xf64>
  %sine = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%first : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %0 = math.sin %in : f64
      linalg.yield %0 : f64
  } -> tensor<4xf64>
  %called = call @other(%sine) : (tensor<4xf64>) -> tensor<4xf64>
  %inserted = tensor.insert %one into %called[%c0] : tensor<4xf64>
  %0 = bufferization.materialize_in_destination %inserted in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %sine in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// Here it is read before, and what is stored twice is the same: nothing changes.
// CHECK-LABEL: func.func @read_before(
// CHECK:         %[[FIRST:.*]] = bufferization.to_tensor
// CHECK-NOT:     tensor.empty
// CHECK:         linalg.generic {{.*}} outs(%[[FIRST]] :
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func @read_before(%x: tensor<4xf64> {bufferization.writable = false}, %a: memref<4xf64>, %b: memref<4xf64>, %c: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %first = bufferization.to_tensor %a restrict writable : memref<4xf64> to tensor<4xf64>
  %second = bufferization.to_tensor %b restrict writable : memref<4xf64> to tensor<4xf64>
  %third = bufferization.to_tensor %c restrict writable : memref<4xf64> to tensor<4xf64>
  %sine = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%first : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %0 = math.sin %in : f64
      linalg.yield %0 : f64
  } -> tensor<4xf64>
  %0 = bufferization.materialize_in_destination %sine in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %inserted = tensor.insert %one into %sine[%c0] : tensor<4xf64>
  %1 = bufferization.materialize_in_destination %inserted in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %2 = bufferization.materialize_in_destination %inserted in %third : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// What may be in the caller's memory or not, and is stored there, is read there afterwards.
// CHECK-LABEL: func.func @one_side(
// CHECK:         %[[STORED:.*]] = bufferization.materialize_in_destination %{{.*}} in
// CHECK:         bufferization.materialize_in_destination %[[STORED]] in
func.func @one_side(%x: tensor<4xf64> {bufferization.writable = false}, %a: memref<4xf64>, %b: memref<4xf64>, %c: i1) {
  %first = bufferization.to_tensor %a restrict writable : memref<4xf64> to tensor<4xf64>
  %second = bufferization.to_tensor %b restrict writable : memref<4xf64> to tensor<4xf64>
  %side = scf.if %c -> tensor<4xf64> {
    %sine = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x : tensor<4xf64>) outs(%first : tensor<4xf64>) {
      ^bb0(%in: f64, %out: f64):
        %0 = math.sin %in : f64
        linalg.yield %0 : f64
    } -> tensor<4xf64>
    scf.yield %sine : tensor<4xf64>
  } else {
    scf.yield %x : tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %side in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %side in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// The other result, which is read after the store, has the same memory where the first side runs.
// CHECK-LABEL: func.func @same_on_one_side(
// CHECK:         %[[FREE:.*]] = tensor.empty
// CHECK:         linalg.copy ins(%{{.*}} : tensor<4xf64>) outs(%[[FREE]] : tensor<4xf64>)
func.func @same_on_one_side(%x: tensor<4xf64> {bufferization.writable = false}, %y: tensor<4xf64> {bufferization.writable = false},
                            %a: memref<4xf64>, %b: memref<4xf64>, %c: i1, %f: f64, %i: index) {
  %first = bufferization.to_tensor %a restrict writable : memref<4xf64> to tensor<4xf64>
  %second = bufferization.to_tensor %b restrict writable : memref<4xf64> to tensor<4xf64>
  %sides:2 = scf.if %c -> (tensor<4xf64>, tensor<4xf64>) {
    %inserted = tensor.insert %f into %x[%i] : tensor<4xf64>
    scf.yield %inserted, %inserted : tensor<4xf64>, tensor<4xf64>
  } else {
    %copy = linalg.copy ins(%x : tensor<4xf64>) outs(%first : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %copy, %y : tensor<4xf64>, tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %sides#0 in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = bufferization.materialize_in_destination %sides#1 in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// A loop in one branch reads what the other branch passes on, which comes from a call.
// CHECK-LABEL: func.func @read_in_a_loop(
// CHECK:         %[[OWN:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[OWN]])
// One that does not read it writes where the result goes.
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST:[0-9]+]])
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %[[FIRST]]
func.func @read_in_a_loop(%x: tensor<4xf64> {bufferization.writable = false}, %c: i1, %s: f64, %n: index, %a: memref<4xf64>, %b: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = bufferization.to_tensor %a restrict writable : memref<4xf64> to tensor<4xf64>
  %r = scf.if %c -> tensor<4xf64> {
    %called = func.call @other(%x) : (tensor<4xf64>) -> tensor<4xf64>
    scf.yield %called : tensor<4xf64>
  } else {
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first) -> tensor<4xf64> {
      %e = tensor.extract %x[%i] : tensor<4xf64>
      %u = tensor.insert %e into %t[%i] : tensor<4xf64>
      scf.yield %u : tensor<4xf64>
    }
    scf.yield %l : tensor<4xf64>
  }
  %0 = bufferization.materialize_in_destination %r in %first : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %second = bufferization.to_tensor %b restrict writable : memref<4xf64> to tensor<4xf64>
  %q = scf.if %c -> tensor<4xf64> {
    %called = func.call @other(%x) : (tensor<4xf64>) -> tensor<4xf64>
    scf.yield %called : tensor<4xf64>
  } else {
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%t = %second) -> tensor<4xf64> {
      %u = tensor.insert %s into %t[%i] : tensor<4xf64>
      scf.yield %u : tensor<4xf64>
    }
    scf.yield %l : tensor<4xf64>
  }
  %1 = bufferization.materialize_in_destination %q in %second : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}
