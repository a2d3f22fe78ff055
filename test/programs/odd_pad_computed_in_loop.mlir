// The border is computed from the carried tensor itself and from the iteration's number.
func.func @odd_pad_computed_in_loop(%x: tensor<3xf64>, %s: f64, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %t = %c0 to %n step %c1 iter_args(%u = %x) -> tensor<3xf64> {
    %1 = tensor.pad %u low[1] high[0] {
    ^bb0(%i: index):
      %a = tensor.extract %u[%c2] : tensor<3xf64>
      %k = arith.index_cast %t : index to i64
      %f = arith.sitofp %k : i64 to f64
      %b = arith.addf %a, %f : f64
      %c = arith.mulf %b, %s : f64
      tensor.yield %c : f64
    } : tensor<3xf64> to tensor<4xf64>
    %2 = tensor.extract_slice %1[0] [3] [1] : tensor<4xf64> to tensor<3xf64>
    %3 = math.sin %2 : tensor<3xf64>
    scf.yield %3 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, f64, index, tensor<3xf64>) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @odd_pad_computed_in_loop}
