// Branches that read different captured tensors: a concatenation, as exporters write it.
func.func @branch_in_body_joins(%x: tensor<2x2xf64>, %y: tensor<2x3xf64>) -> tensor<2x5xf64> {
  %e = tensor.empty() : tensor<2x5xf64>
  %c2 = arith.constant 2 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<2x5xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi ult, %j, %c2 : index
    %r = scf.if %c -> f64 {
      %a = tensor.extract %x[%i, %j] : tensor<2x2xf64>
      scf.yield %a : f64
    } else {
      %k = arith.subi %j, %c2 : index
      %a = tensor.extract %y[%i, %k] : tensor<2x3xf64>
      scf.yield %a : f64
    }
    %s = math.sin %r : f64
    linalg.yield %s : f64
  } -> tensor<2x5xf64>
  return %0 : tensor<2x5xf64>
}
func.func private @pullback(tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x5xf64>) -> (tensor<2x2xf64>, tensor<2x3xf64>) attributes {lagrad.pullback = @branch_in_body_joins}
