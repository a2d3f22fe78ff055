// What can be wrong with a request for many directions, a Jacobian or a Hessian.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

// expected-note @+2 {{@f is defined here}}
// expected-note @+1 {{@f is defined here}}
func.func @f(%x: tensor<3xf64>, %s: f64) -> tensor<2xf64> {
  %0 = tensor.extract_slice %x[0] [2] [1] : tensor<3xf64> to tensor<2xf64>
  return %0 : tensor<2xf64>
}
// expected-error @below {{@many does not have the signature of the pushforward of @f with respect to [0]: expected (tensor<3xf64>, tensor<4x3xf64>, f64) -> (tensor<4x2xf64>), found (tensor<3xf64>, tensor<3x4xf64>, f64) -> (tensor<4x2xf64>)}}
func.func private @many(tensor<3xf64>, tensor<3x4xf64>, f64) -> tensor<4x2xf64> attributes {lagrad.pushforward = @f, lagrad.wrt = [0], lagrad.vectors = 4}
// expected-error @below {{@inside_out does not have the signature of the jacobian of @f with respect to [0, 1]: expected (tensor<3xf64>, f64) -> (tensor<2x3xf64>, tensor<2xf64>), found (tensor<3xf64>, f64) -> (tensor<3x2xf64>, tensor<2xf64>)}}
func.func private @inside_out(tensor<3xf64>, f64) -> (tensor<3x2xf64>, tensor<2xf64>) attributes {lagrad.jacobian = @f}
// expected-error @below {{'lagrad.vectors' of @none is a number of directions, or -1 for any number, not 0}}
func.func private @none(tensor<3xf64>, f64) -> tensor<2xf64> attributes {lagrad.pushforward = @f, lagrad.vectors = 0}
// expected-error @below {{'lagrad.chunk' of @chunk is a number of directions, not "all"}}
func.func private @chunk(tensor<3xf64>, f64) -> tensor<2x3xf64> attributes {lagrad.jacobian = @f, lagrad.wrt = [0], lagrad.chunk = "all"}
// expected-error @below {{'lagrad.mode' of @mode is "forward" or "reverse", not "both"}}
func.func private @mode(tensor<3xf64>, f64) -> tensor<2x3xf64> attributes {lagrad.jacobian = @f, lagrad.wrt = [0], lagrad.mode = "both"}
// expected-error @below {{'lagrad.vectors' is for lagrad.pullback, lagrad.pushforward, lagrad.hvp; @vectors asks for a jacobian}}
func.func private @vectors(tensor<3xf64>, f64) -> tensor<2x3xf64> attributes {lagrad.jacobian = @f, lagrad.wrt = [0], lagrad.vectors = 4}
// expected-error @below {{'lagrad.mode' is for lagrad.jacobian; @by asks for a pullback}}
func.func private @by(tensor<3xf64>, f64, tensor<2xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @f, lagrad.wrt = [0], lagrad.mode = "forward"}

// -----

// expected-note @+4 {{@f is defined here}}
// expected-note @+3 {{@f is defined here}}
// expected-note @+2 {{@f is defined here}}
// expected-note @+1 {{@f is defined here}}
func.func @f(%x: f64, %y: f32) -> (f64, f64, index) {
  %c0 = arith.constant 0 : index
  return %x, %x, %c0 : f64, f64, index
}
// expected-error @below {{a hessian needs one float result, and @f has 2; ask for lagrad.pullback}}
func.func private @h(f64, f32) -> f64 attributes {lagrad.hessian = @f, lagrad.wrt = [0]}
// expected-error @below {{a hvp needs one float result, and @f has 2; ask for lagrad.pullback}}
func.func private @v(f64, f64, f32) -> f64 attributes {lagrad.hvp = @f, lagrad.wrt = [0]}
// expected-error @below {{a jacobian is of one real element type, and @f has f32, f64; ask for lagrad.pullback or lagrad.pushforward}}
func.func private @mixed(f64, f32) -> (f64, f32, f64, f32) attributes {lagrad.jacobian = @f}
// expected-error @below {{@nowhere has no direction, of which 'lagrad.vectors' could ask for several}}
func.func private @nowhere(f64, f32) -> (f64, f64) attributes {lagrad.pushforward = @f, lagrad.wrt = [], lagrad.vectors = 2}

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
func.func private @h(f64) -> f64 attributes {lagrad.hessian = @f}
