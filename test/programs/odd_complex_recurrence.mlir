// A linear recurrence with complex eigenvalues: complex tensors in a loop, a real loss, with the value.
func.func @odd_complex_recurrence(%l: tensor<2xcomplex<f64>>, %u: tensor<3x2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %z = arith.constant dense<(0.0, 0.0)> : tensor<2xcomplex<f64>>
  %e = tensor.empty() : tensor<2xcomplex<f64>>
  %0 = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %z) -> tensor<2xcomplex<f64>> {
    %x = tensor.extract_slice %u[%t, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
    %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%l, %h, %x : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<2xf64>) outs(%e : tensor<2xcomplex<f64>>) {
    ^bb0(%a: complex<f64>, %b: complex<f64>, %c: f64, %o: complex<f64>):
      %2 = complex.mul %a, %b : complex<f64>
      %3 = complex.create %c, %zero : complex<f64>
      %4 = complex.add %2, %3 : complex<f64>
      linalg.yield %4 : complex<f64>
    } -> tensor<2xcomplex<f64>>
    scf.yield %1 : tensor<2xcomplex<f64>>
  }
  %i = tensor.from_elements %zero : tensor<f64>
  %5 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%0 : tensor<2xcomplex<f64>>) outs(%i : tensor<f64>) {
  ^bb0(%a: complex<f64>, %o: f64):
    %r = complex.re %a : complex<f64>
    %q = complex.im %a : complex<f64>
    %p = arith.mulf %r, %q : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %6 = tensor.extract %5[] : tensor<f64>
  return %6 : f64
}
func.func private @gradient(tensor<2xcomplex<f64>>, tensor<3x2xf64>) -> (f64, tensor<2xcomplex<f64>>, tensor<3x2xf64>) attributes {lagrad.gradient = @odd_complex_recurrence, lagrad.with_primal}
