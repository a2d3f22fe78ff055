// What can be wrong with a request is said at the request, with what was expected.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

func.func @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
// expected-error @below {{no function @sqare in this module; did you mean @square?}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @sqare}
// expected-error @below {{no function @cube in this module}}
func.func private @dg(f64) -> f64 attributes {lagrad.pullback = @cube}

// -----

// expected-note @+2 {{@f is defined here}}
// expected-note @+1 {{@f is defined here}}
func.func @f(%x: f64, %n: index) -> f64 {
  return %x : f64
}
// expected-error @below {{the signature of the gradient of @f with respect to [0]: expected (f64, index) -> (f64),}}
func.func private @wrong_arguments(f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
// expected-error @below {{@f with respect to [0]: expected (f64, index, f64) -> (f64, f64), found (f64, index, f64)}}
func.func private @wrong_results(f64, index, f64) -> f64
    attributes {lagrad.pullback = @f, lagrad.wrt = [0], lagrad.with_primal}

// -----

// expected-note @+2 {{@f is defined here}}
// expected-note @+1 {{@f is defined here}}
func.func @f(%x: f64, %n: index) -> f64 {
  return %x : f64
}
// expected-error @below {{'lagrad.wrt' of @outside lists argument 2, and @f has 2}}
func.func private @outside(f64, index) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [2]}
// expected-error @below {{'lagrad.wrt' of @integer lists argument 1 of @f, of type index; only floats and tensors of}}
func.func private @integer(f64, index) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [1]}
// expected-error @below {{'lagrad.wrt' of @twice lists an argument twice: [0, 0]}}
func.func private @twice(f64, index) -> (f64, f64) attributes {lagrad.gradient = @f, lagrad.wrt = [0, 0]}
// expected-error @below {{'lagrad.wrt' lists argument numbers, as in lagrad.wrt = [0, 2], not "x"}}
func.func private @named(f64, index) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = "x"}

// -----

// expected-note @+2 {{@unranked is defined here}}
// expected-note @+1 {{@unranked is defined here}}
func.func @unranked(%x: f64, %t: tensor<*xf64>, %v: vector<2xf64>) -> f64 {
  return %x : f64
}
// expected-error @below {{'lagrad.wrt' of @dt lists argument 1 of @unranked, of type tensor<*xf64>; a tensor without}}
func.func private @dt(f64, tensor<*xf64>, vector<2xf64>) -> tensor<*xf64>
    attributes {lagrad.gradient = @unranked, lagrad.wrt = [1]}
// expected-error @below {{'lagrad.wrt' of @dv lists argument 2 of @unranked, of type vector<2xf64>; a vector has}}
func.func private @dv(f64, tensor<*xf64>, vector<2xf64>) -> vector<2xf64>
    attributes {lagrad.gradient = @unranked, lagrad.wrt = [2]}
// Without lagrad.wrt the floats are meant.
func.func private @df(f64, tensor<*xf64>, vector<2xf64>) -> f64 attributes {lagrad.gradient = @unranked}

// -----

// expected-note @below {{@wide is defined here}}
func.func @wide(%x: tensor<3xf128>) -> tensor<3xf128> {
  return %x : tensor<3xf128>
}
// expected-error @below {{cannot differentiate @wide, which has the type tensor<3xf128> in its signature: floats of}}
func.func private @df(tensor<3xf128>) -> tensor<3xf128> attributes {lagrad.gradient = @wide}

// -----

// expected-note @below {{@two is defined here}}
func.func @two(%x: f64) -> (f64, f64) {
  return %x, %x : f64, f64
}
// expected-error @below {{a gradient needs one float result, and @two has 2; ask for lagrad.pullback}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @two}

// -----

// expected-note @below {{@none is defined here}}
func.func @none(%x: f64) -> index {
  %0 = arith.constant 0 : index
  return %0 : index
}
// expected-error @below {{a gradient needs one float result, and @none has 0; ask for lagrad.pullback}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @none}

// -----

// expected-note @below {{@complex is defined here}}
func.func @complex(%z: complex<f64>) -> complex<f64> {
  return %z : complex<f64>
}
// expected-error @below {{a gradient needs a real result, and that of @complex is complex; ask for lagrad.pullback}}
func.func private @df(complex<f64>) -> complex<f64> attributes {lagrad.gradient = @complex}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
// expected-error @below {{@vague has 'lagrad.wrt' but does not say which derivative; add lagrad.pullback = @f or}}
func.func private @vague(f64) -> f64 attributes {lagrad.wrt = [0]}
// expected-error @below {{@both asks for pullback and gradient; ask for one a declaration}}
func.func private @both(f64) -> f64 attributes {lagrad.gradient = @f, lagrad.pullback = @f}
// expected-error @below {{'lagrad.gradient' names a function, as in lagrad.gradient = @f, not "f"}}
func.func private @text(f64) -> f64 attributes {lagrad.gradient = "f"}
// expected-error @below {{unknown attribute 'lagrad.inactive' on the request @strange; it may have lagrad.chunk,}}
func.func private @strange(f64) -> f64 attributes {lagrad.gradient = @f, lagrad.inactive}
// expected-error @below {{@written asks for a gradient but has a body; the compiler writes it, so leave it out}}
func.func @written(%x: f64) -> f64 attributes {lagrad.gradient = @f} {
  return %x : f64
}

// -----

// expected-note @below {{@f is defined here}}
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
// expected-error @below {{signature of the pushforward of @f with respect to [0]: expected (f64, f64) -> (f64),}}
func.func private @forward(f64) -> f64 attributes {lagrad.pushforward = @f}
// expected-error @below {{'lagrad.cotangent' of @seed is "one-hot", where it has at most one nonzero, not "sparse"}}
func.func private @seed(f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.cotangent = "sparse"}
// expected-error @below {{'lagrad.tangent' is for lagrad.pushforward; @backwards asks for a pullback}}
func.func private @backwards(f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.tangent = "one-hot"}
// expected-error @below {{@several asks for several directions and for one-hot ones; ask for one of them}}
func.func private @several(f64, f64) -> f64
    attributes {lagrad.pullback = @f, lagrad.cotangent = "one-hot", lagrad.vectors = 2}
// expected-error @below {{@rows asks for rows of a Jacobian by one-hot cotangents, which are done in reverse mode,}}
func.func private @rows(f64) -> f64 attributes {lagrad.jacobian = @f, lagrad.cotangent = "one-hot", lagrad.chunk = 2}

// -----

// expected-error @below {{these derivatives ask for each other: @a -> @b -> @a}}
func.func private @a(f64) -> f64 attributes {lagrad.gradient = @b}
// expected-note @below {{@b is requested here}}
func.func private @b(f64) -> f64 attributes {lagrad.gradient = @a}

// -----

// A function that calls its own derivative.
func.func @f(%x: f64) -> f64 {
  %0 = func.call @df(%x) : (f64) -> f64
  return %0 : f64
}
// expected-error @below {{these derivatives ask for each other: @df -> @df}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}

// -----

// Memory of integers has no derivative, and a shadow has the type of its buffer.
// expected-note @below {{@stored is defined here}}
func.func @stored(%m: memref<4xi64>, %x: memref<4xf64>) {
  return
}
// expected-error @below {{'lagrad.wrt' of @dw lists argument 0 of @stored, of type memref<4xi64>; memory has a}}
func.func private @dw(memref<4xi64>, memref<4xf64>, memref<4xi64>)
    attributes {lagrad.pullback = @stored, lagrad.wrt = [0]}

// -----

// expected-note @below {{@stored is defined here}}
func.func @stored(%m: memref<4xi64>, %x: memref<4xf64>) {
  return
}
// expected-error @below {{expected (memref<4xi64>, memref<4xf64>, memref<4xf64>) -> (), found (memref<4xi64>,}}
func.func private @dw(memref<4xi64>, memref<4xf64>) -> memref<4xf64> attributes {lagrad.pullback = @stored}

// -----

// What is not float is not spoken of.
// expected-note @below {{@mixed is defined here}}
func.func @mixed(%x: f64, %m: memref<4xf64>, %k: memref<4xi64>) -> f64 {
  return %x : f64
}
// expected-error @below {{@dm does not have the signature of the gradient of @mixed with respect to [0]}}
func.func private @dm(f64, memref<4xf64>, memref<4xi64>) -> (f64, memref<4xf64>) attributes {lagrad.gradient = @mixed}
// expected-note @-1 {{argument 1 of @mixed has type memref<4xf64>, which is differentiated where lagrad.wrt lists it}}
func.func private @df(f64, memref<4xf64>, memref<4xi64>) -> f64 attributes {lagrad.gradient = @mixed}

// -----

// A module inside the module has requests of its own, and errors.
module @inner {
  // expected-note @below {{it is declared here; define it in this module}}
  func.func private @f(f64) -> f64
  // expected-error @below {{cannot differentiate @f: it has no body}}
  func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
}
