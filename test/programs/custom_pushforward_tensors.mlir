// A normalisation of a tensor of unknown size, whose tangents hold the norm fixed; an integer among the arguments.
func.func private @normalised(%x: tensor<?xf64>, %n: index, %s: f64) -> (tensor<?xf64>, f64)
    attributes {lagrad.custom_pushforward = @normalised_pushforward} {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %square = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %q = tensor.extract %square[] : tensor<f64>
  %root = math.sqrt %q : f64
  %factor = arith.divf %s, %root : f64
  %y = linalg.map ins(%x : tensor<?xf64>) outs(%x : tensor<?xf64>) (%a: f64, %out: f64) {
    %0 = arith.mulf %a, %factor : f64
    linalg.yield %0 : f64
  }
  return %y, %root : tensor<?xf64>, f64
}
func.func private @normalised_pushforward(%x: tensor<?xf64>, %dx: tensor<?xf64>, %n: index, %s: f64, %ds: f64) -> (tensor<?xf64>, f64) {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %none = arith.constant 0.0 : f64
  %square = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %q = tensor.extract %square[] : tensor<f64>
  %root = math.sqrt %q : f64
  %factor = arith.divf %s, %root : f64
  %y = linalg.map ins(%dx : tensor<?xf64>) outs(%dx : tensor<?xf64>) (%a: f64, %out: f64) {
    %0 = arith.mulf %a, %factor : f64
    linalg.yield %0 : f64
  }
  return %y, %none : tensor<?xf64>, f64
}
func.func @custom_pushforward_tensors(%x: tensor<?xf64>, %n: index, %s: f64) -> (tensor<?xf64>, f64) {
  %e = math.exp %x : tensor<?xf64>
  %y:2 = func.call @normalised(%e, %n, %s) : (tensor<?xf64>, index, f64) -> (tensor<?xf64>, f64)
  %z = arith.mulf %y#0, %x : tensor<?xf64>
  %r = arith.mulf %y#1, %s : f64
  return %z, %r : tensor<?xf64>, f64
}
func.func private @pushforward(tensor<?xf64>, tensor<?xf64>, index, f64, f64) -> (tensor<?xf64>, f64)
    attributes {lagrad.pushforward = @custom_pushforward_tensors}
func.func private @pullback(tensor<?xf64>, index, f64, tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
    attributes {lagrad.pullback = @custom_pushforward_tensors}
