// A body that calls functions of a tensor from outside, which are not inlined and overwrite it.
#id = affine_map<(i) -> (i)>
func.func private @squares(%t: tensor<3xf64>, %a: f64) -> f64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %u = tensor.insert %a into %t[%c0] : tensor<3xf64>
  %z = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %z) -> f64 {
    %e = tensor.extract %u[%i] : tensor<3xf64>
    %e2 = arith.mulf %e, %e : f64
    %n = arith.addf %s, %e2 : f64
    scf.yield %n : f64
  }
  return %r : f64
}
func.func private @exponentials(%t: tensor<3xf64>, %a: f64) -> tensor<3xf64> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %u = tensor.insert %a into %t[%c0] : tensor<3xf64>
  %v = math.exp %u : tensor<3xf64>
  return %v : tensor<3xf64>
}
func.func @generic_calls_kept_functions(%x: tensor<3xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = math.sin %x : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = func.call @squares(%0, %a) : (tensor<3xf64>, f64) -> f64
    %c = func.call @exponentials(%0, %b) : (tensor<3xf64>, f64) -> tensor<3xf64>
    %first = tensor.extract %c[%c0] : tensor<3xf64>
    %d = math.sin %first : f64
    %q = func.call @squares(%c, %d) : (tensor<3xf64>, f64) -> f64
    linalg.yield %q : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<3xf64>, tensor<4xf64>) attributes {lagrad.pullback = @generic_calls_kept_functions}
