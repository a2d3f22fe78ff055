// What upstream does not lower is said with what it lowers.
// RUN: lagrad-opt %s --lagrad-expand-operations | FileCheck %s

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

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// The body writes to %0, which it reads again the next time: one-shot bufferization sees that of a loop only.
// CHECK-LABEL: func.func @parallel_that_writes(
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f64) {
// CHECK:           tensor.insert
// CHECK:           arith.addf %[[SUM]], %{{.*}}
// CHECK:         scf.parallel
func.func @parallel_that_writes(%0: tensor<4xf64>, %s: f64, %n: index, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%s) -> f64 {
    %1 = tensor.insert %s into %0[%i] : tensor<4xf64>
    %2 = tensor.extract %1[%c0] : tensor<4xf64>
    scf.reduce(%2 : f64) {
    ^bb0(%a: f64, %b: f64):
      %3 = arith.addf %a, %b : f64
      scf.reduce.return %3 : f64
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %1 = tensor.extract %0[%i] : tensor<4xf64>
    memref.store %1, %m[%i] : memref<4xf64>
    scf.reduce
  }
  return %r : f64
}

// So it is with bodies of elements; those that read only stay as they are.
// CHECK-LABEL: func.func @bodies_that_write(
// CHECK-NOT:     tensor.generate
// CHECK:         scf.for
// CHECK:           linalg.generic
// CHECK-NEXT:      ^bb0(%{{.*}}: f64, %{{.*}}: f64):
// CHECK-NEXT:        arith.addf
// CHECK:           tensor.insert
// CHECK:         scf.for
// CHECK:           func.call @sum
// CHECK:           tensor.insert
// CHECK:         tensor.generate
func.func private @sum(tensor<3xf64>) -> f64
func.func @bodies_that_write(%x: tensor<3xf64>, %s: tensor<f64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %g = tensor.generate {
  ^bb0(%i: index):
    %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%s : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %1 = arith.addf %a, %o : f64
      linalg.yield %1 : f64
    } -> tensor<f64>
    %2 = tensor.extract %0[] : tensor<f64>
    tensor.yield %2 : f64
  } : tensor<4xf64>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%g : tensor<4xf64>) outs(%g : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = func.call @sum(%x) : (tensor<3xf64>) -> f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  %k = tensor.generate {
  ^bb0(%i: index):
    %0 = tensor.cast %x : tensor<3xf64> to tensor<?xf64>
    %1 = tensor.extract %0[%i] : tensor<?xf64>
    tensor.yield %1 : f64
  } : tensor<4xf64>
  return %g, %h, %k : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}
