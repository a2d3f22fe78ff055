// Operations that are not as the dialect has them are found right after parsing, all at once.
// RUN: lagrad-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: f64, %t: tensor<2x2xf64>) {
  // expected-error @below {{'lagrad.grad' needs the attribute F = @function}}
  %0 = "lagrad.grad"(%x) : (f64) -> f64
  // expected-error @below {{'lagrad.grad' needs the attribute F = @function}}
  %1 = "lagrad.grad"(%x) {F = "f"} : (f64) -> f64
  // expected-error @below {{'lagrad.tangent' needs the attribute F = @function}}
  %2 = "lagrad.tangent"(%x, %x) : (f64, f64) -> f64
  // expected-error @below {{'lagrad.grad': attribute 'of' lists argument numbers, as in of = [0, 2]}}
  %3 = "lagrad.grad"(%x) {F = @f, of = 0} : (f64) -> f64
  // expected-error @below {{'lagrad.stop_gradient' has one operand and one result of its type}}
  %4 = "lagrad.stop_gradient"(%x, %x) : (f64, f64) -> f64
  // expected-error @below {{'lagrad.stop_gradient' has one operand and one result of its type}}
  %5 = "lagrad.stop_gradient"(%x) : (f64) -> f32
  // expected-error @below {{'lagrad.pack' has one operand and one result}}
  %6 = "lagrad.pack"(%t, %t) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  // expected-error @below {{'lagrad.unpack' has one operand and one result}}
  "lagrad.unpack"(%t) : (tensor<2x2xf64>) -> ()
  // expected-error @below {{unknown operation 'lagrad.grand'; the dialect has lagrad.grad, lagrad.tangent, lagrad.stop_gradient, lagrad.pack and lagrad.unpack}}
  %7 = "lagrad.grand"(%x) : (f64) -> f64
  // expected-error @below {{unregistered operation 'mine.own'; if this is intended, pass --allow-unregistered-dialect, or --load its rules}}
  %8 = "mine.own"(%x) : (f64) -> f64
  return
}

// -----

// An attribute that is misspelt would change a derivative in silence.
// expected-error @below {{unknown attribute 'lagrad.inactiv'; did you mean 'lagrad.inactive'?}}
func.func @f(%x: f64, %y: f64 {lagrad.inactiv}) -> f64 {
  // expected-error @below {{unknown attribute 'lagrad.xyz'}}
  %0 = arith.mulf %x, %y {lagrad.xyz} : f64
  // expected-error @below {{'lagrad.layer' is said of loops, of 'scf.for', not of 'arith.mulf'}}
  %1 = arith.mulf %x, %y {lagrad.layer = 3 : i64} : f64
  %c0 = arith.constant 0 : index
  // expected-error @below {{'lagrad.layer' is how many iterations a layer has, at least 1, not 0 : i64}}
  scf.for %i = %c0 to %c0 step %c0 {
  } {lagrad.layer = 0 : i64}
  // expected-error @below {{'lagrad.layer_bytes' is how large the scratchpads of a layer are together, not "few"}}
  scf.for %i = %c0 to %c0 step %c0 {
  } {lagrad.layer_bytes = "few"}
  return %0 : f64
}
// expected-error @below {{unknown attribute 'lagrad.graident'; did you mean 'lagrad.gradient'?}}
func.func private @df(f64, f64) -> f64 attributes {lagrad.graident = @f}
// expected-error @below {{'lagrad.with_primal' takes no value; where it does not hold, leave it out}}
func.func private @dg(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.with_primal = false}
// expected-error @below {{'lagrad.inactive' takes no value; where it does not hold, leave it out}}
func.func @g(%x: f64 {lagrad.inactive = false}) -> f64 {
  return %x : f64
}
