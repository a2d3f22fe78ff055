// Two reasons to stop: the end of the data, or a sum that is large enough; the place is a result.
func.func @while_breaks_early(%v: tensor<?xf64>, %limit: f64 {lagrad.example = 2.5 : f64}) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  %0:2 = scf.while (%s = %zero, %i = %c0) : (f64, index) -> (f64, index) {
    %more = arith.cmpi ult, %i, %n : index
    %low = arith.cmpf olt, %s, %limit : f64
    %c = arith.andi %more, %low : i1
    scf.condition(%c) %s, %i : f64, index
  } do {
  ^bb0(%s: f64, %i: index):
    %a = tensor.extract %v[%i] : tensor<?xf64>
    %1 = arith.mulf %a, %a : f64
    %2 = arith.addf %s, %1 : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %2, %j : f64, index
  }
  return %0#0, %0#1 : f64, index
}
func.func private @pullback(tensor<?xf64>, f64, f64) -> (tensor<?xf64>, f64) attributes {lagrad.pullback = @while_breaks_early}
