// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-hoist-buffers | FileCheck %s

// In a loop, before anybody frees: of the same sizes in this iteration, and in use one after the other, also inside
// of other loops.
// CHECK-LABEL: func.func @iterations(
// CHECK:         scf.for
// CHECK:           %[[A:.*]] = memref.alloc(
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]]
// CHECK-NOT:       memref.alloc
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]]
// CHECK:           %[[C:.*]] = memref.alloc(
// CHECK:           "test.write"(%[[C]], %[[A]])
// CHECK:           %[[D:.*]] = memref.alloc(
// CHECK:           "test.write"(%[[D]], %{{.*}})
func.func @iterations(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %size = "test.size"(%i) : (index) -> index
    %other = "test.size"(%i) : (index) -> index
    %a = memref.alloc(%size) : memref<?xf64>
    scf.for %j = %c0 to %n step %c1 {
      "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
    }
    %b = memref.alloc(%size) : memref<?xf64>
    scf.for %j = %c0 to %n step %c1 {
      "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
    }
    %c = memref.alloc(%size) : memref<?xf64>
    "test.write"(%c, %b) : (memref<?xf64>, memref<?xf64>) -> ()
    %d = memref.alloc(%other) : memref<?xf64>
    "test.write"(%d, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  }
  return
}

// What an iteration hands on is still in use at its end; and what is freed in it shares no memory, nor leaves the loop.
// CHECK-LABEL: func.func @handed_on(
// CHECK:         scf.for
// CHECK:           %[[A:.*]] = memref.alloc(
// CHECK:           %[[B:.*]] = memref.alloc(
// CHECK:           "test.write"(%[[B]],
// CHECK:           %[[C:.*]] = memref.alloc(
// CHECK:           memref.dealloc %[[B]]
// CHECK:           scf.yield %{{.*}}, %[[C]]
func.func @handed_on(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %t = %y) -> (memref<?xf64>, memref<?xf64>) {
    %a = memref.alloc(%n) : memref<?xf64>
    "test.write"(%a, %s) : (memref<?xf64>, memref<?xf64>) -> ()
    %part = memref.cast %a : memref<?xf64> to memref<?xf64>
    %b = memref.alloc(%n) : memref<?xf64>
    "test.write"(%b, %t) : (memref<?xf64>, memref<?xf64>) -> ()
    %c = memref.alloc(%n) : memref<?xf64>
    "test.write"(%c, %t) : (memref<?xf64>, memref<?xf64>) -> ()
    memref.dealloc %b : memref<?xf64>
    scf.yield %part, %c : memref<?xf64>, memref<?xf64>
  }
  return %last#0, %last#1 : memref<?xf64>, memref<?xf64>
}

// Buffers of inner loops are taken in front of them one loop at a time, so that the second loop has what the first
// one needed, and so have
// branches of one choice, of which one alone runs.
// CHECK-LABEL: func.func @loops_in_a_loop(
// CHECK:         %[[A:.*]] = memref.alloc(
// CHECK:         %[[B:.*]] = memref.alloc(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]], %arg0)
// CHECK:             "test.write"(%[[B]], %[[A]])
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]], %arg0)
// CHECK:             scf.if
// CHECK:               "test.write"(%[[B]], %[[A]])
// CHECK:               memref.cast %[[B]]
// CHECK:             } else {
// CHECK:               "test.write"(%[[B]], %arg0)
// CHECK:               memref.cast %[[B]]
func.func @loops_in_a_loop(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.alloc(%n) : memref<?xf64>
      "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
      %b = memref.alloc(%n) : memref<?xf64>
      "test.write"(%b, %a) : (memref<?xf64>, memref<?xf64>) -> ()
    }
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.alloc(%n) : memref<?xf64>
      "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
      %flag = "test.flag"() : () -> i1
      %one = scf.if %flag -> memref<*xf64> {
        %b = memref.alloc(%n) : memref<?xf64>
        "test.write"(%b, %a) : (memref<?xf64>, memref<?xf64>) -> ()
        %cast = memref.cast %b : memref<?xf64> to memref<*xf64>
        scf.yield %cast : memref<*xf64>
      } else {
        %b = memref.alloc(%n) : memref<?xf64>
        "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
        %cast = memref.cast %b : memref<?xf64> to memref<*xf64>
        scf.yield %cast : memref<*xf64>
      }
      "test.read"(%one) : (memref<*xf64>) -> ()
    }
  }
  return
}

// Not what an iteration hands on or stores, and not what has a size without a bound; nor out of a branch in no loop.
// CHECK-LABEL: func.func @stays(
// CHECK:         scf.for
// CHECK-COUNT-3:   memref.alloc(
// CHECK:         scf.if
// CHECK-NEXT:      memref.alloc(
func.func @stays(%x: memref<?xf64>, %cell: memref<memref<?xf64>>, %flag: i1, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (memref<?xf64>) {
    %a = memref.alloc(%n) : memref<?xf64>
    "test.write"(%a, %s) : (memref<?xf64>, memref<?xf64>) -> ()
    %b = memref.alloc(%n) : memref<?xf64>
    memref.store %b, %cell[] : memref<memref<?xf64>>
    %size = "test.size"(%i) : (index) -> index
    %c = memref.alloc(%size) : memref<?xf64>
    "test.write"(%c, %x) : (memref<?xf64>, memref<?xf64>) -> ()
    %any = memref.cast %a : memref<?xf64> to memref<*xf64>
    %again = memref.cast %any : memref<*xf64> to memref<?xf64>
    scf.yield %again : memref<?xf64>
  }
  scf.if %flag {
    %d = memref.alloc(%n) : memref<?xf64>
    "test.write"(%d, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  }
  return %last : memref<?xf64>
}

// Small ones of fixed size stay too: loops that share none may run several iterations at once.
// CHECK-LABEL: func.func @small(
// CHECK:         scf.for
// CHECK:           memref.alloc() : memref<1000xf64>
// CHECK:         memref.alloc() : memref<80x80xf64>
// CHECK:         scf.for
func.func @small(%x: memref<?xf64>, %y: memref<80x80xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<1000xf64>
    "test.write"(%a, %x) : (memref<1000xf64>, memref<?xf64>) -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<80x80xf64>
    "test.write"(%a, %y) : (memref<80x80xf64>, memref<80x80xf64>) -> ()
  }
  return
}

// Out of a choice, only towards a loop: in iterations that run at once a buffer is taken where it is needed.
// CHECK-LABEL: func.func @at_once(
// CHECK:         scf.parallel
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        memref.alloc(
func.func @at_once(%x: memref<?xf64>, %flag: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      scf.if %flag {
        %a = memref.alloc(%n) : memref<?xf64>
        "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
      }
    }
  }
  return
}
