// Different functions and several requests for one of them in one module.
func.func @request_several(%x: tensor<3xf64>, %y: f64) -> (tensor<3xf64>, f64) {
  %0 = tensor.splat %y : tensor<3xf64>
  %1 = arith.mulf %x, %0 : tensor<3xf64>
  %2 = math.sin %y : f64
  return %1, %2 : tensor<3xf64>, f64
}
func.func @request_several_other(%n: index, %x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}
func.func private @all(tensor<3xf64>, f64, tensor<3xf64>, f64) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @request_several}
func.func private @swapped(tensor<3xf64>, f64, tensor<3xf64>, f64) -> (f64, tensor<3xf64>) attributes {lagrad.pullback = @request_several, lagrad.wrt = [1, 0]}
func.func private @only_y(tensor<3xf64>, f64, tensor<3xf64>, f64) -> f64 attributes {lagrad.pullback = @request_several, lagrad.wrt = [1]}
func.func private @other(index, f64) -> f64 attributes {lagrad.gradient = @request_several_other, lagrad.wrt = [1]}
