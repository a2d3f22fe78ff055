// A counted loop that may also end early, with the counter used afterwards as an index.
func.func @while_counter_two_conditions(%x: tensor<5xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %limit = arith.constant 1.6 : f64
  %0:2 = scf.while (%i = %c0, %p = %s) : (index, f64) -> (index, f64) {
    %few = arith.cmpi ult, %i, %c4 : index
    %small = arith.cmpf olt, %p, %limit : f64
    %more = arith.andi %few, %small : i1
    scf.condition(%more) %i, %p : index, f64
  } do {
  ^bb0(%i: index, %p: f64):
    %a = tensor.extract %x[%i] : tensor<5xf64>
    %1 = arith.mulf %a, %p : f64
    %2 = arith.addf %1, %p : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %2 : index, f64
  }
  %b = tensor.extract %x[%0#0] : tensor<5xf64>
  %3 = arith.mulf %b, %0#1 : f64
  return %3 : f64
}
func.func private @gradient(tensor<5xf64>, f64) -> (tensor<5xf64>, f64) attributes {lagrad.gradient = @while_counter_two_conditions}
