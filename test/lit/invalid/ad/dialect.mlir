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
  // expected-error @below {{unregistered operation 'mine.own'; if this is intended, pass --allow-unregistered-dialect}}
  %8 = "mine.own"(%x) : (f64) -> f64
  return
}
