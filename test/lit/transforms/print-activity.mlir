// Of each float value: is it varied (it depends on what is differentiated), is it useful (a result
// depends on it), is it active (both)?
// RUN: lagrad-opt %s --lagrad-print-activity --split-input-file --verify-diagnostics

func.func @f(
    // expected-note @below {{@df: active}}
    %x: f64,
    // expected-note @below {{@df: useful, not varied}}
    %y: f64) -> f64 {
  // expected-note @below {{@df: active}}
  %0 = arith.mulf %x, %y : f64
  // expected-note @below {{@df: useful, not varied}}
  %1 = math.exp %y : f64
  // expected-note @below {{@df: active}}
  %2 = arith.addf %0, %1 : f64
  return %2 : f64
}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}

// -----

// Through a loop, to a fixed point: what it carries is active, and of its results the first. No
// derivative passes a comparison: the distance is varied, but does not reach the result as a float.
func.func @swaps(
    // expected-note @below {{@df: active}}
    %x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{@df: useful, not varied}}
  %one = arith.constant 1.0 : f64
  // expected-note @below {{@df: active}}
  // expected-note @below {{@df: active}}
  // expected-note @below {{@df: active}}
  // expected-note @below {{@df: varied, not useful}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one, %b = %x) -> (f64, f64) {
    // expected-note @below {{@df: varied, not useful}}
    %distance = arith.subf %a, %b : f64
    %near = arith.cmpf olt, %distance, %one : f64
    // expected-note @below {{@df: active}}
    %c = arith.select %near, %a, %b : f64
    scf.yield %b, %c : f64, f64
  }
  return %r#0 : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @swaps}

// -----

// A named operation is one value, in a body each value counts.
func.func @product(
    // expected-note @below {{@df: active}}
    %a: tensor<2x2xf64>,
    // expected-note @below {{@df: useful, not varied}}
    %b: tensor<2x2xf64>,
    // expected-note @below {{@df: useful, not varied}}
    %c: tensor<2x2xf64>) -> tensor<2x2xf64> {
  // expected-note @below {{@df: active}}
  %0 = linalg.matmul ins(%a, %b : tensor<2x2xf64>, tensor<2x2xf64>) outs(%c : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}
func.func private @df(tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    attributes {lagrad.pullback = @product, lagrad.wrt = [0]}

// -----

// Forward mode knows the same.
func.func @forward(
    // expected-note @below {{@push: active}}
    %x: f64,
    // expected-note @below {{@push: useful, not varied}}
    %y: f64) -> f64 {
  // expected-note @below {{@push: active}}
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}
func.func private @push(f64, f64, f64) -> f64 attributes {lagrad.pushforward = @forward, lagrad.wrt = [0]}
