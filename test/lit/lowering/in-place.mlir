// RUN: lagrad-opt %s --split-input-file --pipeline='lagrad-add-destinations,convert-elementwise-to-linalg,linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize,cse,lagrad-choose-destinations,lagrad-write-slices,lagrad-copy-yields,lagrad-place-results,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1},cse,canonicalize,cse,func.func(buffer-loop-hoisting)' | FileCheck %s

// A tape of scalars is written into the caller's memory.
// CHECK-LABEL: func.func @tape(
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         scf.for
// CHECK:           memref.store
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @tape(%x: f64, %n: index) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e, %s = %x) -> (tensor<8xf64>, f64) {
    %u = tensor.insert %s into %t[%i] : tensor<8xf64>
    %y = math.sin %s : f64
    scf.yield %u, %y : tensor<8xf64>, f64
  }
  return %r#0 : tensor<8xf64>
}

// -----

// So is a tape of rows, and the state moves on without an allocation a trip.
// CHECK-LABEL: func.func @tape_of_rows(
// CHECK-COUNT-1: memref.alloc
// CHECK:         scf.for
// CHECK:           memref.copy
// CHECK:           linalg.generic
// CHECK-NOT:       memref.alloc
// CHECK-NOT:       memref.copy
// CHECK:         return
func.func @tape_of_rows(%x: tensor<4xf64>, %n: index) -> tensor<8x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8x4xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e, %s = %x) -> (tensor<8x4xf64>, tensor<4xf64>) {
    %u = tensor.insert_slice %s into %t[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
    %y = math.sin %s : tensor<4xf64>
    scf.yield %u, %y : tensor<8x4xf64>, tensor<4xf64>
  }
  return %r#0 : tensor<8x4xf64>
}

// -----

// Rows of an accumulator grow where they are.
// CHECK-LABEL: func.func @accumulator(
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @accumulator(%x: tensor<8x4xf64>) -> tensor<8x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<8x4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<8x4xf64>) -> tensor<8x4xf64>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (tensor<8x4xf64>) {
    %v = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
    %sum = linalg.add ins(%row, %v : tensor<4xf64>, tensor<4xf64>) outs(%row : tensor<4xf64>) -> tensor<4xf64>
    %b = tensor.insert_slice %sum into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
    scf.yield %b : tensor<8x4xf64>
  }
  return %r : tensor<8x4xf64>
}

// -----

// Elements are added up where they are, also in a branch.
// CHECK-LABEL: func.func @scatter(
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @scatter(%v: tensor<8xf64>, %at: tensor<8xindex>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (tensor<4xf64>) {
    %k = tensor.extract %at[%i] : tensor<8xindex>
    %x = tensor.extract %v[%i] : tensor<8xf64>
    %c = arith.cmpf ogt, %x, %zero : f64
    %b = scf.if %c -> (tensor<4xf64>) {
      %old = tensor.extract %a[%k] : tensor<4xf64>
      %new = arith.addf %old, %x : f64
      %u = tensor.insert %new into %a[%k] : tensor<4xf64>
      scf.yield %u : tensor<4xf64>
    } else {
      scf.yield %a : tensor<4xf64>
    }
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// -----

// A recurrence of any size needs one buffer besides its result.
// CHECK-LABEL: func.func @recurrence(
// CHECK-COUNT-1: memref.alloc
// CHECK:         scf.for
// CHECK-NOT:       memref.alloc
// CHECK:         return
func.func @recurrence(%w: tensor<4x4xf64>, %x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4xf64>) {
    %e = tensor.empty() : tensor<4xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
    %m = linalg.matvec ins(%w, %a : tensor<4x4xf64>, tensor<4xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
    %t = math.tanh %m : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
