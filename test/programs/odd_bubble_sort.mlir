// Passes of swaps until nothing changes: a flag that the inner loop sets ends the outer one.
func.func @odd_bubble_sort(%x: tensor<5xf64>) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = arith.constant true
  %r:2 = scf.while (%a = %x, %go = %t) : (tensor<5xf64>, i1) -> (tensor<5xf64>, i1) {
    scf.condition(%go) %a, %go : tensor<5xf64>, i1
  } do {
  ^bb0(%a: tensor<5xf64>, %go: i1):
    %f = arith.constant false
    %s:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%b = %a, %ch = %f) -> (tensor<5xf64>, i1) {
      %j = arith.addi %i, %c1 : index
      %u = tensor.extract %b[%i] : tensor<5xf64>
      %v = tensor.extract %b[%j] : tensor<5xf64>
      %p = arith.cmpf ogt, %u, %v : f64
      %q:2 = scf.if %p -> (tensor<5xf64>, i1) {
        %b1 = tensor.insert %v into %b[%i] : tensor<5xf64>
        %b2 = tensor.insert %u into %b1[%j] : tensor<5xf64>
        scf.yield %b2, %t : tensor<5xf64>, i1
      } else {
        scf.yield %b, %ch : tensor<5xf64>, i1
      }
      scf.yield %q#0, %q#1 : tensor<5xf64>, i1
    }
    scf.yield %s#0, %s#1 : tensor<5xf64>, i1
  }
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>
  %m = arith.mulf %r#0, %w : tensor<5xf64>
  return %m : tensor<5xf64>
}
func.func private @pullback(tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64> attributes {lagrad.pullback = @odd_bubble_sort}
