// A determinant by expansion along the first row of each minor. A minor has the rows from %row on, and the columns
// whose bits are not in %taken: there are at most 63. It is multiplied by %above, the entries on the way to it: so the
// derivative reads no minor, and is one sweep.
func.func @primal(%a: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i64
  %one = arith.constant 1.0 : f64
  %det = func.call @times_minor(%a, %c0, %none, %one) : (tensor<?x?xf64>, index, i64, f64) -> f64
  return %det : f64
}

func.func private @times_minor(%a: tensor<?x?xf64>, %row: index, %taken: i64, %above: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bit = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %is_empty = arith.cmpi eq, %row, %n : index
  %det = scf.if %is_empty -> f64 {
    scf.yield %above : f64
  } else {
    %below = arith.addi %row, %c1 : index
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%partial = %zero) -> f64 {
      %j_int = arith.index_cast %j : index to i64
      %column = arith.shli %bit, %j_int : i64
      %both = arith.andi %taken, %column : i64
      %is_free = arith.cmpi eq, %both, %none : i64
      %next = scf.if %is_free -> f64 {
        %with = arith.ori %taken, %column : i64
        %entry = tensor.extract %a[%row, %j] : tensor<?x?xf64>
        %left = arith.subi %column, %bit : i64
        %taken_left = arith.andi %taken, %left : i64
        %taken_count = math.ctpop %taken_left : i64
        %place = arith.subi %j_int, %taken_count : i64
        %odd = arith.andi %place, %bit : i64
        %is_even = arith.cmpi eq, %odd, %none : i64
        %opposite = arith.negf %entry : f64
        %signed = arith.select %is_even, %entry, %opposite : f64
        %through = arith.mulf %above, %signed : f64
        %term = func.call @times_minor(%a, %below, %with, %through) : (tensor<?x?xf64>, index, i64, f64) -> f64
        %more = arith.addf %partial, %term : f64
        scf.yield %more : f64
      } else {
        scf.yield %partial : f64
      }
      scf.yield %next : f64
    }
    scf.yield %sum : f64
  }
  return %det : f64
}
func.func private @gradient(tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.gradient = @primal}
