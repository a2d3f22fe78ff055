// Control flow that cannot be made structured.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

// One way returns, another never does.
// expected-error @below {{cannot differentiate this function: its control flow could not be lifted to scf}}
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
func.func private @df(f64, i32, i1) -> f64 attributes {lagrad.gradient = @never}

// -----

func.func @foreign(%x: f64, %c: i1) -> f64 {
  // expected-error @below {{'llvm.cond_br' op cannot convert unknown control flow op to structured control flow}}
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.br ^b
^b:
  return %x : f64
}
func.func private @df(f64, i1) -> f64 attributes {lagrad.gradient = @foreign}
