// Branches that only assert something, around active values, and a switch without results.
func.func @odd_branch_without_results(%x: f64, %v: tensor<?xf64>, %k: index) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  %positive = arith.cmpf ogt, %x, %zero : f64
  scf.if %positive {
    %inside = arith.cmpi ult, %k, %n : index
    cf.assert %inside, "in range"
  }
  scf.index_switch %k
  case 3 {
    cf.assert %positive, "positive"
    scf.yield
  }
  default {
  }
  %a = tensor.extract %v[%k] : tensor<?xf64>
  %0 = arith.mulf %a, %x : f64
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func private @gradient(f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>) attributes {lagrad.gradient = @odd_branch_without_results}
