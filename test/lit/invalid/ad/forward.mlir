// What forward mode refuses, and what can be wrong with a pushforward that a program brings.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

// Every refusal comes in one run, with the argument and the result that make the operation active.
// expected-note @+2 {{it is active: it depends on this, argument 0 of @refused, which 'wrt' lists}}
// expected-note @+1 {{it is active: it depends on this, argument 0 of @refused, which 'wrt' lists}}
func.func @refused(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @below {{cannot differentiate 'tosa.tanh': no rule for forward mode}}
  %v = tosa.tanh %x : (tensor<2xf64>) -> tensor<2xf64>
  // expected-error @below {{cannot differentiate 'tosa.exp': no rule for forward mode}}
  %r = tosa.exp %v : (tensor<2xf64>) -> tensor<2xf64>
  // expected-note @+2 {{and its value reaches result 0 of @refused}}
  // expected-note @+1 {{and its value reaches result 0 of @refused}}
  return %r : tensor<2xf64>
}
// expected-note @unknown {{convert TOSA to linalg first: --tosa-to-linalg-named --tosa-to-linalg --tosa-to-arith --tosa-to-tensor}}
// expected-note @unknown {{convert TOSA to linalg first: --tosa-to-linalg-named --tosa-to-linalg --tosa-to-arith --tosa-to-tensor}}
func.func private @push(tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.pushforward = @refused}

// -----

// A pullback does not help forward mode where there is no body.
// expected-note @below {{it is declared here; define it in this module}}
func.func private @external(f64) -> f64 attributes {lagrad.custom_pullback = @external_pullback}
func.func private @external_pullback(f64, f64) -> f64
// expected-note @below {{it is active: it depends on this, argument 0 of @caller, which 'wrt' lists}}
func.func @caller(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'func.call': @external is declared here but not defined}}
  %0 = func.call @external(%x) : (f64) -> f64
  // expected-note @below {{and its value reaches result 0 of @caller}}
  return %0 : f64
}
// expected-note @unknown {{define it in this module, give it a 'lagrad.custom_pushforward', or mark it 'lagrad.inactive'}}
func.func private @push_caller(f64, f64) -> f64 attributes {lagrad.pushforward = @caller}
// expected-error @below {{cannot differentiate @external: it has no body}}
func.func private @push_external(f64, f64) -> f64 attributes {lagrad.pushforward = @external}

// -----

// expected-note @below {{@f names it as its 'lagrad.custom_pushforward'}}
func.func @f(%x: f64, %n: index, %t: tensor<2xf64>) -> f64 attributes {lagrad.custom_pushforward = @own} {
  return %x : f64
}
// expected-error @below {{@own does not have the type of the pushforward of @f: expected (f64, f64, index, tensor<2xf64>, tensor<2xf64>) -> f64, found (f64, f64) -> f64}}
func.func private @own(f64, f64) -> f64
// expected-error @below {{'lagrad.custom_pushforward' of @g names no function of this module: @none}}
func.func @g(%x: f64) -> f64 attributes {lagrad.custom_pushforward = @none} {
  return %x : f64
}
func.func private @push(f64, f64) -> f64 attributes {lagrad.pushforward = @g}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) -> f64 {
  // expected-error @below {{'lagrad.tangent' has no attribute 'grad_signal'; it may have F, of, include_primal}}
  %0 = "lagrad.tangent"(%x, %x) {F = @f, grad_signal} : (f64, f64) -> f64
  return %0 : f64
}

// -----

func.func @again(%v: vector<2xf64>) -> f64 {
  %0 = func.call @again(%v) : (vector<2xf64>) -> f64
  return %0 : f64
}
func.func @calls(%x: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<2xf64>
  // expected-error @below {{cannot differentiate 'func.call': @again calls itself and takes or gives vectors, so it can neither be inlined nor stay a call}}
  %0 = func.call @again(%v) : (vector<2xf64>) -> f64
  // expected-note @-1 {{let it take and give tensors}}
  return %0 : f64
}
func.func private @push(f64, f64) -> f64 attributes {lagrad.pushforward = @calls}
