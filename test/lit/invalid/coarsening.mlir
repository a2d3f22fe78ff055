// What is marked so that coarsening would do nothing, in silence.
// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --lagrad-coarsen-segments

// expected-error @below {{'lagrad.coarsen' and 'lagrad.no_coarsen' are said of one function: leave out one of them}}
func.func @both(%x: f64) -> f64 attributes {lagrad.coarsen, lagrad.no_coarsen} {
  return %x : f64
}

// -----

// expected-error @below {{'lagrad.coarsen' takes no value; where it does not hold, leave it out}}
func.func @value(%x: f64) -> f64 attributes {lagrad.coarsen = false} {
  return %x : f64
}

// -----

func.func @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'lagrad.coarsen' is said of functions, of 'func.func', not of 'scf.for'}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %t = arith.mulf %s, %x : f64
    scf.yield %t : f64
  } {lagrad.coarsen}
  return %r : f64
}

// -----

// expected-error @below {{'declared' is marked 'lagrad.coarsen', but it has no body: say it of the function}}
func.func private @declared(f64) -> f64 attributes {lagrad.coarsen}

// -----

// expected-error @below {{'blocks' is marked 'lagrad.coarsen', but it has several blocks: run 'lift-cf-to-scf' before}}
func.func @blocks(%x: f64, %c: i1) -> f64 attributes {lagrad.coarsen} {
  cf.cond_br %c, ^a, ^b
^a:
  %y = math.exp %x : f64
  return %y : f64
^b:
  return %x : f64
}

// -----

// expected-error @below {{but it says 'lagrad.custom_pullback': leave out one of them}}
func.func @own(%x: f64) -> f64 attributes {lagrad.coarsen, lagrad.custom_pullback = @back} {
  %y = math.exp %x : f64
  return %y : f64
}
func.func @back(%x: f64, %ct: f64) -> f64 {
  %y = math.exp %x : f64
  %r = arith.mulf %y, %ct : f64
  return %r : f64
}

// -----

// All of them are told at once.
// expected-error @below {{'one' is marked 'lagrad.coarsen', but it has no body}}
func.func private @one(f64) -> f64 attributes {lagrad.coarsen}
// expected-error @below {{'two' is marked 'lagrad.coarsen', but it has no body}}
func.func private @two(f64) -> f64 attributes {lagrad.coarsen}
