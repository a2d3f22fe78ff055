// RUN: lagrad-opt %s --split-input-file --lagrad-prepare-calls | FileCheck %s
// RUN: lagrad-opt %s --split-input-file --lagrad-to-llvm -o /dev/null

// Tensors of which a function that calls itself reads elements only are passed as memory: no call copies them. They are
// read until the call ends, so behind it as well: what the call writes is other memory.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[M:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<?xf64>
// CHECK-NEXT:    call @sum(%{{.*}}, %[[M]])
// CHECK-NEXT:    bufferization.to_buffer %{{.*}} read_only : tensor<?xf64>
func.func @f(%n: index, %t: tensor<?xf64>) -> f64 {
  %r = func.call @sum(%n, %t) : (index, tensor<?xf64>) -> f64
  return %r : f64
}
// CHECK-LABEL: func.func private @sum(
// CHECK-SAME:      %[[N:.*]]: index, %[[M:.*]]: memref<?xf64, strided<[?], offset: ?>>) -> f64
// CHECK:         %[[T:.*]] = bufferization.to_tensor %[[M]] restrict : memref
// CHECK:         %[[A:.*]] = bufferization.to_buffer %[[T]] read_only
// CHECK-NEXT:    func.call @first(%[[A]])
// CHECK-NEXT:    bufferization.to_buffer %[[T]] read_only
// CHECK:         %[[D:.*]] = bufferization.to_buffer %[[T]] read_only
// CHECK-NEXT:    func.call @sum(%{{.*}}, %[[D]])
// CHECK-NEXT:    bufferization.to_buffer %[[T]] read_only
// CHECK:         %[[B:.*]] = bufferization.to_buffer %[[T]] read_only
// CHECK-NEXT:    func.call @sum(%{{.*}}, %[[B]])
// CHECK-NEXT:    bufferization.to_buffer %[[T]] read_only
// CHECK:         %[[C:.*]] = bufferization.to_buffer %[[T]] read_only
// CHECK-NEXT:    func.call @first(%[[C]])
// CHECK-NEXT:    bufferization.to_buffer %[[T]] read_only
// CHECK:       func.func private @first(%{{.*}}: memref<?xf64, strided<[?], offset: ?>>)
func.func private @sum(%n: index, %t: tensor<?xf64>) -> f64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi eq, %n, %c0 : index
  %size = tensor.dim %t, %c0 : tensor<?xf64>
  %r = scf.if %end -> f64 {
    %v = func.call @first(%t) : (tensor<?xf64>) -> f64
    scf.yield %v : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %whole = tensor.extract_slice %t[0] [%size] [1] {lagrad.whole} : tensor<?xf64> to tensor<?xf64>
    %a = func.call @sum(%m, %whole) : (index, tensor<?xf64>) -> f64
    %b = func.call @sum(%m, %t) : (index, tensor<?xf64>) -> f64
    %c = func.call @first(%t) : (tensor<?xf64>) -> f64
    %old = tensor.extract %t[%m] : tensor<?xf64>
    %ab = arith.addf %a, %b : f64
    %abc = arith.addf %ab, %c : f64
    %new = arith.addf %old, %abc : f64
    scf.yield %new : f64
  }
  return %r : f64
}
func.func private @first(%t: tensor<?xf64>) -> f64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %t[%c0] : tensor<?xf64>
  return %v : f64
}

// -----

// One that is written, given back, or used whole goes on as a tensor; so does what a public function takes.

!t = tensor<?xf64>
// CHECK-LABEL: func.func private @written(
// CHECK-SAME:      %{{.*}}: index, %{{.*}}: tensor<?xf64> {lagrad.restrict}, %{{.*}}: tensor<?xf64> {lagrad.restrict},
// CHECK-SAME:      %{{.*}}: memref<?xf64, strided<[?], offset: ?>>)
func.func private @written(%n: index, %t: !t, %u: !t, %v: !t) -> (f64, !t)
    attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi eq, %n, %c0 : index
  %a = tensor.extract %v[%c0] : tensor<?xf64>
  %w = tensor.insert %a into %t[%c0] : tensor<?xf64>
  %r:2 = scf.if %end -> (f64, tensor<?xf64>) {
    scf.yield %a, %u : f64, tensor<?xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %s:2 = func.call @written(%m, %w, %u, %v) : (index, !t, !t, !t) -> (f64, !t)
    scf.yield %s#0, %s#1 : f64, tensor<?xf64>
  }
  return %r#0, %r#1 : f64, tensor<?xf64>
}
// CHECK-LABEL: func.func @public(%{{.*}}: index, %{{.*}}: tensor<?xf64> {lagrad.restrict}) -> f64
func.func @public(%n: index, %t: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %end = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %end -> f64 {
    %v = tensor.extract %t[%n] : tensor<?xf64>
    scf.yield %v : f64
  } else {
    %v = func.call @public(%c0, %t) : (index, tensor<?xf64>) -> f64
    scf.yield %v : f64
  }
  return %r : f64
}
