// RUN: lagrad-opt %s --lagrad-differentiate --lagrad-normalize-program | FileCheck %s
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s --check-prefix=DERIVATIVE

func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @sine(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}

// Chosen by a select, or by a branch, in any nesting.
// CHECK-LABEL: func.func @select(
// CHECK:         %[[R:.*]] = scf.if %{{.*}} -> (f64) {
// CHECK-NEXT:      %[[A:.*]] = func.call @square(
// CHECK-NEXT:      scf.yield %[[A]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[B:.*]] = func.call @sine(
// CHECK-NEXT:      scf.yield %[[B]]
// CHECK:         return %[[R]]
func.func @select(%x: f64, %c: i1) -> f64 {
  %a = func.constant @square : (f64) -> f64
  %b = func.constant @sine : (f64) -> f64
  %g = arith.select %c, %a, %b : (f64) -> f64
  %r = func.call_indirect %g(%x) : (f64) -> f64
  return %r : f64
}
// CHECK-LABEL: func.func @branch(
// CHECK:         scf.if %{{.*}} -> (f64) {
// CHECK:           func.call @square(
// CHECK:         } else {
// CHECK:           scf.if %{{.*}} -> (f64) {
// CHECK:             func.call @sine(
// CHECK:           } else {
// CHECK:             func.call @square(
// CHECK-NOT:     call_indirect
func.func @branch(%x: f64, %c: i1, %d: i1) -> f64 {
  %g = scf.if %c -> ((f64) -> f64) {
    %a = func.constant @square : (f64) -> f64
    scf.yield %a : (f64) -> f64
  } else {
    %a = func.constant @square : (f64) -> f64
    %b = func.constant @sine : (f64) -> f64
    %s = arith.select %d, %b, %a : (f64) -> f64
    scf.yield %s : (f64) -> f64
  }
  %r = func.call_indirect %g(%x) : (f64) -> f64
  return %r : f64
}

// Not where a condition is inside of the branch, or the function an argument.
// CHECK-LABEL: func.func @inside(
// CHECK:         call_indirect
func.func @inside(%x: f64, %c: i1, %y: f64) -> f64 {
  %b = func.constant @sine : (f64) -> f64
  %g = scf.if %c -> ((f64) -> f64) {
    %a = func.constant @square : (f64) -> f64
    %d = arith.cmpf olt, %x, %y : f64
    %s = arith.select %d, %a, %b : (f64) -> f64
    scf.yield %s : (f64) -> f64
  } else {
    scf.yield %b : (f64) -> f64
  }
  %r = func.call_indirect %g(%x) : (f64) -> f64
  return %r : f64
}
// CHECK-LABEL: func.func @argument(
// CHECK:         call_indirect
func.func @argument(%x: f64, %g: (f64) -> f64) -> f64 {
  %r = func.call_indirect %g(%x) : (f64) -> f64
  return %r : f64
}

// DERIVATIVE-LABEL: func.func @dselect(
// DERIVATIVE-NEXT:    scf.if
// DERIVATIVE-NEXT:      arith.addf
// DERIVATIVE:         else
// DERIVATIVE-NEXT:      math.cos
func.func private @dselect(f64, i1) -> f64 attributes {lagrad.gradient = @select}
