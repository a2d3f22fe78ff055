// Complex tensors as arguments and result: the cotangents are complex too.
func.func @complex_tensor_arguments(%x: tensor<3xcomplex<f64>>, %y: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %e = tensor.empty() : tensor<3xcomplex<f64>>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) outs(%e : tensor<3xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %o: complex<f64>):
    %1 = complex.mul %a, %b : complex<f64>
    %2 = complex.exp %1 : complex<f64>
    %3 = complex.conj %b : complex<f64>
    %4 = complex.div %2, %3 : complex<f64>
    linalg.yield %4 : complex<f64>
  } -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}
func.func private @pullback(tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) attributes {lagrad.pullback = @complex_tensor_arguments}
