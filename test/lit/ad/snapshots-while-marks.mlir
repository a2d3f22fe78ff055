// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s --check-prefix=ALONE
// RUN: lagrad-check %s

// Canonicalization replaces a while loop that passes on its values in another order, or does not read all of them, and
// leaves out what it does not know. The inliner canonicalizes, too. The marks stay.
// CHECK-LABEL: func.func @df(
// CHECK:       tensor.empty() : tensor<3xf64>
// CHECK-NOT:   lagrad.tape
// ALONE-LABEL: func.func @df(
// ALONE-COUNT-2: } {lagrad.rewind}
func.func private @inlined(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %i = scf.while (%i = %c0, %s = %x) : (index, f64) -> (f64, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %s, %i : f64, index
  } do {
  ^bb0(%s: f64, %i: index):
    %sine = math.sin %s : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %sine : index, f64
  } attributes {lagrad.snapshots = 3}
  return %r : f64
}
func.func @f(%x: f64 {lagrad.example = 5.3 : f64}, %n: index {lagrad.example = 9 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = func.call @inlined(%x, %n) : (f64, index) -> f64
  %r, %i = scf.while (%i = %c0, %s = %y) : (index, f64) -> (f64, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %s, %i : f64, index
  } do {
  ^bb0(%s: f64, %i: index):
    %e = math.exp %s : f64
    %sine = math.sin %e : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %sine : index, f64
  } attributes {lagrad.snapshots = 4}
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}
