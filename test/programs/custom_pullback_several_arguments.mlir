// A function of a tensor, an integer and a scalar, with two results, brings its own pullback.
func.func private @gauge(%x: tensor<3xf64>, %n: index, %s: f64) -> (tensor<3xf64>, f64) attributes {lagrad.custom_pullback = @gauge_pullback} {
  %a = tensor.extract %x[%n] : tensor<3xf64>
  %t = tensor.splat %s : tensor<3xf64>
  %0 = arith.mulf %x, %t : tensor<3xf64>
  %1 = arith.mulf %a, %s : f64
  return %0, %1 : tensor<3xf64>, f64
}
// Twice the true derivative, so that a test sees which of the two was used.
func.func private @gauge_pullback(%x: tensor<3xf64>, %n: index, %s: f64, %ct: tensor<3xf64>, %d: f64) -> (tensor<3xf64>, f64) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %s2 = arith.mulf %s, %two : f64
  %t = tensor.splat %s2 : tensor<3xf64>
  %0 = arith.mulf %ct, %t : tensor<3xf64>
  %1 = tensor.extract %0[%n] : tensor<3xf64>
  %2 = arith.mulf %d, %s2 : f64
  %3 = arith.addf %1, %2 : f64
  %4 = tensor.insert %3 into %0[%n] : tensor<3xf64>
  %i = tensor.from_elements %zero : tensor<f64>
  %5 = linalg.dot ins(%x, %ct : tensor<3xf64>, tensor<3xf64>) outs(%i : tensor<f64>) -> tensor<f64>
  %6 = tensor.extract %5[] : tensor<f64>
  %a = tensor.extract %x[%n] : tensor<3xf64>
  %7 = arith.mulf %a, %d : f64
  %8 = arith.addf %6, %7 : f64
  %9 = arith.mulf %8, %two : f64
  return %4, %9 : tensor<3xf64>, f64
}
func.func @custom_pullback_several_arguments(%x: tensor<3xf64>, %s: f64) -> (tensor<3xf64>, f64) {
  %c1 = arith.constant 1 : index
  %e = math.exp %x : tensor<3xf64>
  %0, %1 = call @gauge(%e, %c1, %s) : (tensor<3xf64>, index, f64) -> (tensor<3xf64>, f64)
  %2 = arith.mulf %1, %s : f64
  return %0, %2 : tensor<3xf64>, f64
}
func.func private @pullback(tensor<3xf64>, f64, tensor<3xf64>, f64) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @custom_pullback_several_arguments}
func.func private @pullback_s(tensor<3xf64>, f64, tensor<3xf64>, f64) -> f64 attributes {lagrad.pullback = @custom_pullback_several_arguments, lagrad.wrt = [1]}
