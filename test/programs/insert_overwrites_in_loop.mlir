// Places written several times: only the last write counts, and the reads between.
func.func @insert_overwrites_in_loop(%x: tensor<3xf64>, %v: tensor<7xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %0 = scf.for %i = %c0 to %c7 step %c1 iter_args(%u = %x) -> tensor<3xf64> {
    %k = arith.remui %i, %c3 : index
    %a = tensor.extract %v[%i] : tensor<7xf64>
    %b = tensor.extract %u[%c1] : tensor<3xf64>
    %1 = arith.mulf %a, %b : f64
    %2 = tensor.insert %1 into %u[%k] : tensor<3xf64>
    scf.yield %2 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<7xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<7xf64>) attributes {lagrad.pullback = @insert_overwrites_in_loop}
