// RUN: lagrad-opt %s --lagrad-convert-tm-tensor --split-input-file --verify-diagnostics

func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @+2 {{cannot convert 'tm_tensor.sort' of tensors of dynamic sizes}}
  // expected-note @unknown {{export the program for tensors of known sizes}}
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %stay = arith.cmpf ole, %a, %b : f64
    tm_tensor.yield %stay : i1
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
