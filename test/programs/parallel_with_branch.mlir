// A branch in the body of a parallel loop, and bounds that are arguments.
func.func @parallel_with_branch(%x: tensor<6xf64>, %lb: index {lagrad.example = 1 : index}, %ub: index {lagrad.example = 6 : index}) -> f64 {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %0 = scf.parallel (%i) = (%lb) to (%ub) step (%c2) init (%zero) -> f64 {
    %a = tensor.extract %x[%i] : tensor<6xf64>
    %c = arith.cmpf olt, %a, %one : f64
    %1 = scf.if %c -> f64 {
      %2 = arith.mulf %a, %a : f64
      scf.yield %2 : f64
    } else {
      %2 = math.exp %a : f64
      scf.yield %2 : f64
    }
    scf.reduce(%1 : f64) {
    ^bb0(%l: f64, %r: f64):
      %3 = arith.addf %r, %l : f64
      scf.reduce.return %3 : f64
    }
  }
  return %0 : f64
}
func.func private @gradient(tensor<6xf64>, index, index) -> tensor<6xf64> attributes {lagrad.gradient = @parallel_with_branch}
