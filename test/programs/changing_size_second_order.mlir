// Neighbours multiplied until few are left, differentiated twice.
func.func @changing_size_second_order(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf64> {
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %less = arith.subi %size, %c1 : index
    %a = tensor.extract_slice %t[0] [%less] [1] : tensor<?xf64> to tensor<?xf64>
    %b = tensor.extract_slice %t[1] [%less] [1] : tensor<?xf64> to tensor<?xf64>
    %s = math.sin %b : tensor<?xf64>
    %p = arith.mulf %a, %s : tensor<?xf64>
    scf.yield %p : tensor<?xf64>
  }
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.reduce ins(%r : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
    (%in: f64, %out: f64) {
      %o = arith.addf %in, %out : f64
      linalg.yield %o : f64
    }
  %s = tensor.extract %sum[] : tensor<f64>
  return %s : f64
}
func.func private @first(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @changing_size_second_order}
func.func private @second(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @first}
