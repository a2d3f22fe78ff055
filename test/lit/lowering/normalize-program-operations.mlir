// What upstream does not lower is said with what it lowers.
// RUN: lagrad-opt %s --lagrad-normalize-program | FileCheck %s

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:     linalg.softmax
// CHECK:         arith.maximumf
// CHECK:         math.exp
// CHECK:         arith.divf
// CHECK:         return
func.func @softmax(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %empty = tensor.empty() : tensor<2x3xf64>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x3xf64>) outs(%empty : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// One slice is copied for each index.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[X:.*]]: tensor<4x3xf64>, %[[AT:.*]]: tensor<2x1xindex>)
// CHECK-NOT:     tensor.gather
// CHECK:         scf.for
// CHECK:           tensor.extract %[[AT]]
// CHECK:           tensor.extract_slice %[[X]]
// CHECK:           tensor.insert_slice
func.func @gather(%x: tensor<4x3xf64>, %at: tensor<2x1xindex>) -> tensor<2x1x3xf64> {
  %0 = tensor.gather %x[%at] gather_dims([0]) : (tensor<4x3xf64>, tensor<2x1xindex>) -> tensor<2x1x3xf64>
  return %0 : tensor<2x1x3xf64>
}

// CHECK-LABEL: func.func @pack(
// CHECK-NOT:     linalg.pack
// CHECK:         linalg.generic
func.func @pack(%x: tensor<4x6xf64>) -> tensor<2x3x2x2xf64> {
  %empty = tensor.empty() : tensor<2x3x2x2xf64>
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %empty : tensor<4x6xf64> -> tensor<2x3x2x2xf64>
  return %0 : tensor<2x3x2x2xf64>
}

// A switch of tensors is a chain of branches; one of scalars stays.
// CHECK-LABEL: func.func @switch(
// CHECK-NOT:     scf.index_switch %{{.*}} -> tensor
// CHECK:         scf.if
// CHECK:         scf.index_switch %{{.*}} -> f64
func.func @switch(%k: index, %x: tensor<2xf64>, %s: f64) -> (tensor<2xf64>, f64) {
  %t = scf.index_switch %k -> tensor<2xf64>
  case 0 {
    %0 = math.sin %x : tensor<2xf64>
    scf.yield %0 : tensor<2xf64>
  }
  default {
    scf.yield %x : tensor<2xf64>
  }
  %r = scf.index_switch %k -> f64
  case 0 {
    scf.yield %s : f64
  }
  default {
    %0 = math.exp %s : f64
    scf.yield %0 : f64
  }
  return %t, %r : tensor<2xf64>, f64
}

// Tiles that are worked on in parallel are worked on in order.
// CHECK-LABEL: func.func @tiles(
// CHECK:         scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (tensor<8xf64>) {
// CHECK-NOT:     scf.forall
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[P]]
// CHECK:           %[[S:.*]] = math.sin %[[T]]
// CHECK:           tensor.insert_slice %[[S]] into %[[P]]
func.func @tiles(%o: tensor<8xf64>) -> tensor<8xf64> {
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%p = %o) -> (tensor<8xf64>) {
    %t = tensor.extract_slice %p[%i] [4] [1] : tensor<8xf64> to tensor<4xf64>
    %s = math.sin %t : tensor<4xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %p[%i] [4] [1] : tensor<4xf64> into tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}

// Upstream lowers shapes of 64 bits.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[X:.*]]: tensor<6xf64>, %[[SHAPE:.*]]: tensor<2xi32>)
// CHECK:         %[[WIDE:.*]] = arith.index_cast %[[SHAPE]] : tensor<2xi32> to tensor<2xindex>
// CHECK:         tensor.reshape %[[X]](%[[WIDE]])
func.func @reshape(%x: tensor<6xf64>, %shape: tensor<2xi32>) -> tensor<?x?xf64> {
  %0 = tensor.reshape %x(%shape) : (tensor<6xf64>, tensor<2xi32>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// An update of an element by any body is a load and a store: upstream's deallocation would refuse its region.
// CHECK-LABEL: func.func @update(
// CHECK-SAME:    %[[M:.*]]: memref<4xf64>, %[[I:.*]]: index)
// CHECK:         %[[OLD:.*]] = memref.load %[[M]][%[[I]]]
// CHECK:         %[[NEW:.*]] = math.cos %[[OLD]]
// CHECK:         memref.store %[[NEW]], %[[M]][%[[I]]]
// CHECK:         return %[[OLD]]
func.func @update(%m: memref<4xf64>, %i: index) -> f64 {
  %old = memref.generic_atomic_rmw %m[%i] : memref<4xf64> {
  ^bb0(%now: f64):
    %new = math.cos %now : f64
    memref.atomic_yield %new : f64
  }
  return %old : f64
}

// Upstream takes memory as a tensor only where nobody else writes it.
// CHECK-LABEL: func.func @read_twice(
// CHECK-SAME:    %[[M:.*]]: memref<?xf64>, %[[S:.*]]: f64)
// CHECK:         %[[OWN:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK-NEXT:    memref.copy %[[M]], %[[OWN]]
// CHECK-NEXT:    bufferization.to_tensor %[[OWN]] restrict
// CHECK:         memref.store
func.func @read_twice(%m: memref<?xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m : memref<?xf64> to tensor<?xf64>
  memref.store %s, %m[%c0] : memref<?xf64>
  %0 = tensor.extract %t[%c0] : tensor<?xf64>
  return %0 : f64
}
