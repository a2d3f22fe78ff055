// An affine parallel loop that adds up products.
func.func @affine_parallel_sum(%x: tensor<3x4xf64>, %y: tensor<4xf64>) -> f64 {
  %0 = affine.parallel (%i, %j) = (0, 0) to (3, 4) reduce ("addf") -> (f64) {
    %a = tensor.extract %x[%i, %j] : tensor<3x4xf64>
    %b = tensor.extract %y[%j] : tensor<4xf64>
    %1 = arith.mulf %a, %b : f64
    %2 = math.sin %1 : f64
    affine.yield %2 : f64
  }
  return %0 : f64
}
func.func private @gradient(tensor<3x4xf64>, tensor<4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>) attributes {lagrad.gradient = @affine_parallel_sum}
