// A vector that the body of a tensor.generate generates is put into a tensor from outside.
func.func @generate_put_into_outside(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %y = math.exp %x : tensor<3xf64>
  %g = tensor.generate {
  ^bb0(%i: index):
    %h = tensor.generate {
    ^bb0(%j: index):
      %a = tensor.extract %x[%j] : tensor<3xf64>
      tensor.yield %a : f64
    } : tensor<2xf64>
    %u = tensor.insert_slice %h into %y[1] [2] [1] : tensor<2xf64> into tensor<3xf64>
    %v = tensor.extract %u[%i] : tensor<3xf64>
    %w = arith.mulf %v, %v : f64
    tensor.yield %w : f64
  } : tensor<3xf64>
  %k = tensor.generate {
  ^bb0(%i: index):
    %h = tensor.generate {
    ^bb0(%j: index):
      %a = tensor.extract %x[%j] : tensor<3xf64>
      tensor.yield %a : f64
    } : tensor<2xf64>
    %u = tensor.insert_slice %h into %x[1] [2] [1] : tensor<2xf64> into tensor<3xf64>
    %v = tensor.extract %u[%i] : tensor<3xf64>
    %w = arith.mulf %v, %v : f64
    tensor.yield %w : f64
  } : tensor<3xf64>
  return %g, %k : tensor<3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @generate_put_into_outside}
