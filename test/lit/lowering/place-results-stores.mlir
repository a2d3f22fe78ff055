// RUN: lagrad-opt %s --lagrad-place-results | FileCheck %s

// What may lie in a buffer that is overwritten before it is stored is copied first: the two buffers swap.
// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %[[M:.*]]: memref<4xf64>, %[[N:.*]]: memref<4xf64>)
// CHECK:         %[[A:.*]] = bufferization.to_tensor %[[M]]
// CHECK:         %[[B:.*]] = bufferization.to_tensor %[[N]]
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[C:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4xf64>) outs(%[[E]]
// CHECK:         %[[FIRST:.*]] = bufferization.to_buffer %[[B]] read_only
// CHECK:         memref.copy %[[FIRST]], %[[M]]
// CHECK:         %[[SECOND:.*]] = bufferization.to_buffer %[[C]] read_only
// CHECK:         memref.copy %[[SECOND]], %[[N]]
func.func @swap(%m: memref<4xf64>, %n: memref<4xf64>) {
  %a = bufferization.to_tensor %m restrict writable : memref<4xf64> to tensor<4xf64>
  %b = bufferization.to_tensor %n restrict writable : memref<4xf64> to tensor<4xf64>
  bufferization.materialize_in_destination %b in restrict writable %m : (tensor<4xf64>, memref<4xf64>) -> ()
  bufferization.materialize_in_destination %a in restrict writable %n : (tensor<4xf64>, memref<4xf64>) -> ()
  return
}

// What a loop computes in place of what its own buffer held is not copied.
// CHECK-LABEL: func.func @loop(
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func @loop(%m: memref<4xf64>, %n: memref<4xf64>, %c0: index, %c1: index, %k: index, %x: f64) {
  %a = bufferization.to_tensor %m restrict writable : memref<4xf64> to tensor<4xf64>
  %b = bufferization.to_tensor %n restrict writable : memref<4xf64> to tensor<4xf64>
  %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%s = %a, %t = %b) -> (tensor<4xf64>, tensor<4xf64>) {
    %u = tensor.insert %x into %s[%i] : tensor<4xf64>
    %v = tensor.insert %x into %t[%i] : tensor<4xf64>
    scf.yield %u, %v : tensor<4xf64>, tensor<4xf64>
  }
  bufferization.materialize_in_destination %r#0 in restrict writable %m : (tensor<4xf64>, memref<4xf64>) -> ()
  bufferization.materialize_in_destination %r#1 in restrict writable %n : (tensor<4xf64>, memref<4xf64>) -> ()
  return
}

// What a store put into a buffer and is read of it behind the store is not lost by that store: no copy.
// CHECK-LABEL: func.func @one_after_another
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @one_after_another(%m: memref<4xf64>, %v: f64, %w: f64) {
  %c0 = arith.constant 0 : index
  %a = bufferization.to_tensor %m restrict writable : memref<4xf64> to tensor<4xf64>
  %b = tensor.insert %v into %a[%c0] : tensor<4xf64>
  bufferization.materialize_in_destination %b in restrict writable %m : (tensor<4xf64>, memref<4xf64>) -> ()
  %c = bufferization.to_tensor %m restrict writable : memref<4xf64> to tensor<4xf64>
  %d = tensor.insert %w into %c[%c0] : tensor<4xf64>
  bufferization.materialize_in_destination %d in restrict writable %m : (tensor<4xf64>, memref<4xf64>) -> ()
  return
}
