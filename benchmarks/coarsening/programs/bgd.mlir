// The loss of a linear regression after ${steps} steps of batch gradient descent over ${n} records, as a function of the
// rate: its derivative says how to choose that.
func.func @f(%p: tensor<1xf64>, %x: tensor<${n}xf64>, %y: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant ${n} : index
  %steps = arith.constant ${steps} : index
  %zero = arith.constant 0.0 : f64
  %rate = tensor.extract %p[%c0] : tensor<1xf64>
  %end:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%w = %zero, %b = %zero) -> (f64, f64) {
    %g:2 = scf.for %i = %c0 to %n step %c1 iter_args(%gw = %zero, %gb = %zero) -> (f64, f64) {
      %xi = tensor.extract %x[%i] : tensor<${n}xf64>
      %yi = tensor.extract %y[%i] : tensor<${n}xf64>
      %wx = arith.mulf %w, %xi : f64
      %guess = arith.addf %wx, %b : f64
      %miss = arith.subf %guess, %yi : f64
      %slope = arith.mulf %miss, %xi : f64
      %gw1 = arith.addf %gw, %slope : f64
      %gb1 = arith.addf %gb, %miss : f64
      scf.yield %gw1, %gb1 : f64, f64
    }
    %dw = arith.mulf %rate, %g#0 : f64
    %db = arith.mulf %rate, %g#1 : f64
    %w1 = arith.subf %w, %dw : f64
    %b1 = arith.subf %b, %db : f64
    scf.yield %w1, %b1 : f64, f64
  }
  %loss = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %xi = tensor.extract %x[%i] : tensor<${n}xf64>
    %yi = tensor.extract %y[%i] : tensor<${n}xf64>
    %wx = arith.mulf %end#0, %xi : f64
    %guess = arith.addf %wx, %end#1 : f64
    %miss = arith.subf %guess, %yi : f64
    %square = arith.mulf %miss, %miss : f64
    %more = arith.addf %sum, %square : f64
    scf.yield %more : f64
  }
  return %loss : f64
}
