// RUN: lagrad-opt %s --split-input-file --lagrad-default --verify-diagnostics -o %t
// RUN: lagrad-opt %s --split-input-file --lagrad-differentiate --verify-diagnostics -o %t

// What may be meant, and may be an oversight.

// expected-warning @+2 {{the program asks for no derivative, so none is made}}
// expected-note @unknown {{declare a private function with lagrad.gradient = @f, or say function=f to lagrad-differentiate}}
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func private @g(f64) -> f64

// -----

// A request is one, and so is an operation.
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) -> f64 {
  %0 = "lagrad.grad"(%x) {F = @f} : (f64) -> f64
  return %0 : f64
}

// -----

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = arith.mulf %x, %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// expected-warning @+2 {{@f gives tensor<3xf64>, so this is the gradient of the sum of its elements}}
// expected-note @unknown {{ask for lagrad.pullback, whose cotangent weighs them, or for lagrad.jacobian, of each of them}}
func.func private @slope(tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.gradient = @f}
// expected-warning @+2 {{@f gives tensor<3xf64>, so this is the Hessian of the sum of its elements}}
// expected-note @unknown {{to weigh them, let a function do so and return one number}}
func.func private @curvature(tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.hessian = @f}
func.func private @rows(tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.jacobian = @f}
func.func private @back(tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @f}

// -----

func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
// expected-warning @+2 {{@f gives tensor<?xf64>, so this is the gradient of the sum of its elements}}
// expected-note @unknown {{}}
func.func private @slope(tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.value_and_grad = @f}

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
