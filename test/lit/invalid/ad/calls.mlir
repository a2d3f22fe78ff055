// Functions that cannot be differentiated as a whole, and custom pullbacks that do not fit.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

// expected-note @below {{it is declared here; define it in this module}}
func.func private @external(f64) -> f64
// expected-error @below {{cannot differentiate @external: it has no body}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @external}

// -----

// What calls itself stays a function, and its adjoint runs it again.
func.func private @draw() -> f64
func.func @f(%x: f64, %n: index) -> f64 {
  // expected-note @below {{this has an effect, or may give another value the second time}}
  %k = func.call @draw() : () -> f64
  // expected-error @below {{cannot differentiate 'func.call': @f calls itself and its adjoint runs it again, which it may not}}
  %0 = func.call @f(%x, %n) : (f64, index) -> f64
  // expected-note @-1 {{move it out of the recursion, or mark what it calls 'lagrad.pure'}}
  %1 = arith.mulf %0, %k : f64
  return %1 : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}

// -----

func.func @f(%x: f64) -> f64 {
  %0 = func.call @even(%x) : (f64) -> f64
  return %0 : f64
}
func.func @even(%x: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<2xf64>
  // expected-error @below {{cannot differentiate 'func.call': @odd calls itself and takes or gives vectors, so it can neither be inlined nor stay a call}}
  %0 = func.call @odd(%v) : (vector<2xf64>) -> f64
  // expected-note @-1 {{let it take and give tensors}}
  return %0 : f64
}
func.func @odd(%v: vector<2xf64>) -> f64 {
  %x = vector.extract %v[0] : f64 from vector<2xf64>
  %0 = func.call @even(%x) : (f64) -> f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}

// -----

// The call is not active: only what depends on an argument in wrt matters.
func.func private @table(f64) -> f64
func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = func.call @table(%x) : (f64) -> f64
  %1 = arith.mulf %0, %y : f64
  return %1 : f64
}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [1]}

// -----

func.func private @table(f64) -> f64
// expected-note @below {{it is active: it depends on this, argument 0 of @f, which 'wrt' lists}}
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'func.call': @table is declared here but not defined}}
  %0 = func.call @table(%x) : (f64) -> f64
  // expected-note @below {{and its value reaches result 0 of @f}}
  return %0 : f64
}
// expected-note @unknown {{define it in this module, give it a 'lagrad.custom_pullback', or mark it 'lagrad.inactive'}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}

// -----

// expected-error @below {{'lagrad.custom_pullback' of @g names no function of this module: @g_pullback}}
func.func private @g(f64) -> f64 attributes {lagrad.custom_pullback = @g_pullback}
// expected-error @below {{'lagrad.custom_pullback' of @h names no function of this module: "g"}}
func.func private @h(f64) -> f64 attributes {lagrad.custom_pullback = "g"}
func.func private @dg(f64) -> f64 attributes {lagrad.gradient = @g}

// -----

// expected-note @below {{@g names it as its 'lagrad.custom_pullback'}}
func.func private @g(f64, index) -> f64 attributes {lagrad.custom_pullback = @back}
// expected-error @below {{@back does not have the type of the pullback of @g: expected (f64, index, f64) -> f64, found (f64, f64) -> f64}}
func.func private @back(f64, f64) -> f64
func.func private @dg(f64, index) -> f64 attributes {lagrad.gradient = @g}
