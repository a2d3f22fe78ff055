// What a loop overwrites is recorded if an adjoint reads it, and only then.
// RUN: lagrad-opt %s --lagrad-print-tape --verify-diagnostics -o %t
// RUN: lagrad-check %s

// Both carried values change in each iteration. The product rule reads %r; nothing reads %s.
func.func @sum_of_powers(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  // expected-note @below {{of this loop: 8 * ? bytes on the tape}}
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(
      %s = %zero,
      // expected-note @below {{@of_sum_of_powers records this carried value, f64: 8 bytes an iteration}}
      %r = %one) -> (f64, f64) {
    %next_s = arith.addf %s, %r : f64
    // expected-note @below {{the adjoint of 'arith.mulf' reads it}}
    %next_r = arith.mulf %r, %x : f64
    scf.yield %next_s, %next_r : f64, f64
  }
  return %0#0 : f64
}
func.func private @of_sum_of_powers(f64, index) -> f64 attributes {lagrad.gradient = @sum_of_powers}

// %x is overwritten and active, but its factor is not: the adjoint reads %c, which is at hand.
func.func @decay(%start: f64, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-note @below {{@of_decay does not run this loop, only its adjoint}}
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %start, %sum = %zero) -> (f64, f64) {
    %next = arith.mulf %x, %c : f64
    %more = arith.addf %sum, %next : f64
    scf.yield %next, %more : f64, f64
  }
  return %0#1 : f64
}
// expected-note @below {{@of_decay records nothing}}
func.func private @of_decay(f64, f64, index) -> f64 attributes {lagrad.gradient = @decay, lagrad.wrt = [0]}

// Of all that is read in an iteration, the carried value is enough; the rest is computed from it.
func.func @chain(%x: tensor<?xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  // expected-note @below {{@of_chain records this carried value, f64: 8 bytes an iteration}}
  // expected-note @below {{of this loop: 8 * ? bytes on the tape}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%r = %start) -> f64 {
    // expected-note @below {{@of_chain computes 'tensor.extract' again in its adjoint}}
    %e = tensor.extract %x[%i] : tensor<?xf64>
    // expected-note @below {{the adjoint of 'arith.mulf' reads it}}
    // expected-note @below {{@of_chain computes 'arith.mulf' again in its adjoint}}
    %product = arith.mulf %r, %e : f64
    // expected-note @below {{the adjoint of 'arith.mulf' reads what is computed again from it}}
    %square = arith.mulf %product, %product : f64
    %next = arith.addf %square, %e : f64
    scf.yield %next : f64
  }
  return %0 : f64
}
func.func private @of_chain(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @chain}

// A predicate that can be computed again is not recorded.
func.func @predicate_of_captured(%x: tensor<?xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  // expected-note @below {{@of_predicate_of_captured does not run this loop, only its adjoint}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%r = %start) -> f64 {
    // expected-note @below {{@of_predicate_of_captured computes 'tensor.extract' again in its adjoint}}
    %e = tensor.extract %x[%i] : tensor<?xf64>
    // expected-note @below {{@of_predicate_of_captured computes 'arith.cmpf' again in its adjoint}}
    %p = arith.cmpf ogt, %e, %half : f64
    %next = scf.if %p -> f64 {
      %a = arith.mulf %r, %half : f64
      scf.yield %a : f64
    } else {
      %b = arith.subf %e, %r : f64
      scf.yield %b : f64
    }
    scf.yield %next : f64
  }
  return %0 : f64
}
// expected-note @below {{@of_predicate_of_captured records nothing}}
func.func private @of_predicate_of_captured(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @predicate_of_captured}

// One that depends on what the loop overwrites is: a bit an iteration, not the value that it compares.
func.func @predicate_of_carried(%x: tensor<?xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  // expected-note @below {{of this loop: 1 * ? bytes on the tape}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%r = %start) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    // expected-note @below {{@of_predicate_of_carried records the result of 'arith.cmpf', i1: 1 byte an iteration}}
    %p = arith.cmpf ogt, %r, %half : f64
    // expected-note @below {{the adjoint of 'scf.if' reads it}}
    %next = scf.if %p -> f64 {
      %a = arith.mulf %r, %half : f64
      scf.yield %a : f64
    } else {
      %b = arith.subf %e, %r : f64
      scf.yield %b : f64
    }
    scf.yield %next : f64
  }
  return %0 : f64
}
func.func private @of_predicate_of_carried(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @predicate_of_carried}
