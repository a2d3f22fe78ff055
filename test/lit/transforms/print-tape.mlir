// What is recorded, how much, and for which adjoint; the program stays as it is.
// RUN: lagrad-opt %s --lagrad-print-tape --split-input-file --verify-diagnostics
// RUN: lagrad-opt %s --lagrad-print-tape --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=SHOWN < %t.err
// RUN: lagrad-opt %s --lagrad-print-tape=tape=record --split-input-file -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RECORD

// RECORD: note: @df records the result of 'math.sin', f64: 8 bytes an iteration
// SHOWN:      print-tape.mlir:19:50: note: @df records this carried value, f64: 8 bytes an iteration
// SHOWN-NEXT:     %p = scf.for
// SHOWN-NEXT:     ^

// CHECK: func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @sines}
func.func @sines(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  // expected-note @below {{@df records this carried value, f64: 8 bytes an iteration}}
  // expected-note @below {{of this loop: 8 * ? bytes on the tape}}
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> f64 {
    // expected-note @below {{the adjoint of 'math.sin' reads it}}
    // expected-note @below {{@df computes 'math.sin' again in its adjoint}}
    %s = math.sin %a : f64
    // expected-note @below {{the adjoint of 'arith.mulf' reads what is computed again from it}}
    %b = arith.mulf %s, %x : f64
    scf.yield %b : f64
  }
  return %p : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @sines}

// -----

// The inner loop runs again from what the outer one records, and its tape holds one run of it.
func.func @nest(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  // expected-note @below {{@df records this carried value, f64: 8 bytes an iteration}}
  // expected-note @below {{of this loop: 8 * ? bytes on the tape}}
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> f64 {
    // expected-note @below {{the adjoint of 'scf.for' reads what is computed again from it}}
    // expected-note @below {{@df records this carried value, f64: 8 bytes an iteration}}
    // expected-note @below {{of this loop: 24 bytes on the tape}}
    // expected-note @below {{@df computes 'scf.for' again in its adjoint}}
    %q = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> f64 {
      // expected-note @below {{the adjoint of 'arith.mulf' reads it}}
      // expected-note @below {{@df computes 'arith.mulf' again in its adjoint}}
      %c = arith.mulf %b, %x : f64
      scf.yield %c : f64
    }
    scf.yield %q : f64
  }
  return %p : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @nest}

// -----

// A request of a request: the derivative that is named is written in a copy, and planned in turn.
func.func @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
// expected-note @below {{@df records nothing}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @square}
// expected-note @below {{@ddf records nothing}}
func.func private @ddf(f64) -> f64 attributes {lagrad.gradient = @df}
// expected-note @below {{@push records nothing}}
func.func private @push(f64, f64) -> f64 attributes {lagrad.pushforward = @square}
