// Every element is computed from its place and a captured scalar.
func.func @generate_from_scalar(%x: f64) -> tensor<3x2xf64> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    %n = arith.index_cast %k : index to i64
    %f = arith.sitofp %n : i64 to f64
    %1 = arith.mulf %f, %x : f64
    %2 = math.sin %1 : f64
    tensor.yield %2 : f64
  } : tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}
func.func private @pullback(f64, tensor<3x2xf64>) -> f64 attributes {lagrad.pullback = @generate_from_scalar}
