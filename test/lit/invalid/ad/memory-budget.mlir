// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --lagrad-differentiate=memory-budget=1000
// RUN: not lagrad-opt %s --lagrad-differentiate=memory-budget=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not lagrad-opt %s --lagrad-differentiate=trips=10 2>&1 | FileCheck %s --check-prefix=ALONE
// NEGATIVE: error: {{.*}}option 'memory-budget' of 'lagrad-differentiate' is a number of bytes, not -1
// ALONE: error: {{.*}}option 'trips' of 'lagrad-differentiate' is a number of iterations, for 'memory-budget'

func.func @f(%x: tensor<100xf64>) -> tensor<100xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<100xf64> {
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> tensor<100xf64> {
      %v = math.sin %u : tensor<100xf64>
      scf.yield %v : tensor<100xf64>
    }
    scf.yield %r : tensor<100xf64>
  }
  return %r : tensor<100xf64>
}
// expected-error@+2 {{cannot keep @df within a memory-budget of 1000 bytes: the least is 1632}}
// expected-note@unknown {{a loop needs a state at least, and what the loops in it keep; carry less, or allow more}}
func.func private @df(tensor<100xf64>, tensor<100xf64>) -> tensor<100xf64> attributes {lagrad.pullback = @f}

// -----

func.func @often(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+2 {{cannot keep to a memory-budget: nobody knows how often this loop runs}}
  // expected-note@unknown {{say a bound, as in 'lagrad.trips = 1000' on the loop, or 'trips=1000' of all loops}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %v = math.sin %s : f64
    scf.yield %v : f64
  }
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @often}

// -----

func.func @large(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  // expected-error@+2 {{cannot keep to a memory-budget: what this loop would keep is of a size that is known at run}}
  // expected-note@unknown {{its tensors need static shapes for that; or mark it 'lagrad.snapshots' without a budget}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {
    %v = math.sin %s : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @df(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @large}

// -----

func.func private @g(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %is_end = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %is_end -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %inner = func.call @g(%x, %m) : (f64, index) -> f64
    %sin = math.sin %inner : f64
    scf.yield %sin : f64
  }
  return %y : f64
}
func.func @calls(%x: f64, %n: index) -> f64 {
  // expected-error@+2 {{cannot keep to a memory-budget: what this function keeps for its adjoint is not known here}}
  // expected-note@unknown {{let it be inlined, or leave out the budget and use 'lagrad.snapshots'}}
  %y = func.call @g(%x, %n) : (f64, index) -> f64
  return %y : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @calls}

// -----

func.func @never(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'lagrad.trips' is how often a loop runs at most, as in 'lagrad.trips = 1000', not -1 : i64}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {lagrad.trips = -1}
  return %r : f64
}
