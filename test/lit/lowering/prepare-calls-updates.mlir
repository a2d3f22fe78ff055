// RUN: lagrad-opt %s --split-input-file --lagrad-prepare-calls | FileCheck %s
// RUN: lagrad-opt %s --split-input-file --lagrad-to-llvm -o /dev/null

// A tensor that a recursive function gives back changed is passed as memory; other results stay.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[M:.*]] = bufferization.to_buffer %{{.*}} : tensor<?xf64> to memref<?xf64, strided<[?], offset: ?>>
// CHECK-NEXT:    %[[Y:.*]] = call @add(%{{.*}}, %{{.*}}, %[[M]])
// CHECK-NEXT:    %[[R:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK-NEXT:    return %[[Y]], %[[R]]
func.func @f(%x: f64, %n: index, %t: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %r:2 = func.call @add(%x, %n, %t) : (f64, index, tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %r#0, %r#1 : f64, tensor<?xf64>
}
// CHECK-LABEL: func.func private @add(
// CHECK-SAME:      %[[X:.*]]: f64, %[[N:.*]]: index, %[[M:.*]]: memref<?xf64, strided<[?], offset: ?>>) -> f64 attributes {no_inline}
// CHECK-NEXT:    %[[T:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK:         scf.yield %{{.*}}, %[[T]]
// CHECK:         %[[INNER:.*]] = bufferization.to_buffer %[[T]]
// CHECK:         func.call @add({{.*}}, %[[INNER]])
// CHECK:         bufferization.to_tensor %[[INNER]]
// CHECK:         %[[OUT:.*]] = bufferization.to_buffer %{{.*}} read_only
// CHECK-NEXT:    memref.copy %[[OUT]], %[[M]]
// CHECK-NEXT:    return %{{.*}} : f64
func.func private @add(%x: f64, %n: index, %t: tensor<?xf64>) -> (f64, tensor<?xf64>) attributes {lagrad.updates = array<i64: 2, 1>, no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi eq, %n, %c0 : index
  %r:2 = scf.if %end -> (f64, tensor<?xf64>) {
    scf.yield %x, %t : f64, tensor<?xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %s:2 = func.call @add(%x, %m, %t) : (f64, index, tensor<?xf64>) -> (f64, tensor<?xf64>)
    %old = tensor.extract %s#1[%m] : tensor<?xf64>
    %new = arith.addf %old, %s#0 : f64
    %u = tensor.insert %new into %s#1[%m] : tensor<?xf64>
    scf.yield %new, %u : f64, tensor<?xf64>
  }
  return %r#0, %r#1 : f64, tensor<?xf64>
}

// -----

// A function that others may call, and one that nothing is said of, go on taking tensors.

// CHECK-LABEL: func.func @public(%{{.*}}: tensor<2xf64> {lagrad.restrict}) -> tensor<2xf64>
func.func @public(%t: tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.updates = array<i64: 0, 0>} {
  %r = func.call @silent(%t) : (tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}
// CHECK-LABEL: func.func private @silent(%{{.*}}: tensor<2xf64> {lagrad.restrict}) -> tensor<2xf64>
func.func private @silent(%t: tensor<2xf64>) -> tensor<2xf64> attributes {no_inline} {
  return %t : tensor<2xf64>
}
