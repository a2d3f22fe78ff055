// RUN: lagrad-opt %s --lagrad-gather-rows --canonicalize --cse | FileCheck %s

#c = affine_map<(d, c, i) -> (c)>
#dci = affine_map<(d, c, i) -> (d, c, i)>

// The columns of memory of the function are rows, for all directions; a vector is read at each place, and the last row apart.
// CHECK-LABEL: func.func @picked(
// CHECK-SAME:    %[[X:.*]]: memref<3x?xf64>, %[[N:.*]]: index, %[[AT:.*]]: memref<?xindex>, %[[U:.*]]: memref<?xf64>, %[[P:.*]]: memref<2x?x3xf64>, %[[Z:.*]]: memref<2x?x3xf64>
// CHECK:         %[[Y:.*]] = memref.reinterpret_cast %[[T:.*]] to offset: [0], sizes: [3, %[[N]]], strides: [1, 3]
// CHECK:         %[[ROWS:.*]] = memref.reinterpret_cast %[[T]] to offset: [0], sizes: [%[[N]], 3], strides: [3, 1]
// CHECK:         %[[MIDDLE:.*]] = arith.maxsi
// CHECK:         scf.for
// CHECK:           scf.for %[[C:.*]] = %c0 to %[[MIDDLE]]
// CHECK-DAG:         %[[UC:.*]] = memref.load %[[U]]
// CHECK-DAG:         %[[ROW:.*]] = vector.load %[[P]]
// CHECK-DAG:         %[[V:.*]] = memref.load %[[AT]]
// CHECK:             %[[YV:.*]] = vector.load %[[ROWS]][%[[V]], %c0] : memref<?x3xf64, strided<[3, 1]>>, vector<4xf64>
// CHECK:             %[[UUU:.*]] = vector.broadcast %[[UC]] : f64 to vector<4xf64>
// CHECK:             %[[UY:.*]] = arith.mulf %[[UUU]], %[[YV]] fastmath<contract> : vector<4xf64>
// CHECK:             %[[SUM:.*]] = arith.addf %[[ROW]], %[[UY]] : vector<4xf64>
// CHECK:             vector.store %[[SUM]], %[[Z]]
// CHECK:         scf.for
// CHECK:           scf.for %{{.*}} = %[[MIDDLE]] to
// CHECK:             scf.for %{{.*}} = %c0 to %c3
// CHECK:               memref.load %[[Y]]
// CHECK:               memref.store %{{.*}}, %[[Z]]
func.func @picked(%x: memref<3x?xf64>, %n: index, %at: memref<?xindex>, %u: memref<?xf64>, %p: memref<2x?x3xf64>, %z: memref<2x?x3xf64>) attributes {lagrad.interface = () -> ()} {
  %y = memref.alloc(%n) : memref<3x?xf64>
  linalg.generic {indexing_maps = [affine_map<(i, v) -> (i, v)>, affine_map<(i, v) -> (i, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x?xf64>) outs(%y : memref<3x?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = math.sqrt %a : f64
    linalg.yield %0 : f64
  }
  linalg.generic {indexing_maps = [#c, #c, #dci, #dci], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%at, %u, %p : memref<?xindex>, memref<?xf64>, memref<2x?x3xf64>) outs(%z : memref<2x?x3xf64>) {
  ^bb0(%v: index, %a: f64, %b: f64, %o: f64):
    %i = linalg.index 2 : index
    %0 = memref.load %y[%i, %v] : memref<3x?xf64>
    %1 = arith.mulf %a, %0 fastmath<contract> : f64
    %2 = arith.addf %b, %1 : f64
    linalg.yield %2 : f64
  }
  memref.dealloc %y : memref<3x?xf64>
  return
}

// As it was: where rows do not follow each other, the result may be what is read, more depends on the number within a row,
// or a row is long.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     vector.
// CHECK:         return
func.func @others(%y: memref<3x?xf64>, %at: memref<?xindex>, %z: memref<?x3xf64, strided<[4, 1]>>, %w: memref<?x3xf64>, %q: memref<8x?xf64>, %l: memref<?x8xf64>, %n: index) attributes {lagrad.interface = () -> ()} {
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : memref<?xindex>) outs(%z : memref<?x3xf64, strided<[4, 1]>>) {
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %0 = memref.load %y[%i, %v] : memref<3x?xf64>
    linalg.yield %0 : f64
  }
  %same = memref.reinterpret_cast %y to offset: [0], sizes: [%n, 3], strides: [3, 1] : memref<3x?xf64> to memref<?x3xf64>
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : memref<?xindex>) outs(%same : memref<?x3xf64>) {
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %0 = memref.load %y[%i, %v] : memref<3x?xf64>
    linalg.yield %0 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : memref<?xindex>) outs(%w : memref<?x3xf64>) {
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %0 = memref.load %y[%i, %v] : memref<3x?xf64>
    %1 = arith.index_cast %i : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    %3 = arith.mulf %0, %2 : f64
    linalg.yield %3 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : memref<?xindex>) outs(%l : memref<?x8xf64>) {
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %0 = memref.load %q[%i, %v] : memref<8x?xf64>
    linalg.yield %0 : f64
  }
  return
}

// Memory of the function, written once for each time it is read, is laid out by rows itself, with room for one number more.
// CHECK-LABEL: func.func @own(
// CHECK-SAME:    %[[X:.*]]: memref<3x?xf64>, %[[AT:.*]]: memref<?xindex>, %[[Z:.*]]: memref<?x3xf64>, %[[N:.*]]: index
// CHECK:         %[[NUMBERS:.*]] = arith.muli %[[N]], %c3
// CHECK:         %[[ROOM:.*]] = arith.addi %[[NUMBERS]], %c1
// CHECK:         %[[T:.*]] = memref.alloc(%[[ROOM]]) : memref<?xf64>
// CHECK:         %[[Y:.*]] = memref.reinterpret_cast %[[T]] to offset: [0], sizes: [3, %[[N]]], strides: [1, 3]
// CHECK:         %[[ROWS:.*]] = memref.reinterpret_cast %[[T]] to offset: [0], sizes: [%[[N]], 3], strides: [3, 1]
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.generic {{.*}} outs(%[[Y]] :
// CHECK:         scf.for
// CHECK:           memref.load %[[Y]]
// CHECK:           memref.store %{{.*}}, %[[Y]]
// CHECK:         scf.for
// CHECK:           %[[V:.*]] = memref.load %[[AT]]
// CHECK:           %[[ROW:.*]] = vector.load %[[ROWS]][%[[V]], %c0] : memref<?x3xf64, strided<[3, 1]>>, vector<4xf64>
// CHECK:           vector.store %[[ROW]], %[[Z]]
// CHECK:         memref.dealloc %[[T]] : memref<?xf64>
func.func @own(%x: memref<3x?xf64>, %at: memref<?xindex>, %z: memref<?x3xf64>, %n: index) attributes {lagrad.interface = () -> ()} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<3x?xf64>
  linalg.generic {indexing_maps = [affine_map<(i, v) -> (i, v)>, affine_map<(i, v) -> (i, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x?xf64>) outs(%y : memref<3x?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = math.sqrt %a : f64
    linalg.yield %0 : f64
  }
  scf.for %v = %c0 to %n step %c1 {
    %0 = memref.load %y[%c0, %v] : memref<3x?xf64>
    %1 = arith.addf %0, %0 : f64
    memref.store %1, %y[%c0, %v] : memref<3x?xf64>
  }
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : memref<?xindex>) outs(%z : memref<?x3xf64>) {
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %0 = memref.load %y[%i, %v] : memref<3x?xf64>
    linalg.yield %0 : f64
  }
  memref.dealloc %y : memref<3x?xf64>
  return
}

// As it was where many steps go through the array, or a part of it has another name.
// CHECK-LABEL: func.func @many_steps(
// CHECK-NOT:     vector
// CHECK:         return
func.func @many_steps(%w: memref<3x?x?xf64>, %at: memref<?xindex>, %z: memref<?x3xf64>, %n: index) attributes {lagrad.interface = () -> ()} {
  %c0 = arith.constant 0 : index
  %y = memref.alloc(%n) : memref<3x?xf64>
  linalg.generic {indexing_maps = [affine_map<(i, v, b) -> (i, b, v)>, affine_map<(i, v, b) -> (i, v)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w : memref<3x?x?xf64>) outs(%y : memref<3x?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = arith.addf %a, %o : f64
    linalg.yield %0 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : memref<?xindex>) outs(%z : memref<?x3xf64>) {
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %0 = memref.load %y[%i, %v] : memref<3x?xf64>
    linalg.yield %0 : f64
  }
  memref.dealloc %y : memref<3x?xf64>
  %u = memref.alloc(%n) : memref<3x?xf64>
  %part = memref.subview %u[0, 0] [1, %n] [1, 1] : memref<3x?xf64> to memref<?xf64, strided<[1]>>
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : memref<?xindex>) outs(%z : memref<?x3xf64>) {
  ^bb0(%v: index, %o: f64):
    %i = linalg.index 1 : index
    %0 = memref.load %u[%i, %v] : memref<3x?xf64>
    linalg.yield %0 : f64
  }
  %0 = memref.load %part[%c0] : memref<?xf64, strided<[1]>>
  memref.store %0, %z[%c0, %c0] : memref<?x3xf64>
  memref.dealloc %u : memref<3x?xf64>
  return
}

// Buffers that the caller passes may overlap: the fourth number of a vector could be the next weight.
// CHECK-LABEL: func.func @passed(
// CHECK-NOT:     vector
func.func @passed(%y: memref<3x?xf64>, %at: memref<?xindex>, %u: memref<?xf64>, %z: memref<?x3xf64>) {
  linalg.generic {indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%at, %u : memref<?xindex>, memref<?xf64>) outs(%z : memref<?x3xf64>) {
  ^bb0(%place: index, %w: f64, %out: f64):
    %i = linalg.index 1 : index
    %v = memref.load %y[%i, %place] : memref<3x?xf64>
    %p = arith.mulf %w, %v : f64
    linalg.yield %p : f64
  }
  return
}
