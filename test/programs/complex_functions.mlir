// Functions of complex tensors, each with another one inside, and of two operands.
func.func @complex_functions(%x: tensor<?xcomplex<f64>>, %y: tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xcomplex<f64>>
  %e = tensor.empty(%n) : tensor<?xcomplex<f64>>
  %0 = linalg.map ins(%x, %y : tensor<?xcomplex<f64>>, tensor<?xcomplex<f64>>) outs(%e : tensor<?xcomplex<f64>>)
    (%a: complex<f64>, %b: complex<f64>, %o: complex<f64>) {
      %sin = complex.sin %a : complex<f64>
      %tan = complex.tan %sin : complex<f64>
      %sqrt = complex.sqrt %b : complex<f64>
      %cos = complex.cos %sqrt : complex<f64>
      %pow = complex.pow %sqrt, %tan : complex<f64>
      %tanh = complex.tanh %cos : complex<f64>
      %product = complex.mul %pow, %tanh : complex<f64>
      linalg.yield %product : complex<f64>
    }
  %1 = linalg.map ins(%0, %x : tensor<?xcomplex<f64>>, tensor<?xcomplex<f64>>) outs(%e : tensor<?xcomplex<f64>>)
    (%a: complex<f64>, %b: complex<f64>, %o: complex<f64>) {
      %log1p = complex.log1p %a : complex<f64>
      %sign = complex.sign %log1p : complex<f64>
      %expm1 = complex.expm1 %b : complex<f64>
      %rsqrt = complex.rsqrt %expm1 : complex<f64>
      %atan2 = complex.atan2 %rsqrt, %log1p : complex<f64>
      %sum = complex.add %atan2, %sign : complex<f64>
      linalg.yield %sum : complex<f64>
    }
  return %1 : tensor<?xcomplex<f64>>
}
func.func private @pullback(tensor<?xcomplex<f64>>, tensor<?xcomplex<f64>>, tensor<?xcomplex<f64>>) -> (tensor<?xcomplex<f64>>, tensor<?xcomplex<f64>>) attributes {lagrad.pullback = @complex_functions}
