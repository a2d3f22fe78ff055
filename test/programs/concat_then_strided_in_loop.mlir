// A loop that carries two tensors which every trip puts into one, and takes from it, with steps, what goes on.
func.func @concat_then_strided_in_loop(%x: tensor<2x3xf64>, %y: tensor<1x3xf64>, %n: index) -> tensor<2x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<2x3xf64>, tensor<1x3xf64>) {
    %c = tensor.concat dim(0) %a, %b, %b : (tensor<2x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<4x3xf64>
    %s = math.sin %c : tensor<4x3xf64>
    %p = tensor.extract_slice %s[0, 0] [2, 3] [2, 1] : tensor<4x3xf64> to tensor<2x3xf64>
    %q = tensor.extract_slice %c[3, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>
    %u = tensor.expand_shape %q [[0, 1]] output_shape [1, 3] : tensor<3xf64> into tensor<1x3xf64>
    %v = math.exp %u : tensor<1x3xf64>
    %w = tensor.extract_slice %s[1, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<1x3xf64>
    %z = arith.mulf %v, %w : tensor<1x3xf64>
    scf.yield %p, %z : tensor<2x3xf64>, tensor<1x3xf64>
  }
  return %r#0 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<1x3xf64>, index, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<1x3xf64>) attributes {lagrad.pullback = @concat_then_strided_in_loop}
