// RUN: lagrad-opt %s --split-input-file --lagrad-differentiate --verify-diagnostics -o %t

// A gradient or a Hessian is of one number. That of the sum of a tensor's elements is asked for by its own name.

// expected-note @+4 {{@f is defined here}}
// expected-note @+3 {{@f is defined here}}
// expected-note @+2 {{@f is defined here}}
// expected-note @+1 {{@f is defined here}}
func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = arith.mulf %x, %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// expected-error @+2 {{a gradient is of one number, and @f gives tensor<3xf64>}}
// expected-note @unknown {{ask for lagrad.jacobian, of each element, for lagrad.pullback (grad_signal of an}}
func.func private @slope(tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.gradient = @f}
// expected-error @+2 {{a gradient is of one number}}
// expected-note @unknown {{ask for lagrad.jacobian}}
func.func private @both(tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) attributes {lagrad.value_and_grad = @f}
// expected-error @+2 {{a Hessian is of one number}}
// expected-note @unknown {{let a function weigh them and return one number, or ask for that of their sum with}}
func.func private @curvature(tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.hessian = @f}
// expected-error @+2 {{a Hessian-vector product is of one number}}
// expected-note @unknown {{let a function weigh them}}
func.func private @product(tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.hvp = @f}
func.func private @rows(tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.jacobian = @f}
func.func private @of_sum(tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.gradient = @f, lagrad.of_sum}

// -----

// expected-note @+1 {{@f is defined here}}
func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
func.func @g(%x: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @+2 {{a gradient is of one number, and @f gives tensor<?xf64>}}
  // expected-note @unknown {{}}
  %0 = "lagrad.grad"(%x) {F = @f} : (tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

// One number is one in a tensor too.
func.func @f(%x: tensor<f64>, %i: i64) -> (tensor<f64>, i64) {
  return %x, %i : tensor<f64>, i64
}
func.func private @df(tensor<f64>, i64) -> tensor<f64> attributes {lagrad.gradient = @f}
func.func @g(%x: tensor<1x1xf64>) -> tensor<1x1xf64> {
  return %x : tensor<1x1xf64>
}
func.func private @dg(tensor<1x1xf64>) -> tensor<1x1xf64> attributes {lagrad.gradient = @g}

// -----

// expected-error @+1 {{'lagrad.of_sum' is for lagrad.gradient, lagrad.value_and_grad, lagrad.hvp, lagrad.hessian;}}
func.func private @df(f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.of_sum}
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
