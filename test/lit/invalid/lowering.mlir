// What the lowering refuses before it starts.
// RUN: lagrad-opt %s --lagrad-to-llvm --split-input-file --verify-diagnostics

func.func @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{'lagrad.grad' cannot be lowered; run lagrad-differentiate first}}
  %0 = "lagrad.grad"(%x) {F = @square} : (f64) -> f64
  return %0 : f64
}
// expected-error @below {{the gradient @df has no body yet; run lagrad-differentiate (or lagrad-default) before lowering}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @square}

// -----

// expected-error @below {{argument 1 of @vectors has the type vector<4xf64>, which has no place in the C interface; it takes scalars, tensors and contiguous memrefs of f64}}
func.func @vectors(%x: f64, %v: vector<4xf64>) -> f64 {
  return %x : f64
}

// -----

// expected-error @below {{a public function cannot be called @lagrad_release: compiled code has one of that name}}
func.func @lagrad_release(%x: f64) -> f64 {
  return %x : f64
}

// -----

// expected-error @below {{a public function cannot be called @exp: compiled code calls the C library's exp}}
func.func @exp(%x: f64) -> f64 {
  return %x : f64
}

// -----

// expected-error @below {{@f has results of dynamic size, for which the lowering adds @f_result_sizes; that name is taken}}
func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
func.func @f_result_sizes(%x: f64) -> f64 {
  return %x : f64
}

// -----

// expected-error @below {{the control flow of this function cannot be written as scf operations}}
func.func @never(%x: f64, %n: i32, %holds: i1) -> f64 {
  cf.switch %n : i32, [default: ^a, 1: ^b, 2: ^c]
^a:
  cf.br ^b
^b:
  %y = arith.mulf %x, %x : f64
  return %y : f64
^c:
  cf.assert %holds, "no"
  ub.unreachable
}
