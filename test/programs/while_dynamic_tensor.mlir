// The carried tensor has a size known only at run time, and so has its tape.
func.func @while_dynamic_tensor(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 4.0 : f64
  %0 = scf.while (%h = %x) : (tensor<?xf64>) -> tensor<?xf64> {
    %1 = tensor.extract %h[%c0] : tensor<?xf64>
    %c = arith.cmpf olt, %1, %limit : f64
    scf.condition(%c) %h : tensor<?xf64>
  } do {
  ^bb0(%h: tensor<?xf64>):
    %1 = arith.mulf %h, %y : tensor<?xf64>
    %2 = math.exp %1 : tensor<?xf64>
    %3 = arith.addf %2, %h : tensor<?xf64>
    scf.yield %3 : tensor<?xf64>
  }
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @while_dynamic_tensor}
