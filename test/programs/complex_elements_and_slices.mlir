// Elements and slices of complex tensors, moved in a loop.
func.func @complex_elements_and_slices(%x: tensor<4xcomplex<f64>>, %s: f64) -> tensor<4xcomplex<f64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %x) -> tensor<4xcomplex<f64>> {
    %j = arith.addi %i, %c1 : index
    %a = tensor.extract %u[%i] : tensor<4xcomplex<f64>>
    %b = tensor.extract %u[%j] : tensor<4xcomplex<f64>>
    %t = complex.create %s, %s : complex<f64>
    %1 = complex.mul %a, %t : complex<f64>
    %2 = complex.mul %1, %b : complex<f64>
    %3 = tensor.insert %2 into %u[%j] : tensor<4xcomplex<f64>>
    scf.yield %3 : tensor<4xcomplex<f64>>
  }
  %h = tensor.extract_slice %x[0] [2] [1] : tensor<4xcomplex<f64>> to tensor<2xcomplex<f64>>
  %1 = tensor.insert_slice %h into %0[1] [2] [2] : tensor<2xcomplex<f64>> into tensor<4xcomplex<f64>>
  return %1 : tensor<4xcomplex<f64>>
}
func.func private @pullback(tensor<4xcomplex<f64>>, f64, tensor<4xcomplex<f64>>) -> (tensor<4xcomplex<f64>>, f64) attributes {lagrad.pullback = @complex_elements_and_slices}
