// What an adjoint would have to read but can neither be recorded nor computed again.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

// How large a row of the tape must be, only the loop can find out, and it may find something else the second time.
func.func private @next(index) -> index
func.func @shrinks(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-error @+2 {{cannot record a tensor whose shape changes from one iteration to the next}}
  // expected-note @+1 {{the adjoint of this loop reads it, and how large it gets cannot be found out before; carry a tensor of the largest shape instead}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %zero) -> (tensor<?xf64>, f64) {
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %less = func.call @next(%size) : (index) -> index
    %part = tensor.extract_slice %t[0] [%less] [1] : tensor<?xf64> to tensor<?xf64>
    %next = math.exp %part : tensor<?xf64>
    %e = tensor.extract %next[%c0] : tensor<?xf64>
    %sum = arith.addf %s, %e : f64
    scf.yield %next, %sum : tensor<?xf64>, f64
  }
  return %r#1 : f64
}
func.func private @df(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @shrinks}

// -----

func.func private @random() -> f64
func.func @may_differ(%x: f64, %c: i1) -> f64 {
  %0 = scf.if %c -> f64 {
    // expected-error @+2 {{cannot run 'func.call' again in the adjoint of this branch}}
    // expected-note @+1 {{its result is read there, and a second run may differ; move it before the branch, or mark what it calls 'lagrad.pure'}}
    %r = func.call @random() : () -> f64
    %1 = arith.mulf %x, %r : f64
    scf.yield %1 : f64
  } else {
    scf.yield %x : f64
  }
  return %0 : f64
}
func.func private @df(f64, i1) -> f64 attributes {lagrad.gradient = @may_differ}

// -----

// Before the branch it runs once, and its result is still there.
func.func private @random() -> f64
func.func @runs_once(%x: f64, %c: i1) -> f64 {
  %r = func.call @random() : () -> f64
  %0 = scf.if %c -> f64 {
    %1 = arith.mulf %x, %r : f64
    scf.yield %1 : f64
  } else {
    scf.yield %x : f64
  }
  return %0 : f64
}
func.func private @df(f64, i1) -> f64 attributes {lagrad.gradient = @runs_once}
