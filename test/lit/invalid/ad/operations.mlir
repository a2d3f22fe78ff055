// What can be wrong with a derivative asked for by an operation.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

func.func @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func @unknown_function(%x: f64) -> f64 {
  // expected-error @below {{no function @sqare in this module; did you mean @square?}}
  %0 = "lagrad.grad"(%x) {F = @sqare} : (f64) -> f64
  return %0 : f64
}
func.func @no_such_argument(%x: f64) -> f64 {
  // expected-error @below {{@square has no argument 1; it has 1}}
  %0 = "lagrad.grad"(%x) {F = @square, of = [1]} : (f64) -> f64
  return %0 : f64
}
func.func @wrong_type(%x: f64) -> f32 {
  // expected-error @below {{'lagrad.grad' of @square has type (f64) -> (f64), not (f64) -> (f32)}}
  %0 = "lagrad.grad"(%x) {F = @square} : (f64) -> f32
  return %0 : f32
}
func.func @no_cotangent(%x: f64) -> f64 {
  // expected-error @below {{'lagrad.grad' of @square has type (f64, f64) -> (f64), not (f64) -> (f64)}}
  %0 = "lagrad.grad"(%x) {F = @square, grad_signal} : (f64) -> f64
  return %0 : f64
}
func.func @one_hot(%x: f64) -> f64 {
  // expected-error @below {{'lagrad.grad': 'sparse' says that the cotangent has one nonzero, which 'grad_signal' gives}}
  %0 = "lagrad.grad"(%x) {F = @square, sparse} : (f64) -> f64
  return %0 : f64
}
func.func @with_primal(%x: f64) -> f64 {
  // expected-error @below {{'lagrad.grad' of @square has type (f64) -> (f64, f64), not (f64) -> (f64)}}
  %0 = "lagrad.grad"(%x) {F = @square, include_primal} : (f64) -> f64
  return %0 : f64
}
func.func @no_tangent(%x: f64) -> f64 {
  // expected-error @below {{'lagrad.tangent' of @square has type (f64, f64) -> (f64), not (f64) -> (f64)}}
  %0 = "lagrad.tangent"(%x) {F = @square} : (f64) -> f64
  return %0 : f64
}
