// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --lagrad-differentiate

func.func @value(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.replay' takes no value; where it does not hold, leave it out}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.replay = 2}
  return %r : f64
}

// -----

func.func @no_loop(%x: f64) -> f64 {
  // expected-error@+1 {{'lagrad.replay' is said of loops, of 'scf.for', not of 'arith.mulf'}}
  %r = arith.mulf %x, %x {lagrad.replay} : f64
  return %r : f64
}

// -----

func.func private @random() -> f64
func.func @effect(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-note@+1 {{of this loop, for each trip; without 'lagrad.replay' all of it is recorded}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %t = scf.for %j = %c0 to %c8 step %c1 iter_args(%u = %s) -> f64 {
      // expected-error@+1 {{this has an effect and cannot run again, but the adjoint of a loop marked 'lagrad.replay' reads what it computes}}
      %w = func.call @random() : () -> f64
      %p = arith.mulf %u, %w : f64
      scf.yield %p : f64
    } {lagrad.replay}
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @effect}
