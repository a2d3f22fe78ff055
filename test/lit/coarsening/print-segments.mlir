// What a segment is, what its pullback costs as ordinary AD makes it and in closed form, and why it is coarsened or
// not.
// RUN: lagrad-opt %s --lagrad-print-segments --verify-diagnostics --split-input-file -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir

func.func @softplus(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %e = math.exp %x : f64
  %s = arith.addf %one, %e : f64
  %l = math.log %s : f64
  // expected-note@+1 {{4 operations on 2 values: 11 before, 9 after, stable as softplus; coarsened: it keeps digits}}
  %r = arith.mulf %l, %y : f64
  return %r : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @softplus}
// The program stays as it is.
// CHECK-LABEL: func.func @softplus
// CHECK-NOT:     call

// -----

// The derivative of the sine of a product is as cheap as it can be.
func.func @sine(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  // expected-note@+1 {{2 operations on 2 values: 23 before, 23 after; left to ordinary AD: as differentiated, it is}}
  %r = math.sin %p : f64
  return %r : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @sine}

// -----

// A value that two segments read is the root of a third; a segment in a loop is one of its own.
func.func @reused(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %a = arith.mulf %s, %s : f64
    %b = arith.mulf %a, %s : f64
    %c = arith.mulf %b, %s : f64
    // expected-note@+1 {{4 operations on 1 values: 14 before, 4 after; coarsened: as differentiated, it is cheaper}}
    %d = arith.mulf %c, %s : f64
    scf.yield %d : f64
  }
  return %r : f64
}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @reused}

// -----

// No derivative flows through it.
func.func @inactive(%x: f64, %y: f64) -> f64 {
  %a = arith.mulf %x, %x : f64
  // expected-note@+1 {{2 operations on 1 values: no closed form; left to ordinary AD: nothing in it is differentiated}}
  %b = arith.mulf %a, %x : f64
  %r = scf.execute_region -> f64 {
    scf.yield %b : f64
  }
  %s = arith.addf %r, %y : f64
  return %s : f64
}
func.func private @gradient(f64, f64) -> f64 attributes {lagrad.gradient = @inactive, lagrad.wrt = [1]}

// -----

// Branches in branches are one choice by several conditions. The second one is made inside: it is an input too, and
// what it is made of is none.
func.func @law(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %half = arith.constant 0.5 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %x) -> f64 {
    %p = arith.mulf %q, %q : f64
    %is_near = arith.cmpf olt, %q, %y : f64
    %w = scf.if %is_near -> f64 {
      scf.yield %p : f64
    } else {
      %d = arith.subf %q, %y : f64
      %is_far = arith.cmpf ogt, %d, %y : f64
      %v = scf.if %is_far -> f64 {
        %a = arith.mulf %p, %two : f64
        scf.yield %a : f64
      } else {
        %b = arith.mulf %p, %half : f64
        scf.yield %b : f64
      }
      scf.yield %v : f64
    }
    %f = arith.mulf %w, %q : f64
    // expected-note@+1 {{4 operations on 3 values: 16 before, 13 after; coarsened: fewer choices, it is cheaper}}
    %g = arith.mulf %f, %q : f64
    scf.yield %g : f64
  }
  return %r : f64
}
func.func private @gradient(f64, f64, index) -> f64 attributes {lagrad.gradient = @law, lagrad.wrt = [0]}

// -----

// The closed form would compute all three sides. So the segments are those of the sides.
func.func @sides(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %x) -> f64 {
    %is_near = arith.cmpf olt, %q, %y : f64
    %w = scf.if %is_near -> f64 {
      %a = arith.mulf %q, %q : f64
      %b = arith.mulf %a, %q : f64
      %c = arith.mulf %b, %q : f64
      // expected-note@+1 {{4 operations on 1 values: 14 before, 4 after; coarsened: as differentiated, it is cheaper}}
      %d = arith.mulf %c, %q : f64
      scf.yield %d : f64
    } else {
      %d = arith.subf %q, %y : f64
      %is_far = arith.cmpf ogt, %d, %y : f64
      %v = scf.if %is_far -> f64 {
        %s = math.sin %q : f64
        scf.yield %s : f64
      } else {
        %e = math.tanh %q : f64
        scf.yield %e : f64
      }
      scf.yield %v : f64
    }
    // expected-note@+1 {{2 operations on 3 values: 19 before, 78 after; left to ordinary AD: fewer choices, it is not}}
    %g = arith.mulf %w, %q : f64
    scf.yield %g : f64
  }
  return %r : f64
}
func.func private @gradient(f64, f64, index) -> f64 attributes {lagrad.gradient = @sides, lagrad.wrt = [0]}
