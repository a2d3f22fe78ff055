// RUN: lagrad-opt %s --split-input-file --lagrad-default --verify-diagnostics -o %t
// RUN: lagrad-opt %s --split-input-file --lagrad-differentiate --verify-diagnostics -o %t

// What may be meant, and may be an oversight.

// expected-warning @+2 {{the program asks for no derivative, so none is made}}
// expected-note @unknown {{declare a private function with lagrad.gradient = @f, or say function=f to}}
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
