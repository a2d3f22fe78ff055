// RUN: lagrad-opt %s --lagrad-reserve-room --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --pipeline="lagrad-to-llvm" -o /dev/null
// RUN: lagrad-opt %s --pipeline="lagrad-reserve-room,canonicalize,cse,lagrad-choose-destinations,lagrad-copy-yields,lagrad-keep-results,lagrad-hoist-sizes,eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1},cse,canonicalize,cse,func.func(buffer-loop-hoisting)" | FileCheck %s --check-prefix=BUFFERS
#id = affine_map<(i) -> (i)>

// The first trip gets a tensor of the size of %x, all others one of the size %m.
// CHECK-LABEL: func.func @two_sizes(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?xf64>, %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[X]]
// CHECK:         %[[MORE:.*]] = arith.maxsi %[[SIZE]], %[[M]]
// CHECK:         %[[E:.*]] = tensor.empty(%[[MORE]])
// CHECK:         %[[ROOM:.*]] = tensor.insert_slice %[[X]] into %[[E]][0] [%[[SIZE]]] [1]
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[ROOM]], %[[S:.*]] = %[[SIZE]]) -> (tensor<?xf64>, index) {
// CHECK:           %[[OLD:.*]] = tensor.extract_slice %[[A]][0] [%[[S]]] [1]
// CHECK:           linalg.reduce ins(%[[OLD]]
// CHECK:           %[[NEW:.*]] = linalg.generic
// CHECK:           %[[NEXT:.*]] = tensor.insert_slice %[[NEW]] into %[[A]][0] [%[[M]]] [1]
// CHECK:           scf.yield %[[NEXT]], %[[M]]
// CHECK:         tensor.extract_slice %[[R]]#0[0] [%[[R]]#1] [1]
// BUFFERS-LABEL: func.func @two_sizes(
// BUFFERS:       memref.alloc
// BUFFERS:       scf.for
// BUFFERS-NOT:     memref.alloc
// BUFFERS-NOT:     memref.copy
// BUFFERS:       return
func.func @two_sizes(%x: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %one = tensor.empty() : tensor<f64>
    %start = linalg.fill ins(%zero : f64) outs(%one : tensor<f64>) -> tensor<f64>
    %sum = linalg.reduce ins(%a : tensor<?xf64>) outs(%start : tensor<f64>) dimensions = [0] (%in: f64, %out: f64) {
      %v = arith.addf %in, %out : f64
      linalg.yield %v : f64
    }
    %s = tensor.extract %sum[] : tensor<f64>
    %e = tensor.empty(%m) : tensor<?xf64>
    %new = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xf64>) {
    ^bb0(%out: f64):
      %k = linalg.index 0 : index
      %l = arith.index_cast %k : index to i64
      %f = arith.sitofp %l : i64 to f64
      %v = arith.addf %f, %s : f64
      linalg.yield %v : f64
    } -> tensor<?xf64>
    scf.yield %new : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// A tensor that grows with the trips has no largest size that is known before.
// CHECK-LABEL: func.func @grows(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<?xf64>) {
// CHECK-NOT:       tensor.extract_slice
// CHECK:         return
func.func @grows(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %size = tensor.dim %a, %c0 : tensor<?xf64>
    %more = arith.addi %size, %c1 : index
    %e = tensor.empty(%more) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %b = tensor.insert_slice %a into %z[0] [%size] [1] : tensor<?xf64> into tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// A division by what may be zero is left to the trips: there may be none.
// CHECK-LABEL: func.func @divides(
// CHECK-NOT:     arith.divsi
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<?xf64>) {
// CHECK:           arith.divsi
// CHECK:         return
func.func @divides(%x: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %size = arith.divsi %n, %m : index
    %e = tensor.empty(%size) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
