// RUN: lagrad-opt %s --lagrad-add-destinations --split-input-file | FileCheck %s

// Results go where the caller says; arguments are never written to.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf64> {bufferization.writable = false}, %[[S:.*]]: f64,
// CHECK-SAME:    %[[Y:.*]]: memref<4xf64>, %[[T:.*]]: memref<f64>)
// CHECK-SAME:    lagrad.interface = (tensor<4xf64>, f64) -> (tensor<4xf64>, f64)
// CHECK:         %[[D:.*]] = bufferization.to_tensor %[[Y]] restrict writable
// CHECK:         %[[R:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT:    %[[P:.*]] = bufferization.materialize_in_destination %[[R]] in %[[D]]
// CHECK-NEXT:    %[[B:.*]] = bufferization.to_buffer %[[P]] read_only
// CHECK-NEXT:    memref.copy %[[B]], %[[Y]]
// CHECK-NEXT:    memref.store %[[S]], %[[T]][]
// CHECK-NEXT:    return
func.func @f(%x: tensor<4xf64>, %s: f64) -> (tensor<4xf64>, f64) {
  %0 = arith.addf %x, %x : tensor<4xf64>
  return %0, %s : tensor<4xf64>, f64
}

// -----

// What a caller must know beforehand is computed by a companion, which writes to no argument either.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    memref<?x3xf64>
// CHECK-LABEL: func.func @dynamic_result_sizes(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64> {bufferization.writable = false}, %[[N:.*]]: index,
// CHECK-SAME:    %[[SIZES:.*]]: memref<1xindex>)
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         memref.store %[[N]], %[[SIZES]][%[[C0]]]
// CHECK-NEXT:    return
func.func @dynamic(%x: tensor<?xf64>, %n: index) -> tensor<?x3xf64> {
  %0 = tensor.empty(%n) : tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}

// -----

// The size of a loop's result: that of what it yields if it makes a trip, else of its start.
// CHECK-LABEL: func.func @loop_result_sizes(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64> {{.*}}, %[[Y:.*]]: tensor<?xf64> {{.*}}, %[[N:.*]]: index,
// CHECK-DAG:     %[[LEFT:.*]] = tensor.dim %[[Y]]
// CHECK-DAG:     %[[START:.*]] = tensor.dim %[[X]]
// CHECK-DAG:     %[[TRIP:.*]] = arith.cmpi slt, %{{.*}}, %[[N]]
// CHECK:         %[[SIZE:.*]] = arith.select %[[TRIP]], %[[LEFT]], %[[START]]
// CHECK:         memref.store %[[SIZE]]
func.func @loop(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf64>) {
    %b = math.exp %y : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// -----

// A function with callers keeps its tensors for them.
// CHECK-LABEL: func.func @callee(
// CHECK-SAME:    memref<2xf64>)
// CHECK-LABEL: func.func private @callee.internal(%{{.*}}: tensor<2xf64>) -> tensor<2xf64>
// CHECK-LABEL: func.func @caller(
// CHECK:         call @callee.internal
func.func @callee(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = math.sin %x : tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @caller(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = call @callee(%x) : (tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// What a function gives in the place of an argument has its size, and nobody calls it for that.
// CHECK-LABEL: func.func @updated(
// CHECK-SAME:    lagrad.result_sizes = [array<i64: 1, 0>]
// CHECK-LABEL: func.func @updated_result_sizes(
// CHECK-SAME:    %{{.*}}: i1, %[[X:.*]]: tensor<?xf64>
// CHECK-NOT:     call
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[X]]
// CHECK:         memref.store %[[SIZE]]
// CHECK-LABEL: func.func private @changed(
func.func @updated(%c: i1, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = scf.if %c -> (tensor<?xf64>) {
    %y:2 = func.call @changed(%n, %x) : (index, tensor<?xf64>) -> (f64, tensor<?xf64>)
    scf.yield %y#1 : tensor<?xf64>
  } else {
    scf.yield %x : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @changed(%n: index, %x: tensor<?xf64>) -> (f64, tensor<?xf64>)
    attributes {lagrad.updates = array<i64: 1, 1>, no_inline} {
  %one = arith.constant 1.0 : f64
  %y = tensor.insert %one into %x[%n] : tensor<?xf64>
  return %one, %y : f64, tensor<?xf64>
}

// -----

// Entries are the only public functions.
// CHECK-LABEL: func.func private @other(
// CHECK-SAME:    tensor<2xf64>
// CHECK-LABEL: func.func @wanted(
// CHECK-SAME:    lagrad.interface
module attributes {lagrad.entries = [@wanted]} {
  func.func @other(%x: tensor<2xf64>) -> tensor<2xf64> {
    return %x : tensor<2xf64>
  }
  func.func private @wanted(%x: f64) -> f64 {
    return %x : f64
  }
}
