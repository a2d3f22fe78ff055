// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --lagrad-differentiate

func.func @no_piece(%x: f64) -> f64 {
  // expected-error@+1 {{'lagrad.checkpoint' is said of 'func.func', 'func.call', 'scf.execute_region' and 'scf.for', not of 'arith.mulf'}}
  %r = arith.mulf %x, %x {lagrad.checkpoint} : f64
  return %r : f64
}

// -----

// expected-note@+1 {{a derivative of it takes what it needs itself}}
func.func private @g(f64) -> f64
func.func @external(%x: f64) -> f64 {
  // expected-error@+1 {{'lagrad.checkpoint' has a function run again, and @g has no body}}
  %r = func.call @g(%x) {lagrad.checkpoint} : (f64) -> f64
  return %r : f64
}

// -----

func.func @blocks(%x: f64) -> f64 {
  // expected-error@+1 {{'lagrad.checkpoint' is said of a region of one block, not of 2; run --lift-cf-to-scf}}
  %r = scf.execute_region -> f64 {
    cf.br ^next
  ^next:
    scf.yield %x : f64
  } {lagrad.checkpoint}
  return %r : f64
}

// -----

func.func private @random() -> f64
func.func @effect(%x: f64) -> f64 {
  // expected-note@+1 {{of this; leave out the mark, or say 'lagrad.pure' of what is called}}
  %r = scf.execute_region -> f64 {
    // expected-error@+1 {{this has an effect and cannot run again, but the adjoint of what is marked 'lagrad.checkpoint' reads what it computes}}
    %w = func.call @random() : () -> f64
    %p = arith.mulf %x, %w : f64
    scf.yield %p : f64
  } {lagrad.checkpoint}
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @effect}

// -----

// expected-warning@+1 {{'lagrad.checkpoint' of @in_vectors does not hold: it is inlined, as it takes vectors or has effects on floats}}
func.func private @in_vectors(%x: vector<4xf64>) -> vector<4xf64> attributes {lagrad.checkpoint} {
  %0 = math.sin %x : vector<4xf64>
  return %0 : vector<4xf64>
}
func.func @caller(%x: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<4xf64>
  %w = func.call @in_vectors(%v) : (vector<4xf64>) -> vector<4xf64>
  %r = vector.extract %w[1] : f64 from vector<4xf64>
  return %r : f64
}
func.func private @dcaller(f64) -> f64 attributes {lagrad.gradient = @caller}

// -----

func.func @memory(%x: f64, %m: memref<f64>) -> f64 {
  // expected-error@+2 {{'lagrad.checkpoint' cannot hold here: this reads or writes memory through which no derivative passes}}
  // expected-note@+1 {{read that memory before, or leave out the mark}}
  %r = scf.execute_region -> f64 {
    %y = memref.load %m[] : memref<f64>
    %p = arith.mulf %x, %y : f64
    scf.yield %p : f64
  } {lagrad.checkpoint}
  return %r : f64
}
func.func private @dmemory(f64, memref<f64>) -> f64 attributes {lagrad.gradient = @memory, lagrad.wrt = [0]}
