// The body of a tensor.generate generates a vector, and uses elements of it that have other indices than its own.
func.func @generate_in_generate(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %g = tensor.generate {
  ^bb0(%i: index):
    %h = tensor.generate {
    ^bb0(%j: index):
      %a = tensor.extract %x[%j] : tensor<3xf64>
      %b = math.exp %a : f64
      tensor.yield %b : f64
    } : tensor<3xf64>
    %u = tensor.extract %h[%c0] : tensor<3xf64>
    %v = tensor.extract %h[%i] : tensor<3xf64>
    %w = arith.mulf %u, %v : f64
    tensor.yield %w : f64
  } : tensor<3xf64>
  return %g : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @generate_in_generate}
