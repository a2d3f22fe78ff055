// A piece that is not adjoint-live is not in the derivative: its result is only added, or is not read at all.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-opt %s --lagrad-print-dataflow=sets=needed,live -o /dev/null 2>&1 | grep 'piece, ' | FileCheck %s --check-prefix=FLOW

// FLOW:      @df, piece, needed: nothing
// FLOW-NEXT: @df, piece, live: nothing
// CHECK-LABEL: func.func @df(
// CHECK-NOT:     call
// CHECK:         return
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = scf.execute_region -> f64 {
    %e = math.exp %y : f64
    scf.yield %e : f64
  } {lagrad.checkpoint}
  %s = math.sin %x : f64
  %t = arith.addf %s, %r : f64
  return %t : f64
}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}

// Of one that is active, but whose value nothing reads, the adjoint is there and nothing else.
// FLOW-NEXT: @dg, piece, needed: 8 bytes
// FLOW-NEXT: @dg, piece, live: nothing
// CHECK-LABEL: func.func @dg(
// CHECK-NOT:     augmented
// CHECK:         call @g_piece_adjoint(
// CHECK-NOT:     augmented
// CHECK:         return
func.func @g(%x: f64) -> f64 {
  %r = scf.execute_region -> f64 {
    %e = math.exp %x : f64
    scf.yield %e : f64
  } {lagrad.checkpoint}
  %t = arith.addf %r, %x : f64
  return %t : f64
}
func.func private @dg(f64) -> f64 attributes {lagrad.gradient = @g}
