// The body of a generation branches on the place and calls a function.
func.func private @wave(%a: f64, %t: f64) -> f64 {
  %0 = arith.mulf %a, %t : f64
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func @odd_generate_with_branch_and_call(%x: tensor<3xf64>, %t: f64, %n: index {lagrad.example = 5 : index}) -> tensor<?xf64> {
  %c3 = arith.constant 3 : index
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %inside = arith.cmpi ult, %i, %c3 : index
    %1 = scf.if %inside -> f64 {
      %a = tensor.extract %x[%i] : tensor<3xf64>
      %2 = func.call @wave(%a, %t) : (f64, f64) -> f64
      scf.yield %2 : f64
    } else {
      %2 = arith.mulf %t, %t : f64
      scf.yield %2 : f64
    }
    tensor.yield %1 : f64
  } : tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<3xf64>, f64, index, tensor<?xf64>) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @odd_generate_with_branch_and_call}
