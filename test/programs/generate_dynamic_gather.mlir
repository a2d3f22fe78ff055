// A tensor of dynamic size, reversed and squared.
func.func @generate_dynamic_gather(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %k = arith.subi %n, %i : index
    %l = arith.subi %k, %c1 : index
    %a = tensor.extract %x[%l] : tensor<?xf64>
    %b = tensor.extract %x[%i] : tensor<?xf64>
    %1 = arith.mulf %a, %b : f64
    %2 = arith.mulf %1, %a : f64
    tensor.yield %2 : f64
  } : tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @generate_dynamic_gather}
