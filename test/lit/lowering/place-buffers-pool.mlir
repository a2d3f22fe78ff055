// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers="stack=0 share=false" --canonicalize | FileCheck %s

// What a iteration passes on is freed by the next one, if it is the loop's. Of the two that are in use at once one is the carried
// one's, one the iteration's; what the loop began with is no block, and is freed as before.
// CHECK-LABEL: func.func @passed_on(
// CHECK-DAG:     %[[BLOCKS:.*]] = memref.alloca() : memref<3xmemref<?xi8>>
// CHECK-DAG:     %[[ROOMS:.*]] = memref.alloca() : memref<3xindex>
// CHECK:         memref.store %c0, %[[ROOMS]][%c0]
// CHECK:         memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK:         %[[X:.*]] = memref.view
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %[[X]], %[[OWNED:.*]] =
// CHECK:           %[[PRODUCT:.*]] = arith.muli %[[I]], %c24
// CHECK:           %[[BYTES:.*]] = arith.select %{{.*}}, %[[PRODUCT]],
// CHECK:           %[[BLOCK:.*]] = func.call @lagrad.take(%[[BYTES]],
// CHECK:           %[[NEXT:.*]] = memref.view %[[BLOCK]][{{.*}}][%[[I]]] : memref<?xi8> to memref<3x?xf64>
// CHECK:           "test.make"(%[[A]], %[[NEXT]])
// CHECK:           scf.if %[[OWNED]] {
// CHECK-NEXT:        %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-NEXT:        %[[FOREIGN:.*]] = func.call @lagrad.put(%[[POINTER]],
// CHECK-NEXT:        scf.if %[[FOREIGN]] {
// CHECK-NEXT:          memref.dealloc %[[A]]
// CHECK:           scf.yield %[[NEXT]],
// CHECK:         memref.dealloc %[[X]]
// CHECK:         call @lagrad.put(
// CHECK:         call @lagrad.close(
// CHECK-NEXT:    return
func.func @passed_on(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %x = memref.alloc(%n) : memref<3x?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %is_owned = %false) -> (memref<3x?xf64>, i1) {
    %next = memref.alloc(%i) : memref<3x?xf64>
    "test.make"(%a, %next) : (memref<3x?xf64>, memref<3x?xf64>) -> ()
    scf.if %is_owned {
      memref.dealloc %a : memref<3x?xf64>
    }
    scf.yield %next, %true : memref<3x?xf64>, i1
  }
  "test.use"(%r#0) : (memref<3x?xf64>) -> ()
  memref.dealloc %x : memref<3x?xf64>
  scf.if %r#1 {
    memref.dealloc %r#0 : memref<3x?xf64>
  }
  return
}

// A function that is called in a loop has its caller's pool; so has one that it calls.
// CHECK-LABEL: func.func @calls(
// CHECK:         memref.alloca() : memref<{{.*}}xmemref<?xi8>>
// CHECK:         scf.for
// CHECK:           %[[R:.*]] = func.call @kept(%{{.*}}, %[[BLOCKS:.*]], %[[ROOMS:.*]]) : (index, memref<?xmemref<?xi8>>, memref<?xindex>) -> memref<?xf64>
// CHECK:           func.call @lagrad.put(
// CHECK:         call @lagrad.close(
// CHECK:         return
func.func @calls(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r = func.call @kept(%i) : (index) -> memref<?xf64>
    "test.use"(%r) : (memref<?xf64>) -> ()
    memref.dealloc %r : memref<?xf64>
  }
  return
}
// CHECK-LABEL: func.func private @kept(
// CHECK-SAME:    %[[N:[^:]*]]: index, %[[BLOCKS:.*]]: memref<?xmemref<?xi8>>, %[[ROOMS:.*]]: memref<?xindex>) -> memref<?xf64>
// CHECK:         %[[BLOCK:.*]] = call @lagrad.take(%{{.*}}, %[[BLOCKS]], %[[ROOMS]])
// CHECK:         %[[R:.*]] = memref.view %[[BLOCK]]
// CHECK:         call @inner(%[[R]], %[[BLOCKS]], %[[ROOMS]])
// CHECK-NOT:     call @lagrad
// CHECK:         return %[[R]]
func.func private @kept(%n: index) -> memref<?xf64> attributes {no_inline} {
  %r = memref.alloc(%n) : memref<?xf64>
  func.call @inner(%r) : (memref<?xf64>) -> ()
  return %r : memref<?xf64>
}
// CHECK-LABEL: func.func private @inner(
// CHECK:         call @lagrad.take(
// CHECK:         call @lagrad.put(
func.func private @inner(%r: memref<?xf64>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %r, %c0 : memref<?xf64>
  %scratch = memref.alloc(%n) : memref<?xf64>
  "test.use"(%scratch, %r) : (memref<?xf64>, memref<?xf64>) -> ()
  memref.dealloc %scratch : memref<?xf64>
  return
}

// A function that calls itself passes it on.
// CHECK-LABEL: func.func private @recursive(
// CHECK-SAME:    %[[BLOCKS:[^:]*]]: memref<?xmemref<?xi8>>, %[[ROOMS:.*]]: memref<?xindex>)
// CHECK:         call @lagrad.take(%{{.*}}, %[[BLOCKS]], %[[ROOMS]])
// CHECK:         func.call @recursive(%{{.*}}, %[[BLOCKS]], %[[ROOMS]])
func.func private @recursive(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    func.call @recursive(%i) : (index) -> ()
  }
  "test.use"(%a) : (memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  return
}
func.func @begins(%n: index) {
  func.call @recursive(%n) : (index) -> ()
  return
}

// What an iteration frees itself, of truth values, which are bytes in memory. Not what is outside of loops.
// CHECK-LABEL: func.func @scratch(
// CHECK:         memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           call @lagrad.take(
// CHECK:           memref.view %{{.*}}[%{{.*}}][%[[I]]] : memref<?xi8> to memref<?xi1>
// CHECK:           call @lagrad.put(
func.func @scratch(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc(%n) : memref<?xf64>
  "test.use"(%b) : (memref<?xf64>) -> ()
  memref.dealloc %b : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<?xi1>
    "test.use"(%a) : (memref<?xi1>) -> ()
    memref.dealloc %a : memref<?xi1>
  }
  return
}

// Left alone: iterations that must not share memory, and what they call; memory that has to begin at certain addresses;
// functions called once, whose address is taken, or that others may call.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     call @lagrad
// CHECK:       func.func private @once(%{{[^,]*}}: index) -> memref<?xf64>
// CHECK-NOT:     call @lagrad
// CHECK:       func.func private @at_once(%{{[^,]*}}: index) -> memref<?xf64>
// CHECK-NOT:     call @lagrad
// CHECK:       func.func private @pointed_at(%{{[^,]*}}: index) -> memref<?xf64>
// CHECK-NOT:     call @lagrad
// CHECK:       func.func @public(%{{[^,]*}}: index) -> memref<?xf64>
// CHECK-NOT:     call @lagrad
// CHECK:       func.func private @lagrad.take(
func.func @others(%n: index) -> ((index) -> memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = func.call @once(%n) : (index) -> memref<?xf64>
  "test.keep"(%b) : (memref<?xf64>) -> ()
  %pointer = func.constant @pointed_at : (index) -> memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %aligned = memref.alloc(%i) {alignment = 64} : memref<?xf64>
    "test.keep"(%aligned) : (memref<?xf64>) -> ()
    %p = func.call @pointed_at(%i) : (index) -> memref<?xf64>
    %q = func.call @public(%i) : (index) -> memref<?xf64>
    "test.keep"(%p, %q) : (memref<?xf64>, memref<?xf64>) -> ()
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc(%i) : memref<?xf64>
    %b2 = func.call @at_once(%i) : (index) -> memref<?xf64>
    "test.keep"(%a, %b2) : (memref<?xf64>, memref<?xf64>) -> ()
  }
  return %pointer : (index) -> memref<?xf64>
}
func.func private @once(%n: index) -> memref<?xf64> {
  %r = memref.alloc(%n) : memref<?xf64>
  return %r : memref<?xf64>
}
func.func private @at_once(%n: index) -> memref<?xf64> {
  %r = memref.alloc(%n) : memref<?xf64>
  return %r : memref<?xf64>
}
func.func private @pointed_at(%n: index) -> memref<?xf64> {
  %r = memref.alloc(%n) : memref<?xf64>
  return %r : memref<?xf64>
}
func.func @public(%n: index) -> memref<?xf64> {
  %r = memref.alloc(%n) : memref<?xf64>
  return %r : memref<?xf64>
}
