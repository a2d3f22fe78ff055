// Half the squared distance between the sign function and a polynomial with the coefficients x, at n points from -1
// to 1. The polynomial is computed by Horner's rule.
func.func @primal(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %m = tensor.dim %x, %c0 : tensor<?xf64>
  %last = arith.subi %n, %c1 : index
  %last_int = arith.index_cast %last : index to i64
  %intervals = arith.sitofp %last_int : i64 to f64
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %i_int = arith.index_cast %i : index to i64
    %i_float = arith.sitofp %i_int : i64 to f64
    %twice = arith.mulf %i_float, %two : f64
    %along = arith.divf %twice, %intervals : f64
    %t = arith.addf %minus_one, %along : f64
    %is_above = arith.cmpf ogt, %t, %zero : f64
    %is_below = arith.cmpf olt, %t, %zero : f64
    %below = arith.select %is_below, %minus_one, %zero : f64
    %sign = arith.select %is_above, %one, %below : f64
    %fit = scf.for %j = %c0 to %m step %c1 iter_args(%higher = %zero) -> f64 {
      %behind = arith.subi %m, %j : index
      %place = arith.subi %behind, %c1 : index
      %coefficient = tensor.extract %x[%place] : tensor<?xf64>
      %scaled = arith.mulf %higher, %t : f64
      %more = arith.addf %scaled, %coefficient : f64
      scf.yield %more : f64
    }
    %rest = arith.subf %sign, %fit : f64
    %square = arith.mulf %rest, %rest : f64
    %next = arith.addf %sum, %square : f64
    scf.yield %next : f64
  }
  %result = arith.mulf %half, %total : f64
  return %result : f64
}
func.func private @gradient(tensor<?xf64>, index) -> tensor<?xf64>
    attributes {lagrad.gradient = @primal, lagrad.wrt = [0]}
