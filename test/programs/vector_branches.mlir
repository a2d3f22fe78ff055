// Vectors out of a branch and of a switch in a loop, and a mask out of a comparison.
func.func @vector_branches(%x: tensor<3xf64>, %n: index {lagrad.example = 5 : index}) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant dense<1.0> : vector<3xf64>
  %v0 = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<3xf64>, vector<3xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %v0) -> vector<3xf64> {
    %k = arith.remui %i, %c3 : index
    %a = scf.index_switch %k -> vector<3xf64>
    case 0 {
      %s = math.sin %v : vector<3xf64>
      scf.yield %s : vector<3xf64>
    }
    case 1 {
      %s = vector.shuffle %v, %v [2, 0, 1] : vector<3xf64>, vector<3xf64>
      scf.yield %s : vector<3xf64>
    }
    default {
      scf.yield %v0 : vector<3xf64>
    }
    %e = vector.extract %a[0] : f64 from vector<3xf64>
    %f = vector.extract %a[1] : f64 from vector<3xf64>
    %c = arith.cmpf olt, %e, %f : f64
    %b:2 = scf.if %c -> (vector<3xf64>, f64) {
      %m = arith.mulf %a, %v : vector<3xf64>
      scf.yield %m, %e : vector<3xf64>, f64
    } else {
      %m = arith.addf %a, %v0 : vector<3xf64>
      scf.yield %m, %f : vector<3xf64>, f64
    }
    %large = arith.cmpf ogt, %b#0, %one : vector<3xf64>
    %l = math.log %b#0 : vector<3xf64>
    %chosen = arith.select %large, %l, %b#0 : vector<3xi1>, vector<3xf64>
    %by = vector.broadcast %b#1 : f64 to vector<3xf64>
    %next = arith.addf %chosen, %by : vector<3xf64>
    scf.yield %next : vector<3xf64>
  }
  %empty = tensor.empty() : tensor<3xf64>
  %w = vector.transfer_write %r, %empty[%c0] {in_bounds = [true]} : vector<3xf64>, tensor<3xf64>
  return %w : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, index, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @vector_branches}
