// RUN: lagrad-opt %s --lagrad-return-slices | FileCheck %s
// RUN: lagrad-opt %s --pipeline="lagrad-return-slices,lagrad-sink-destinations,lagrad-update-slices,lagrad-copy-yields,lagrad-keep-results,eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1},cse,canonicalize,cse" | FileCheck %s --check-prefix=BUFFERS
// RUN: lagrad-opt %s --pipeline="lagrad-sink-destinations,lagrad-update-slices,lagrad-copy-yields,lagrad-keep-results,eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1},cse,canonicalize,cse" | FileCheck %s --check-prefix=WITHOUT
#id = affine_map<(i) -> (i)>

// A row is added to, its place cleared, and what it was is read: that comes first, and the row needs no copy.
// CHECK-LABEL: func.func @cleared(
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:           %[[ROW:.*]] = tensor.extract_slice %[[A]][%[[I]], 0] [1, 4] [1, 1]
// CHECK:           %[[NEW:.*]] = tensor.insert %{{.*}} into %[[ROW]]
// CHECK:           linalg.generic {{.*}} ins(%[[NEW]]
// CHECK:           %[[BACK:.*]] = tensor.insert_slice %[[NEW]] into %[[A]][%[[I]], 0] [1, 4] [1, 1]
// CHECK-NEXT:      tensor.insert_slice %{{.*}} into %[[BACK]][%[[I]], 0] [1, 4] [1, 1]
// BUFFERS-LABEL: func.func @cleared(
// BUFFERS:         scf.for
// BUFFERS-NOT:       memref.alloc
// BUFFERS-NOT:       memref.copy
// BUFFERS:         return
// WITHOUT-LABEL: func.func @cleared(
// WITHOUT:         scf.for
// WITHOUT:           memref.copy
func.func @cleared(%x: tensor<8x4xf64>, %s: tensor<4xf64>) -> (tensor<8x4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x, %t = %s) -> (tensor<8x4xf64>, tensor<4xf64>) {
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
    %old = tensor.extract %row[%c1] : tensor<4xf64>
    %sum = arith.addf %old, %one : f64
    %new = tensor.insert %sum into %row[%c1] : tensor<4xf64>
    %b = tensor.insert_slice %z into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
    %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%new : tensor<4xf64>) outs(%t : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %v = arith.addf %in, %out : f64
      linalg.yield %v : f64
    } -> tensor<4xf64>
    scf.yield %b, %u : tensor<8x4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<8x4xf64>, tensor<4xf64>
}

// The cleared tensor is needed by what reads the row: the order stays.
// CHECK-LABEL: func.func @needed(
// CHECK-COUNT-1: tensor.insert_slice
// CHECK-NOT:     tensor.insert_slice
// CHECK:         return
func.func @needed(%a: tensor<8x4xf64>, %i: index, %v: f64) -> (tensor<8x4xf64>, tensor<4xf64>) {
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %new = tensor.insert %v into %row[%i] : tensor<4xf64>
  %b = tensor.insert_slice %zeros into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  %other = tensor.extract %b[%i, %i] : tensor<8x4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%new : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %w = arith.addf %in, %other : f64
    linalg.yield %w : f64
  } -> tensor<4xf64>
  return %b, %u : tensor<8x4xf64>, tensor<4xf64>
}

// The tensor is read elsewhere too.
// CHECK-LABEL: func.func @shared(
// CHECK-COUNT-1: tensor.insert_slice
// CHECK-NOT:     tensor.insert_slice
// CHECK:         return
func.func @shared(%a: tensor<8x4xf64>, %i: index, %v: f64) -> (tensor<8x4xf64>, f64, f64) {
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %new = tensor.insert %v into %row[%i] : tensor<4xf64>
  %b = tensor.insert_slice %zeros into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  %r = tensor.extract %new[%i] : tensor<4xf64>
  %old = tensor.extract %a[%i, %i] : tensor<8x4xf64>
  return %b, %r, %old : tensor<8x4xf64>, f64, f64
}
