// One branch passes on a tensor that a function gives back as it was; in the other one a body reads it, and makes the result.
func.func private @sine_of_first(%s: f64, %x: tensor<3xf64>) -> (f64, tensor<3xf64>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0] : tensor<3xf64>
  %p = arith.mulf %s, %e : f64
  %r = math.sin %p : f64
  return %r, %x : f64, tensor<3xf64>
}
func.func @branch_passes_on_what_a_body_reads(%s: f64, %x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %a:2 = func.call @sine_of_first(%s, %x) : (f64, tensor<3xf64>) -> (f64, tensor<3xf64>)
  %c = arith.cmpf olt, %a#0, %zero : f64
  %r = scf.if %c -> tensor<3xf64> {
    %b:2 = func.call @sine_of_first(%a#0, %a#1) : (f64, tensor<3xf64>) -> (f64, tensor<3xf64>)
    scf.yield %b#1 : tensor<3xf64>
  } else {
    %g = tensor.generate {
    ^bb0(%i: index):
      %b:2 = func.call @sine_of_first(%a#0, %a#1) : (f64, tensor<3xf64>) -> (f64, tensor<3xf64>)
      %e = tensor.extract %a#1[%i] : tensor<3xf64>
      %p = arith.mulf %b#0, %e : f64
      tensor.yield %p : f64
    } : tensor<3xf64>
    scf.yield %g : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func private @pullback(f64, tensor<3xf64>, tensor<3xf64>) -> (f64, tensor<3xf64>) attributes {lagrad.pullback = @branch_passes_on_what_a_body_reads}
