// A real loss of complex weights: the gradient as JAX defines it.
func.func @complex_real_loss(%w: tensor<2x2xcomplex<f64>>, %x: tensor<2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %z = arith.constant dense<(0.0, 0.0)> : tensor<2xcomplex<f64>>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%w, %x : tensor<2x2xcomplex<f64>>, tensor<2xf64>) outs(%z : tensor<2xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: f64, %o: complex<f64>):
    %c = complex.create %b, %zero : complex<f64>
    %p = complex.mul %a, %c : complex<f64>
    %s = complex.add %o, %p : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<2xcomplex<f64>>
  %i = tensor.from_elements %zero : tensor<f64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%0 : tensor<2xcomplex<f64>>) outs(%i : tensor<f64>) {
  ^bb0(%a: complex<f64>, %o: f64):
    %r = complex.abs %a : complex<f64>
    %t = complex.angle %a : complex<f64>
    %p = arith.mulf %r, %t : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %2 = tensor.extract %1[] : tensor<f64>
  return %2 : f64
}
func.func private @gradient(tensor<2x2xcomplex<f64>>, tensor<2xf64>) -> (tensor<2x2xcomplex<f64>>, tensor<2xf64>) attributes {lagrad.gradient = @complex_real_loss}
