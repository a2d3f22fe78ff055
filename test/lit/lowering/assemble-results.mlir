// RUN: lagrad-opt %s --lagrad-assemble-results | FileCheck %s
// RUN: lagrad-opt %s --lagrad-assemble-results --eliminate-empty-tensors --one-shot-bufferize --canonicalize --cse | FileCheck %s --check-prefix=BUFFERS

#id = affine_map<(i) -> (i)>

// The first part is computed in the caller's memory, as the second one is.
// CHECK-LABEL: func.func @parts(
// CHECK:         %[[RESULT:.*]] = bufferization.to_tensor %{{.*}} restrict writable
// CHECK:         %[[FIRST:.*]] = tensor.insert_slice %{{.*}} into %[[RESULT]][0]
// CHECK:         tensor.insert_slice %{{.*}} into %[[FIRST]][%{{.*}}]
// BUFFERS-LABEL: func.func @parts(
// BUFFERS-NOT:     memref.alloc
// BUFFERS:         return
func.func @parts(%a: memref<?xf64>, %result: memref<?xf64>, %n: index, %m: index) {
  %x = bufferization.to_tensor %a restrict : memref<?xf64> to tensor<?xf64>
  %into = bufferization.to_tensor %result restrict writable : memref<?xf64> to tensor<?xf64>
  %no_part = tensor.empty(%n) : tensor<?xf64>
  %sin = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf64>) outs(%no_part : tensor<?xf64>) {
  ^bb0(%p: f64, %o: f64):
    %1 = math.sin %p : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  %cos = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf64>) outs(%no_part : tensor<?xf64>) {
  ^bb0(%p: f64, %o: f64):
    %1 = math.cos %p : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  %empty = tensor.empty(%m) : tensor<?xf64>
  %one = tensor.insert_slice %sin into %empty[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %two = tensor.insert_slice %cos into %one[%n] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %end = bufferization.materialize_in_destination %two in %into : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// What is put together is read elsewhere too, or does not begin empty.
// CHECK-LABEL: func.func @others(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf64>, %[[B:.*]]: tensor<?xf64>,
// CHECK:         %[[EMPTY:.*]] = tensor.empty
// CHECK:         tensor.insert_slice %[[A]] into %[[EMPTY]]
// CHECK:         tensor.insert_slice %[[A]] into %[[B]]
func.func @others(%a: tensor<?xf64>, %b: tensor<?xf64>, %n: index, %m: index, %first: memref<?xf64>, %second: memref<?xf64>) -> tensor<?xf64> {
  %0 = bufferization.to_tensor %first restrict writable : memref<?xf64> to tensor<?xf64>
  %1 = bufferization.to_tensor %second restrict writable : memref<?xf64> to tensor<?xf64>
  %empty = tensor.empty(%m) : tensor<?xf64>
  %one = tensor.insert_slice %a into %empty[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %2 = bufferization.materialize_in_destination %one in %0 : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %two = tensor.insert_slice %a into %b[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %3 = bufferization.materialize_in_destination %two in %1 : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %one : tensor<?xf64>
}

// The caller's memory has sizes that the type of the parts knows.
// CHECK-LABEL: func.func @sizes_known(
// CHECK:         %[[RESULT:.*]] = bufferization.to_tensor %{{.*}} restrict writable
// CHECK:         %[[INTO:.*]] = tensor.cast %[[RESULT]] : tensor<?xf64> to tensor<4xf64>
// CHECK:         tensor.insert_slice %{{.*}} into %[[INTO]][0]
func.func @sizes_known(%a: tensor<2xf64>, %result: memref<?xf64>) {
  %into = bufferization.to_tensor %result restrict writable : memref<?xf64> to tensor<?xf64>
  %empty = tensor.empty() : tensor<4xf64>
  %one = tensor.insert_slice %a into %empty[0] [2] [1] : tensor<2xf64> into tensor<4xf64>
  %two = tensor.insert_slice %a into %one[2] [2] [1] : tensor<2xf64> into tensor<4xf64>
  %end = bufferization.materialize_in_destination %two in %into : (tensor<4xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}
