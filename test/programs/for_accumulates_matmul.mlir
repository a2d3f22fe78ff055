// A carried matrix is the accumulator of a product in every trip.
func.func @for_accumulates_matmul(%a: tensor<3x2x2xf64>, %b: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %b) -> tensor<2x2xf64> {
    %1 = tensor.extract_slice %a[%i, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<3x2x2xf64> to tensor<2x2xf64>
    %2 = linalg.matmul ins(%1, %acc : tensor<2x2xf64>, tensor<2x2xf64>) outs(%acc : tensor<2x2xf64>) -> tensor<2x2xf64>
    scf.yield %2 : tensor<2x2xf64>
  }
  return %0 : tensor<2x2xf64>
}
func.func private @pullback(tensor<3x2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<3x2x2xf64>, tensor<2x2xf64>) attributes {lagrad.pullback = @for_accumulates_matmul}
