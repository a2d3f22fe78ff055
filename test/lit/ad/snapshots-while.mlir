// RUN: lagrad-opt %s --lagrad-differentiate --canonicalize | FileCheck %s
// RUN: lagrad-check %s

// The iterations of a while loop are counted; then it is a loop with snapshots.
// CHECK-LABEL: func.func @df(
// CHECK:       scf.while
// CHECK-NOT:   tensor.insert
// CHECK:       scf.for
// CHECK:         } {lagrad.rewind}
// CHECK:       } {lagrad.schedule = "periodic", lagrad.snapshots = 3 : i64}
func.func @f(%x: f64 {lagrad.example = 5.3 : f64}) -> f64 {
  %one = arith.constant 1.0 : f64
  %r = scf.while (%s = %x) : (f64) -> f64 {
    %more = arith.cmpf ogt, %s, %one : f64
    scf.condition(%more) %s : f64
  } do {
  ^bb0(%s: f64):
    %root = math.sqrt %s : f64
    %sine = math.sin %root : f64
    %next = arith.mulf %root, %sine : f64
    scf.yield %next : f64
  } attributes {lagrad.snapshots = 3, lagrad.schedule = "periodic"}
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
