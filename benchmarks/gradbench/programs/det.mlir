// A determinant by expansion along the first row of each minor. A minor has the rows from %row on, and the columns
// whose bits are not in %taken: there are at most 63.
func.func @primal(%a: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i64
  %det = func.call @minor(%a, %c0, %none) : (tensor<?x?xf64>, index, i64) -> f64
  return %det : f64
}

func.func private @minor(%a: tensor<?x?xf64>, %row: index, %taken: i64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bit = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %is_empty = arith.cmpi eq, %row, %n : index
  %det = scf.if %is_empty -> f64 {
    scf.yield %one : f64
  } else {
    %below = arith.addi %row, %c1 : index
    %all:2 = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero, %sign = %one) -> (f64, f64) {
      %j_int = arith.index_cast %j : index to i64
      %column = arith.shli %bit, %j_int : i64
      %both = arith.andi %taken, %column : i64
      %is_free = arith.cmpi eq, %both, %none : i64
      %next:2 = scf.if %is_free -> (f64, f64) {
        %with = arith.ori %taken, %column : i64
        %smaller = func.call @minor(%a, %below, %with) : (tensor<?x?xf64>, index, i64) -> f64
        %entry = tensor.extract %a[%row, %j] : tensor<?x?xf64>
        %signed = arith.mulf %sign, %entry : f64
        %term = arith.mulf %signed, %smaller : f64
        %more = arith.addf %sum, %term : f64
        %opposite = arith.negf %sign : f64
        scf.yield %more, %opposite : f64, f64
      } else {
        scf.yield %sum, %sign : f64, f64
      }
      scf.yield %next#0, %next#1 : f64, f64
    }
    scf.yield %all#0 : f64
  }
  return %det : f64
}
func.func private @gradient(tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.gradient = @primal}
