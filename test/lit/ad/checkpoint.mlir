// RUN: lagrad-opt %s --lagrad-differentiate --canonicalize --split-input-file | FileCheck %s
// RUN: lagrad-opt %s --lagrad-default --split-input-file -o /dev/null

// The region becomes a function. What it computes is not kept: the adjoint takes what the region reads, and runs the loop again.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: index)
// CHECK:         %[[PIECE:.*]] = call @region_piece_augmented(%[[N]], %[[X]]) : (index, f64) -> f64
// CHECK:         %[[CT:.*]] = math.cos %[[PIECE]]
// CHECK:         call @region_piece_adjoint(%[[N]], %[[X]], %[[CT]])
// CHECK-LABEL: func.func private @region_piece(
// CHECK-SAME:    attributes {lagrad.checkpoint, no_inline}
// CHECK-LABEL: func.func private @region_piece_augmented(
// CHECK-SAME:    attributes {lagrad.checkpoint, no_inline}
// CHECK-NOT:     lagrad.tape
// CHECK-LABEL: func.func private @region_piece_adjoint(
// CHECK-SAME:    attributes {lagrad.checkpoint, no_inline}
// CHECK:         scf.for
// CHECK:         {lagrad.tape = array<i64: 1>}
// CHECK:         scf.for
func.func @region(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.execute_region -> f64 {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> f64 {
      %u = math.tanh %t : f64
      scf.yield %u : f64
    }
    scf.yield %s : f64
  } {lagrad.checkpoint}
  %y = math.sin %r : f64
  return %y : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @region}

// -----

// The loop records what its body is given, and nothing of the inner loop.
// CHECK-LABEL: func.func @df(
// CHECK:         scf.for
// CHECK:           call @loop_piece_augmented(
// CHECK:           tensor.insert
// CHECK:         {lagrad.tape = array<i64: 1>}
// CHECK:         scf.for
// CHECK:           call @loop_piece_adjoint(
// CHECK-LABEL: func.func private @loop_piece_augmented(
// CHECK-NOT:     lagrad.tape
// CHECK-LABEL: func.func private @loop_piece_adjoint(
// CHECK:         {lagrad.tape
func.func @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %q = scf.for %j = %c0 to %c9 step %c1 iter_args(%t = %s) -> f64 {
      %u = math.tanh %t : f64
      %v = arith.mulf %u, %x : f64
      scf.yield %v : f64
    }
    scf.yield %q : f64
  } {lagrad.checkpoint}
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @loop}

// -----

// A mark on a call says nothing of other calls.
// CHECK-LABEL: func.func private @g_piece(
// CHECK-LABEL: func.func @df(
// CHECK:         call @g_piece_augmented(
// CHECK:         math.tanh
// CHECK:         call @g_piece_adjoint(
func.func private @g(%x: f64) -> f64 {
  %0 = math.tanh %x : f64
  %1 = math.exp %0 : f64
  return %1 : f64
}
func.func @calls(%x: f64) -> f64 {
  %0 = func.call @g(%x) {lagrad.checkpoint} : (f64) -> f64
  %1 = func.call @g(%0) : (f64) -> f64
  return %1 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @calls}
