// RUN: lagrad-opt %s --lagrad-hoist-sizes --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --pipeline="one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1}" | FileCheck %s --check-prefix=WITHOUT
// RUN: lagrad-opt %s --pipeline="lagrad-hoist-sizes,lagrad-copy-yields,lagrad-keep-results,lagrad-hoist-sizes,eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1},func.func(buffer-loop-hoisting,lagrad-hoist-buffers)" | FileCheck %s --check-prefix=WITH
#id = affine_map<(i) -> (i)>

// Every trip carries on what has the size of %x, whichever branch it takes: so it is in all of them.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?xf64>
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[X]]
// CHECK:         scf.for
// CHECK-NOT:       tensor.dim
// CHECK:           tensor.empty(%[[SIZE]])
// CHECK-NOT:       tensor.dim
// WITHOUT-LABEL: func.func @branch(
// WITHOUT:       scf.for
// WITHOUT:         memref.alloc
// WITH-LABEL:  func.func @branch(
// WITH:        scf.for
// WITH-NOT:      memref.alloc
// WITH:        return
func.func @branch(%x: tensor<?xf64>, %c: i1, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %b = scf.if %c -> tensor<?xf64> {
      %size = tensor.dim %a, %c0 : tensor<?xf64>
      %room = tensor.empty(%size) : tensor<?xf64>
      %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<?xf64>) outs(%room : tensor<?xf64>) {
      ^bb0(%in: f64, %out: f64):
        %v = math.exp %in : f64
        linalg.yield %v : f64
      } -> tensor<?xf64>
      scf.yield %exp : tensor<?xf64>
    } else {
      scf.yield %x : tensor<?xf64>
    }
    %d = tensor.dim %b, %c0 : tensor<?xf64>
    %e = tensor.empty(%d) : tensor<?xf64>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<?xf64>) outs(%e : tensor<?xf64>) {
    ^bb0(%in: f64, %out: f64):
      %v = math.sin %in : f64
      linalg.yield %v : f64
    } -> tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The sum runs over both, so the tensor that the while loop carries stays as long as %x, though it is made as long as %y.
// CHECK-LABEL: func.func @meeting(
// CHECK:         scf.while
// CHECK:         } do {
// CHECK-NOT:       tensor.dim
// CHECK:         return
func.func @meeting(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %r = scf.while (%a = %x) : (tensor<?xf64>) -> tensor<?xf64> {
    %first = tensor.extract %a[%c0] : tensor<?xf64>
    %c = arith.cmpf olt, %first, %one : f64
    scf.condition(%c) %a : tensor<?xf64>
  } do {
  ^bb0(%a: tensor<?xf64>):
    %d = tensor.dim %y, %c0 : tensor<?xf64>
    %e = tensor.empty(%d) : tensor<?xf64>
    %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %y : tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?xf64>) {
    ^bb0(%in: f64, %in_1: f64, %out: f64):
      %v = arith.addf %in, %in_1 : f64
      linalg.yield %v : f64
    } -> tensor<?xf64>
    %size = tensor.dim %a, %c0 : tensor<?xf64>
    %f = tensor.empty(%size) : tensor<?xf64>
    %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<?xf64>) outs(%f : tensor<?xf64>) {
    ^bb0(%in: f64, %out: f64):
      %v = math.sin %in : f64
      linalg.yield %v : f64
    } -> tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The product is as long as %w is high, which need not be what the loop starts with: it may only make one trip.
// CHECK-LABEL: func.func @only_later(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           tensor.dim %[[A]]
func.func @only_later(%w: tensor<?x?xf64>, %x: tensor<?xf64>, %n: index, %sizes: memref<?xindex>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %size = tensor.dim %a, %c0 : tensor<?xf64>
    memref.store %size, %sizes[%i] : memref<?xindex>
    %d = tensor.dim %w, %c0 : tensor<?x?xf64>
    %e = tensor.empty(%d) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// What an inner loop of no trips would run over says nothing of the outer one.
// CHECK-LABEL: func.func @perhaps(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           tensor.dim %[[A]]
func.func @perhaps(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index, %sizes: memref<?xindex>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %size = tensor.dim %a, %c0 : tensor<?xf64>
    memref.store %size, %sizes[%i] : memref<?xindex>
    %b = scf.for %j = %c0 to %m step %c1 iter_args(%s = %y) -> tensor<?xf64> {
      %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<?xf64>) outs(%s : tensor<?xf64>) {
      ^bb0(%in: f64, %out: f64):
        %v = arith.addf %in, %out : f64
        linalg.yield %v : f64
      } -> tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    }
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// Nor is a division by what may be zero moved in front of a loop that may make no trip.
// CHECK-LABEL: func.func @divides(
// CHECK-NOT:     arith.divsi
// CHECK:         scf.for
// CHECK:           arith.divsi
// CHECK:         return
func.func @divides(%n: index, %m: index, %v: f64, %sizes: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %size = arith.divsi %n, %m : index
    %e = tensor.empty(%size) : tensor<?xf64>
    %s = tensor.insert %v into %e[%c0] : tensor<?xf64>
    %d = tensor.dim %s, %c0 : tensor<?xf64>
    memref.store %d, %sizes[%i] : memref<?xindex>
  }
  return
}

// Two tensors of which one is selected may have two sizes.
// CHECK-LABEL: func.func @one_of_two(
// CHECK-SAME:      %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index
// CHECK:         memref.store %[[N]], %{{.*}}[%[[I:.*]]]
// CHECK-NEXT:    memref.store %[[M]], %{{.*}}[%[[I]]]
func.func @one_of_two(%c: i1, %n: index, %m: index, %first: memref<?xindex>, %second: memref<?xindex>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1.0 : f64
  %a = tensor.splat %v[%n] : tensor<?xf64>
  %b = tensor.splat %v[%m] : tensor<?xf64>
  %s = arith.select %c, %a, %b : tensor<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %d = tensor.dim %a, %c0 : tensor<?xf64>
    memref.store %d, %first[%i] : memref<?xindex>
    %e = tensor.dim %b, %c0 : tensor<?xf64>
    memref.store %e, %second[%i] : memref<?xindex>
  }
  return %s : tensor<?xf64>
}
