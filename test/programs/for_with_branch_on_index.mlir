// A branch on the induction variable that updates the carried tensor or leaves it.
func.func @for_with_branch_on_index(%x: tensor<5xf64>, %s: f64) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %x) -> tensor<5xf64> {
    %rem = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %rem, %c0 : index
    %1 = scf.if %even -> tensor<5xf64> {
      %2 = tensor.extract %h[%i] : tensor<5xf64>
      %3 = arith.mulf %2, %s : f64
      %4 = math.sin %3 : f64
      %5 = tensor.insert %4 into %h[%i] : tensor<5xf64>
      scf.yield %5 : tensor<5xf64>
    } else {
      scf.yield %h : tensor<5xf64>
    }
    scf.yield %1 : tensor<5xf64>
  }
  return %0 : tensor<5xf64>
}
func.func private @pullback(tensor<5xf64>, f64, tensor<5xf64>) -> (tensor<5xf64>, f64) attributes {lagrad.pullback = @for_with_branch_on_index}
