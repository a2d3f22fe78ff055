// RUN: lagrad-opt %s --allow-unregistered-dialect --pipeline="func.func(lagrad-hoist-buffers,canonicalize)" | FileCheck %s

// The trip that needs most is the last one.
// CHECK-LABEL: func.func @growing(
// CHECK-SAME:    %[[N:.*]]: index)
// CHECK:         %[[LAST:.*]] = arith.subi %[[N]], %c1
// CHECK:         %[[SIZE:.*]] = arith.maxsi %[[LAST]], %c0
// CHECK:         %[[PRODUCT:.*]] = arith.muli %[[SIZE]], %c8
// CHECK:         %[[BYTES:.*]] = arith.select %{{.*}}, %[[PRODUCT]],
// CHECK:         %[[ROOM:.*]] = memref.alloc(%[[BYTES]]) : memref<?xi8>
// CHECK:         scf.for %[[I:.*]] =
// CHECK-NOT:       memref.alloc
// CHECK:           memref.view %[[ROOM]][%c0][%[[I]]] : memref<?xi8> to memref<?xf64>
func.func @growing(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc(%i) : memref<?xf64>
    func.call @use(%b) : (memref<?xf64>) -> ()
  }
  return
}

// A buffer that is needed in some trips of the inner loop, with a bound that both loops move, and another dimension.
// CHECK-LABEL: func.func @nested(
// CHECK:         memref.alloc
// CHECK:         scf.for
// CHECK-NOT:       memref.alloc
// CHECK:           scf.for
// CHECK:             memref.view %{{.*}}[%{{.*}}][%[[D:.*]], %[[M:.*]]] : memref<?xi8> to memref<?x?x3xf64>
// CHECK:             scf.if
func.func @nested(%n: index, %m: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %i to %n step %c1 {
      %left = arith.subi %j, %i : index
      %trips = arith.ceildivsi %left, %step : index
      %some = arith.cmpi sgt, %left, %c0 : index
      %size = arith.select %some, %trips, %c0 : index
      scf.if %some {
        %b = memref.alloc(%size, %m) : memref<?x?x3xf64>
        func.call @use_3d(%b) : (memref<?x?x3xf64>) -> ()
      }
    }
  }
  return
}

// Blocks of a size that is known before the loop; the last one has what is left, which is no more than all of it or than a block.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[N:.*]]: index, %[[BLOCK:.*]]: index)
// CHECK:         %[[MOST:.*]] = arith.minsi %{{.*}}, %[[BLOCK]]
// CHECK:         memref.alloc(
// CHECK:         scf.for
// CHECK-NOT:       memref.alloc
// CHECK:           memref.view
func.func @blocks(%n: index, %block: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %trips = arith.ceildivsi %n, %block : index
  scf.for %i = %c0 to %trips step %c1 {
    %first = arith.muli %block, %i : index
    %left = arith.subi %n, %first : index
    %size = arith.minsi %left, %block : index
    %b = memref.alloc(%size) : memref<?xf64>
    func.call @use(%b) : (memref<?xf64>) -> ()
  }
  return
}

// What is read from memory has no bound.
// CHECK-LABEL: func.func @unknown(
// CHECK:         scf.for
// CHECK:           memref.alloc
func.func @unknown(%sizes: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %size = memref.load %sizes[%i] : memref<?xindex>
    %b = memref.alloc(%size) : memref<?xf64>
    func.call @use(%b) : (memref<?xf64>) -> ()
  }
  return
}

// The next trip reads this buffer while it fills its own.
// CHECK-LABEL: func.func @passed_on(
// CHECK:         scf.for
// CHECK:           memref.alloc
func.func @passed_on(%first: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %first) -> memref<?xf64> {
    %b = memref.alloc(%i) : memref<?xf64>
    func.call @use_two(%old, %b) : (memref<?xf64>, memref<?xf64>) -> ()
    scf.yield %b : memref<?xf64>
  }
  return
}

// Trips of a parallel loop run at the same time.
// CHECK-LABEL: func.func @parallel(
// CHECK:         scf.parallel
// CHECK:           memref.alloc
func.func @parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %b = memref.alloc(%n) : memref<?xf64>
    func.call @use(%b) : (memref<?xf64>) -> ()
  }
  return
}

func.func private @use(memref<?xf64>)
func.func private @use_two(memref<?xf64>, memref<?xf64>)
func.func private @use_3d(memref<?x?x3xf64>)

// The smaller of two sizes has a bound if one of them has.
// CHECK-LABEL: func.func @at_most(
// CHECK-SAME:    %[[N:.*]]: index, %[[SIZES:.*]]: memref<?xindex>)
// CHECK:         memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK:         scf.for
// CHECK-NOT:       memref.alloc
// CHECK:           memref.view
// CHECK:         scf.for
// CHECK:           memref.alloc
func.func @at_most(%n: index, %sizes: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %found = memref.load %sizes[%i] : memref<?xindex>
    %size = arith.minsi %found, %n : index
    %b = memref.alloc(%size) : memref<?xf64>
    func.call @use(%b) : (memref<?xf64>) -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    %found = memref.load %sizes[%i] : memref<?xindex>
    %size = arith.maxsi %found, %n : index
    %b = memref.alloc(%size) : memref<?xf64>
    func.call @use(%b) : (memref<?xf64>) -> ()
  }
  return
}

// No iteration needs these at the same time: one room, for the largest one. What is in use meanwhile has its own.
// CHECK-LABEL: func.func @strips(
// CHECK:         %[[ALL:.*]] = memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK-COUNT-3: arith.maxsi %{{[0-9]+}}, %{{[0-9]+}}
// CHECK:         %[[ROOM:.*]] = memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for
// CHECK:           memref.view %[[ALL]][%c0][%{{.*}}] : memref<?xi8> to memref<?xf64>
// CHECK:           scf.for
// CHECK:             memref.view %[[ROOM]][%c0][%{{.*}}] : memref<?xi8> to memref<?x4xf64>
// CHECK:           scf.for
// CHECK:             memref.view %[[ROOM]][%c0][%{{.*}}] : memref<?xi8> to memref<?x7xf64>
// CHECK:           scf.for
// CHECK:             memref.view %[[ROOM]][%c0][%{{.*}}] : memref<?xi8> to memref<?x4xf32>
// CHECK:           memref.view %[[ROOM]][%c0][%{{.*}}] : memref<?xi8> to memref<?xf64>
func.func @strips(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %all = memref.alloc(%i) : memref<?xf64>
    scf.for %j = %c0 to %i step %c1 {
      %strip = memref.alloc(%j) : memref<?x4xf64>
      "test.use"(%all, %strip) : (memref<?xf64>, memref<?x4xf64>) -> ()
    }
    scf.for %j = %c0 to %i step %c1 {
      %strip = memref.alloc(%j) : memref<?x7xf64>
      "test.use"(%all, %strip) : (memref<?xf64>, memref<?x7xf64>) -> ()
    }
    scf.for %j = %c0 to %i step %c1 {
      %strip = memref.alloc(%j) : memref<?x4xf32>
      "test.use"(%all, %strip) : (memref<?xf64>, memref<?x4xf32>) -> ()
    }
    %end = memref.alloc(%i) : memref<?xf64>
    "test.use"(%all, %end) : (memref<?xf64>, memref<?xf64>) -> ()
  }
  return
}

// In use at the same time: what is read after another one is taken, and what a choice may stand for. Here only the second one is done with before
// the third is taken.
// CHECK-LABEL: func.func @together(
// CHECK-COUNT-3: memref.alloc(
// CHECK:         scf.for
// CHECK-NOT:     memref.alloc(
// CHECK:         return
func.func @together(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %a = memref.alloc(%j) : memref<?xf64>
      %b = memref.alloc(%j) : memref<?xf64>
      "test.use"(%b) : (memref<?xf64>) -> ()
      "test.use"(%a) : (memref<?xf64>) -> ()
      %d = memref.alloc(%j) : memref<?xf64>
      %either = scf.if %c -> (memref<?xf64>) {
        scf.yield %a : memref<?xf64>
      } else {
        scf.yield %d : memref<?xf64>
      }
      %e = memref.alloc(%j) : memref<?xf64>
      "test.use"(%e) : (memref<?xf64>) -> ()
      "test.use"(%either) : (memref<?xf64>) -> ()
    }
  }
  return
}

// Two loops have a room each: the size of the second one is not known before the first.
// CHECK-LABEL: func.func @loops(
// CHECK:         memref.alloc(
// CHECK:         scf.for
// CHECK:         memref.load
// CHECK:         memref.alloc(
// CHECK:         scf.for
func.func @loops(%n: index, %sizes: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<?xf64>
    "test.use"(%a) : (memref<?xf64>) -> ()
  }
  %m = memref.load %sizes[%c0] : memref<1xindex>
  scf.for %i = %c0 to %m step %c1 {
    %a = memref.alloc(%i) : memref<?xf64>
    "test.use"(%a) : (memref<?xf64>) -> ()
  }
  return
}
