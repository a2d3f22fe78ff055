// The sets of each loop, branch, call and piece, with their bytes; the program stays as it is.
// RUN: lagrad-opt %s --lagrad-print-dataflow --split-input-file -o %t.mlir 2>&1 | grep note: | FileCheck %s
// RUN: FileCheck %s --check-prefix=PROGRAM < %t.mlir
// RUN: lagrad-opt %s --lagrad-print-dataflow='sets=tbr tape=recompute' --split-input-file -o %t.mlir 2>&1 | grep tbr: | FileCheck %s --check-prefix=TBR

// What an adjoint reads has to stay through all that follows. Of the last loop the derivative runs nothing: its adjoint
// reads what is there before.
// CHECK:      @df, loop, written: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.for', f64
// CHECK-NEXT: @df, loop, read: 16 bytes
// CHECK-NEXT: 8 bytes: argument 1, index
// CHECK-NEXT: 8 bytes: argument 0, f64
// CHECK-NEXT: @df, loop, needed: 8 * n1 + 8 bytes
// CHECK-NEXT: 8 bytes: argument 1, index
// CHECK-NEXT: note: 8 * n1 bytes: all rows of this carried value, f64
// CHECK-NEXT: n1 is argument 1, index
// CHECK-NEXT: @df, loop, killed: nothing
// CHECK-NEXT: @df, loop, tbr: nothing
// CHECK-NEXT: @df, loop, live: 8 * n1 + 8 bytes
// CHECK:      @df, branch, needed: 9 bytes
// CHECK:      @df, branch, tbr: 8 * n1 + 8 bytes
// CHECK:      @df, branch, live: 8 bytes
// CHECK:      @df, loop, needed: nothing
// CHECK:      @df, loop, tbr: 8 * n1 + 25 bytes
// CHECK:      @df, loop, live: nothing
// TBR:      @df, loop, tbr: nothing
// TBR-NEXT: @df, branch, tbr: 8 * n1 + 8 bytes
// TBR-NEXT: @df, loop, tbr: 8 * n1 + 25 bytes
func.func @sines(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  // PROGRAM: scf.for
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = math.sin %a : f64
    scf.yield %s : f64
  }
  %is_positive = arith.cmpf ogt, %p, %x : f64
  %q = scf.if %is_positive -> f64 {
    %e = math.exp %p : f64
    scf.yield %e : f64
  } else {
    scf.yield %p : f64
  }
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x) -> f64 {
    %s = arith.mulf %q, %p : f64
    %t = arith.addf %s, %a : f64
    scf.yield %t : f64
  }
  return %r : f64
}
// PROGRAM: func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @sines}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @sines}

// -----

// On memory. The second loop writes where the adjoint of the first one reads, so one of them has a copy.
// CHECK:      @on_memory.tensors, loop, written: 56 bytes
// CHECK-NEXT: {{:69:.*}} note: 56 bytes: argument 1, tensor<7xf64>
// CHECK:      @on_memory.tensors, loop, needed: 56 bytes
// CHECK-NEXT: {{:69:.*}} note: 56 bytes: argument 0, tensor<7xf64>
// CHECK:      @on_memory.tensors, loop, written: 56 bytes
// CHECK-NEXT: 56 bytes: argument 0, tensor<7xf64>
// CHECK:      @on_memory.tensors, loop, killed: nothing
// CHECK-NEXT: @on_memory.tensors, loop, tbr: 56 bytes
// CHECK-NEXT: 56 bytes: argument 0, tensor<7xf64>
// TBR-NEXT:   @on_memory.tensors, loop, tbr: nothing
// TBR-NEXT:   @on_memory.tensors, loop, tbr: 56 bytes
func.func @memory(%x: memref<7xf64>, %y: memref<7xf64>, %z: memref<7xf64>) {
  affine.for %i = 0 to 7 {
    %a = affine.load %x[%i] : memref<7xf64>
    %b = math.sin %a : f64
    affine.store %b, %y[%i] : memref<7xf64>
  }
  affine.for %i = 0 to 7 {
    %a = affine.load %z[%i] : memref<7xf64>
    affine.store %a, %x[%i] : memref<7xf64>
  }
  return
}
func.func private @on_memory(memref<7xf64>, memref<7xf64>, memref<7xf64>, memref<7xf64>, memref<7xf64>)
    attributes {lagrad.pullback = @memory, lagrad.wrt = [0, 1]}

// -----

// The loop kills what it starts from: each iteration writes all of it and reads nothing.
// CHECK:      @dfills, loop, written: 64 bytes
// CHECK-NEXT: 64 bytes: argument 0, tensor<8xf64>
// CHECK-NEXT: @dfills, loop, read: 64 bytes
// CHECK-NEXT: 64 bytes: argument 1, tensor<8xf64>
// CHECK:      @dfills, loop, killed: 64 bytes
// CHECK-NEXT: 64 bytes: argument 0, tensor<8xf64>
func.func @fills(%into: tensor<8xf64>, %x: tensor<8xf64>) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %into) -> tensor<8xf64> {
    %e = tensor.extract %x[%i] : tensor<8xf64>
    %s = math.sin %e : f64
    %f = linalg.fill ins(%s : f64) outs(%a : tensor<8xf64>) -> tensor<8xf64>
    scf.yield %f : tensor<8xf64>
  }
  return %r : tensor<8xf64>
}
func.func private @dfills(tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    attributes {lagrad.pullback = @fills, lagrad.wrt = [1]}

// -----

// A piece that overwrites one of the tensors that it runs again from; what follows overwrites the other one.
// CHECK:      @df.piece_piece, loop, needed:
// CHECK:      @df, piece, written: 800 bytes
// CHECK-NEXT: 800 bytes: argument 0, tensor<100xf64>
// CHECK:      @df, piece, snapshot: 1200 bytes
// CHECK-NEXT: 800 bytes: argument 0, tensor<100xf64>
// CHECK-NEXT: 400 bytes: argument 1, tensor<50xf64>
// CHECK-NEXT: with a copy of what this piece or the rest overwrites: 1200 bytes
// CHECK-NEXT: with a copy of what this piece overwrites: 800 bytes, and the rest preserves: 400 bytes; this is done
func.func @piece(%u: tensor<100xf64>, %v: tensor<50xf64>, %x: f64) -> (tensor<100xf64>, tensor<50xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %w = scf.execute_region -> tensor<100xf64> {
    %l = scf.for %i = %c0 to %c50 step %c1 iter_args(%a = %u) -> tensor<100xf64> {
      %e = tensor.extract %a[%i] : tensor<100xf64>
      %s = math.sin %e : f64
      %f = tensor.extract %v[%i] : tensor<50xf64>
      %p = arith.mulf %s, %f : f64
      %b = tensor.insert %p into %a[%i] : tensor<100xf64>
      scf.yield %b : tensor<100xf64>
    }
    scf.yield %l : tensor<100xf64>
  } {lagrad.checkpoint}
  %z = tensor.insert %x into %v[%c1] : tensor<50xf64>
  %l = scf.for %i = %c0 to %c50 step %c1 iter_args(%a = %z) -> tensor<50xf64> {
    %b = tensor.insert %x into %a[%i] : tensor<50xf64>
    scf.yield %b : tensor<50xf64>
  }
  return %w, %l : tensor<100xf64>, tensor<50xf64>
}
func.func private @df(tensor<100xf64>, tensor<50xf64>, f64, tensor<100xf64>, tensor<50xf64>)
    -> (tensor<100xf64>, tensor<50xf64>, tensor<100xf64>, tensor<50xf64>, f64)
    attributes {lagrad.pullback = @piece, lagrad.wrt = [0, 1, 2], lagrad.with_primal}

// -----

// CHECK: note: @dsquare has no loop, branch or call
// CHECK: note: @pushed runs forward, and keeps nothing
func.func @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func private @dsquare(f64) -> f64 attributes {lagrad.gradient = @square}
func.func private @pushed(f64, f64) -> f64 attributes {lagrad.pushforward = @square}

// -----

// The inner loop runs again from what the outer one records, in place of which it writes; of the last loop three states
// are kept.
// CHECK:      @dloops, loop, snapshot: 136 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 64 bytes: argument 0, tensor<8xf64>
// CHECK:      @dloops, loop, snapshot: 3 times 64 bytes
func.func @loops(%x: tensor<8xf64>, %n: index, %m: index) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf64> {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%b = %a) -> tensor<8xf64> {
      %s = math.sin %b : tensor<8xf64>
      %t = arith.mulf %s, %x : tensor<8xf64>
      scf.yield %t : tensor<8xf64>
    } {lagrad.replay}
    scf.yield %q : tensor<8xf64>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p) -> tensor<8xf64> {
    %s = math.sin %a : tensor<8xf64>
    scf.yield %s : tensor<8xf64>
  } {lagrad.snapshots = 3}
  return %r : tensor<8xf64>
}
func.func private @dloops(tensor<8xf64>, index, index, tensor<8xf64>) -> tensor<8xf64>
    attributes {lagrad.pullback = @loops}
