// Rows of a carried matrix are updated by a counted loop inside a loop that ends when a norm is small.
func.func @odd_for_in_while_rows(%x: tensor<3x2xf64>, %w: tensor<2xf64>) -> tensor<3x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %eps = arith.constant 1.0 : f64
  %0:2 = scf.while (%m = %x, %k = %c1) : (tensor<3x2xf64>, index) -> (tensor<3x2xf64>, index) {
    %z = tensor.from_elements %zero : tensor<f64>
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%m : tensor<3x2xf64>) outs(%z : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %1 = arith.mulf %a, %a : f64
      %2 = arith.addf %o, %1 : f64
      linalg.yield %2 : f64
    } -> tensor<f64>
    %t = tensor.extract %s[] : tensor<f64>
    %c = arith.cmpf ogt, %t, %eps : f64
    scf.condition(%c) %m, %k : tensor<3x2xf64>, index
  } do {
  ^bb0(%m: tensor<3x2xf64>, %k: index):
    %n = arith.minui %k, %c3 : index
    %1 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %m) -> tensor<3x2xf64> {
      %r = tensor.extract_slice %u[%i, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
      %2 = math.sin %r : tensor<2xf64>
      %3 = arith.mulf %2, %r : tensor<2xf64>
      %4 = arith.mulf %3, %w : tensor<2xf64>
      %half = arith.constant dense<0.5> : tensor<2xf64>
      %5 = arith.mulf %4, %half : tensor<2xf64>
      %6 = tensor.insert_slice %5 into %u[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<3x2xf64>
      scf.yield %6 : tensor<3x2xf64>
    }
    %l = arith.addi %k, %c1 : index
    scf.yield %1, %l : tensor<3x2xf64>, index
  }
  return %0#0 : tensor<3x2xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>) attributes {lagrad.pullback = @odd_for_in_while_rows}
