// Elements are added up at places that an integer tensor names, some of them more than once.
func.func @for_element_scatter(%v: tensor<4xf64>, %at: tensor<4xindex> {lagrad.example = dense<[2, 0, 2, 1]> : tensor<4xindex>}, %x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %x) -> tensor<3xf64> {
    %k = tensor.extract %at[%i] : tensor<4xindex>
    %1 = tensor.extract %v[%i] : tensor<4xf64>
    %2 = tensor.extract %h[%k] : tensor<3xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %2, %3 : f64
    %5 = tensor.insert %4 into %h[%k] : tensor<3xf64>
    scf.yield %5 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xindex>, tensor<3xf64>, tensor<3xf64>) -> (tensor<4xf64>, tensor<3xf64>) attributes {lagrad.pullback = @for_element_scatter}
