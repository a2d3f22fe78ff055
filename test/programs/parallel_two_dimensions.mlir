// Two dimensions, an active start value, two reductions at once.
func.func @parallel_two_dimensions(%x: tensor<3x4xf64>, %init: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %0:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%c3, %c4) step (%c1, %c2) init (%init, %zero) -> (f64, f64) {
    %a = tensor.extract %x[%i, %j] : tensor<3x4xf64>
    %b = tensor.extract %x[%i, %c0] : tensor<3x4xf64>
    %1 = arith.mulf %a, %b : f64
    %2 = math.exp %a : f64
    scf.reduce(%1, %2 : f64, f64) {
    ^bb0(%l: f64, %r: f64):
      %3 = arith.addf %l, %r : f64
      scf.reduce.return %3 : f64
    }, {
    ^bb0(%l: f64, %r: f64):
      %3 = arith.addf %l, %r : f64
      scf.reduce.return %3 : f64
    }
  }
  return %0#0, %0#1 : f64, f64
}
func.func private @pullback(tensor<3x4xf64>, f64, f64, f64) -> (tensor<3x4xf64>, f64) attributes {lagrad.pullback = @parallel_two_dimensions}
