// The power spectrum of real data: phases from indices, a sum of complex products.
func.func @complex_fourier_transform(%x: tensor<4xf64>) -> tensor<4xf64> {
  %step = arith.constant -1.5707963267948966 : f64
  %zero = arith.constant 0.0 : f64
  %z = arith.constant dense<(0.0, 0.0)> : tensor<4xcomplex<f64>>
  %0 = linalg.generic {indexing_maps = [affine_map<(k, j) -> (j)>, affine_map<(k, j) -> (k)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4xf64>) outs(%z : tensor<4xcomplex<f64>>) {
  ^bb0(%a: f64, %o: complex<f64>):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %kj = arith.muli %k, %j : index
    %n = arith.index_cast %kj : index to i64
    %f = arith.sitofp %n : i64 to f64
    %t = arith.mulf %f, %step : f64
    %i = complex.create %zero, %t : complex<f64>
    %w = complex.exp %i : complex<f64>
    %c = complex.create %a, %zero : complex<f64>
    %p = complex.mul %w, %c : complex<f64>
    %s = complex.add %o, %p : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<4xcomplex<f64>>
  %e = tensor.empty() : tensor<4xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<4xcomplex<f64>>) outs(%e : tensor<4xf64>) {
  ^bb0(%c: complex<f64>, %o: f64):
    %d = complex.conj %c : complex<f64>
    %p = complex.mul %c, %d : complex<f64>
    %r = complex.re %p : complex<f64>
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %1 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @complex_fourier_transform}
