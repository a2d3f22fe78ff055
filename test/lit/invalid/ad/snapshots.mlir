// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --lagrad-differentiate
// RUN: not lagrad-opt %s --lagrad-schedule-snapshots=snapshots-apart=0 2>&1 | FileCheck %s --check-prefix=APART
// APART: error: {{.*}}option 'snapshots-apart' of 'lagrad-schedule-snapshots' is a number of iterations, not 0

func.func @none(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.snapshots' is a number of states, at least 1, as in 'lagrad.snapshots = 10'}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.snapshots = 0}
  return %r : f64
}

// -----

func.func @no_loop(%x: f64) -> f64 {
  // expected-error@+1 {{'lagrad.snapshots' is said of loops, of 'scf.for' and 'scf.while', not of 'arith.mulf'}}
  %r = arith.mulf %x, %x {lagrad.snapshots = 3} : f64
  return %r : f64
}

// -----

func.func @no_schedule(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.schedule' is one of binomial, periodic, two-level, bisection, not "random"}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.snapshots = 3, lagrad.schedule = "random"}
  return %r : f64
}

// -----

func.func @schedule_of_nothing(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.schedule' is said beside 'lagrad.snapshots', how many states are kept}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.schedule = "periodic"}
  return %r : f64
}

// -----

func.func private @random() -> f64
func.func @effect(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{of this loop; without 'lagrad.snapshots' all of it is recorded}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> f64 {
    // expected-error@+1 {{this has an effect and cannot run again, but the adjoint of a loop}}
    %w = func.call @random() : () -> f64
    %p = arith.mulf %u, %w : f64
    scf.yield %p : f64
  } {lagrad.snapshots = 3}
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @effect}

// -----

func.func @grows(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-error@+2 {{cannot keep snapshots of a loop whose state changes its shape: carried value 0, tensor<?xf64>}}
  // expected-note@+1 {{carry a tensor of the largest shape instead, or leave out 'lagrad.snapshots'}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {
    %size = tensor.dim %s, %c0 : tensor<?xf64>
    %more = arith.addi %size, %c1 : index
    %new = tensor.empty(%more) : tensor<?xf64>
    %zeros = linalg.fill ins(%zero : f64) outs(%new : tensor<?xf64>) -> tensor<?xf64>
    %sine = math.sin %s : tensor<?xf64>
    %t = tensor.insert_slice %sine into %zeros[0] [%size] [1] : tensor<?xf64> into tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  } {lagrad.snapshots = 3}
  return %r : tensor<?xf64>
}
func.func private @dg(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @grows}

// -----

func.func @not_a_place(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.snapshots_on' is a directory, as in 'lagrad.snapshots_on = "/tmp"', not 3 : i64}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.snapshots = 3, lagrad.snapshots_on = 3}
  return %r : f64
}

// -----

func.func @directory_with_nul(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.snapshots_on' is a directory, as in 'lagrad.snapshots_on = "/tmp"', not "/a\00b"}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.snapshots = 3, lagrad.snapshots_on = "/a\00b"}
  return %r : f64
}

// -----

func.func @place_of_nothing(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.snapshots_on' is said beside 'lagrad.snapshots', how many states are kept}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.snapshots_on = "/tmp"}
  return %r : f64
}

// -----

func.func @no_distance(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.snapshots_apart' is a number of iterations, at least 1}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.snapshots = 3, lagrad.snapshots_apart = 0}
  return %r : f64
}

// -----

func.func @distance_of_nothing(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.snapshots_apart' is said beside 'lagrad.snapshots', how many states are kept}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.snapshots_apart = 2}
  return %r : f64
}

// -----

func.func @affine_loop(%x: memref<8xf64>) {
  // expected-error@+1 {{not of 'affine.for'; write it as one, as --lower-affine does}}
  affine.for %i = 0 to 8 {
    %e = affine.load %x[%i] : memref<8xf64>
    affine.store %e, %x[%i] : memref<8xf64>
  } {lagrad.snapshots = 3}
  return
}
