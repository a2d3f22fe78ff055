// A carried tensor is shifted by one place within itself, and a new element enters.
func.func @odd_shift_in_place(%x: tensor<4xf64>, %v: tensor<5xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%u = %x) -> tensor<4xf64> {
    %s = tensor.extract_slice %u[0] [3] [1] : tensor<4xf64> to tensor<3xf64>
    %l = tensor.extract %u[%c1] : tensor<4xf64>
    %1 = tensor.insert_slice %s into %u[1] [3] [1] : tensor<3xf64> into tensor<4xf64>
    %a = tensor.extract %v[%i] : tensor<5xf64>
    %2 = arith.mulf %a, %l : f64
    %3 = tensor.insert %2 into %1[%c0] : tensor<4xf64>
    scf.yield %3 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<5xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<5xf64>) attributes {lagrad.pullback = @odd_shift_in_place}
