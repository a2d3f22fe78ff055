// Reshapes to shapes of 32-bit integers and of indices, to one dimension and to three.
func.func @odd_reshape_by_integers(
    %x: tensor<2x3xf64>,
    %flat: tensor<1xi32> {lagrad.example = dense<6> : tensor<1xi32>},
    %deep: tensor<3xindex> {lagrad.example = dense<[3, 1, 2]> : tensor<3xindex>}) -> (tensor<?xf64>, tensor<?x?x?xf64>) {
  %a = tensor.reshape %x(%flat) : (tensor<2x3xf64>, tensor<1xi32>) -> tensor<?xf64>
  %b = math.sin %a : tensor<?xf64>
  %c = tensor.reshape %b(%deep) : (tensor<?xf64>, tensor<3xindex>) -> tensor<?x?x?xf64>
  %d = arith.mulf %c, %c : tensor<?x?x?xf64>
  return %a, %d : tensor<?xf64>, tensor<?x?x?xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<1xi32>, tensor<3xindex>, tensor<?xf64>, tensor<?x?x?xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @odd_reshape_by_integers}
