// What has an effect, and would have it twice.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

func.func private @random() -> f64
func.func @counted(%x: f64, %limit: f64) -> f64 {
  // expected-note @below {{the condition of this loop depends on it, or on what it is a part of, and a second run may differ}}
  %r = scf.while (%y = %x) : (f64) -> f64 {
    // expected-error @below {{cannot run 'func.call' again to count the iterations of an 'scf.while'}}
    %draw = func.call @random() : () -> f64
    %go = arith.cmpf olt, %draw, %limit : f64
    scf.condition(%go) %y : f64
  } do {
  ^bb0(%y: f64):
    %z = math.sin %y : f64
    scf.yield %z : f64
  }
  return %r : f64
}
// expected-note @unknown {{use an 'scf.for' with a largest number of iterations and a branch inside, or mark what it calls 'lagrad.pure'}}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @counted, lagrad.wrt = [0]}

// -----

// Equal numbers from equal arguments: the loop may be counted.
func.func private @hash(f64) -> f64 attributes {lagrad.pure, lagrad.inactive}
func.func @counted(%x: f64, %limit: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %r:2 = scf.while (%y = %x, %k = %one) : (f64, f64) -> (f64, f64) {
    %draw = func.call @hash(%k) : (f64) -> f64
    %go = arith.cmpf olt, %draw, %limit : f64
    scf.condition(%go) %y, %draw : f64, f64
  } do {
  ^bb0(%y: f64, %k: f64):
    %z = arith.mulf %y, %k : f64
    scf.yield %z, %k : f64, f64
  }
  return %r#0 : f64
}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @counted, lagrad.wrt = [0]}

// -----

func.func private @random() -> f64
func.func private @noise(%x: f64) -> f64 {
  // expected-error @below {{a Jacobian runs @columns again, which has an effect here}}
  %k = func.call @random() : () -> f64
  %y = arith.mulf %x, %k : f64
  return %y : f64
}
func.func @columns(%x: f64) -> f64 {
  %y = func.call @noise(%x) : (f64) -> f64
  return %y : f64
}
// expected-note @below {{it is asked for here}}
func.func private @j(f64) -> f64 attributes {lagrad.jacobian = @columns}
// expected-note @unknown {{ask for a pullback or a pushforward with 'lagrad.vectors' instead, which runs it once}}
// expected-note @unknown {{mark what is called 'lagrad.pure' if it may be repeated or left out}}

// -----

func.func private @random() -> f64
func.func @curved(%x: f64) -> f64 {
  // expected-error @below {{a Hessian runs @curved again, which has an effect here}}
  %k = func.call @random() : () -> f64
  %y = arith.mulf %x, %k : f64
  %z = arith.mulf %y, %y : f64
  return %z : f64
}
// expected-note @below {{it is asked for here}}
func.func private @h(f64) -> f64 attributes {lagrad.hessian = @curved}
// expected-note @unknown {{ask for a pullback or a pushforward with 'lagrad.vectors' instead, which runs it once}}
// expected-note @unknown {{mark what is called 'lagrad.pure' if it may be repeated or left out}}

// -----

func.func private @random() -> f64
func.func @rows_of_unknown_number(%x: f64, %n: index, %limit: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the adjoint of this loop reads it, and how many rows that takes cannot be found out before: let the loops inside have bounds that are known before it}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %m = arith.muli %i, %i : index
    %t:2 = scf.while (%u = %s, %j = %c0) : (f64, index) -> (f64, index) {
      %go = arith.cmpi slt, %j, %m : index
      scf.condition(%go) %u, %j : f64, index
    } do {
    ^bb0(%u: f64, %j: index):
      // expected-error @below {{this has an effect and cannot run again, and what it computes cannot be recorded}}
      %w = func.call @random() : () -> f64
      %p = arith.mulf %u, %w : f64
      %k = arith.addi %j, %c1 : index
      scf.yield %p, %k : f64, index
    }
    scf.yield %t#0 : f64
  }
  return %r : f64
}
func.func private @df(f64, index, f64) -> f64 attributes {lagrad.gradient = @rows_of_unknown_number, lagrad.wrt = [0]}

// -----

// expected-error @below {{'lagrad.pure' takes no value; where it does not hold, leave it out}}
func.func private @value() -> f64 attributes {lagrad.pure = true}

// -----

func.func @operation(%x: f64) -> f64 {
  // expected-error @below {{'lagrad.pure' is said of functions and of calls, of 'func.func' and 'func.call', not of 'arith.mulf'}}
  %r = arith.mulf %x, %x {lagrad.pure} : f64
  return %r : f64
}
