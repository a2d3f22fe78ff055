// Pieces on memory: a region, the body of a loop and a call. Each is a function on tensors, which the derivative runs again.
// RUN: lagrad-opt %s --lagrad-default --split-input-file | FileCheck %s
// RUN: lagrad-check %s

// CHECK-LABEL: func.func @dregion(
// CHECK:         call @{{.*}}_piece_augmented(
// CHECK:         call @{{.*}}_piece_adjoint(
// CHECK-NOT:     lagrad.tape
// CHECK-LABEL: func.func private @{{.*}}_piece_augmented(
// CHECK-NOT:     lagrad.tape
// CHECK-LABEL: func.func private @{{.*}}_piece_adjoint(
// CHECK:         lagrad.tape
func.func @region(%x: memref<6xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.execute_region -> f64 {
    scf.for %i = %c0 to %c5 step %c1 {
      %j = arith.addi %i, %c1 : index
      %a = memref.load %x[%i] : memref<6xf64>
      %b = memref.load %x[%j] : memref<6xf64>
      %p = arith.mulf %a, %b : f64
      %q = math.sin %p : f64
      memref.store %q, %x[%j] : memref<6xf64>
    }
    %l = memref.load %x[%c5] : memref<6xf64>
    %m = arith.mulf %l, %s : f64
    scf.yield %m : f64
  } {lagrad.checkpoint}
  %t = math.exp %r : f64
  memref.store %t, %x[%c0] : memref<6xf64>
  return %t : f64
}
func.func private @dregion(memref<6xf64>, f64, f64, memref<6xf64>) -> f64 attributes {lagrad.pullback = @region, lagrad.wrt = [0, 1]}
func.func private @pregion(memref<6xf64>, memref<6xf64>, f64, f64) -> f64 attributes {lagrad.pushforward = @region, lagrad.wrt = [0, 1]}

// -----

// CHECK-LABEL: func.func @dbody(
// CHECK:         scf.for
// CHECK:           call @{{.*}}_piece_augmented(
// CHECK:         {lagrad.tape
// CHECK:         scf.for
// CHECK:           call @{{.*}}_piece_adjoint(
func.func @body(%x: memref<3xf64>, %n: index {lagrad.example = 4 : index}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %k = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c3 step %c1 {
      %a = memref.load %x[%i] : memref<3xf64>
      %b = memref.load %x[%c1] : memref<3xf64>
      %p = arith.mulf %a, %b : f64
      %q = math.sin %p : f64
      memref.store %q, %x[%i] : memref<3xf64>
    }
  } {lagrad.checkpoint}
  return
}
func.func private @dbody(memref<3xf64>, index, memref<3xf64>) attributes {lagrad.pullback = @body, lagrad.wrt = [0]}

// -----

// CHECK-LABEL: func.func @dcalls(
// CHECK-COUNT-2: call @{{.*}}_piece{{[_0-9]*}}_augmented(
// CHECK-COUNT-2: call @{{.*}}_piece{{[_0-9]*}}_adjoint(
func.func private @squares(%x: memref<3xf64>) attributes {lagrad.checkpoint} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.load %x[%i] : memref<3xf64>
    %p = arith.mulf %a, %a : f64
    memref.store %p, %x[%i] : memref<3xf64>
  }
  return
}
func.func @calls(%x: memref<3xf64>) {
  func.call @squares(%x) : (memref<3xf64>) -> ()
  func.call @squares(%x) : (memref<3xf64>) -> ()
  return
}
func.func private @dcalls(memref<3xf64>, memref<3xf64>) attributes {lagrad.pullback = @calls}
