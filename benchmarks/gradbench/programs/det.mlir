// A determinant by expansion along the first row of each minor. A minor has the rows from %row on, and the columns
// whose bits are in %columns: there are at most 63. It is multiplied by %above, the entries on the way to it: so the
// derivative reads no minor, and is one sweep.
func.func @primal(%a: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %bit = arith.constant 1 : i64
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %is_empty = arith.cmpi eq, %n, %c0 : index
  %is_small = arith.cmpi ult, %n, %c2 : index
  %det = scf.if %is_empty -> f64 {
    scf.yield %one : f64
  } else {
    %entry_or_minor = scf.if %is_small -> f64 {
      %entry = tensor.extract %a[%c0, %c0] : tensor<?x?xf64>
      scf.yield %entry : f64
    } else {
      %n_int = arith.index_cast %n : index to i64
      %end = arith.shli %bit, %n_int : i64
      %all = arith.subi %end, %bit : i64
      %minor = func.call @times_minor(%a, %c0, %all, %one) : (tensor<?x?xf64>, index, i64, f64) -> f64
      scf.yield %minor : f64
    }
    scf.yield %entry_or_minor : f64
  }
  return %det : f64
}

// Of two rows or more. A minor of one row is its entry.
func.func private @times_minor(%a: tensor<?x?xf64>, %row: index, %columns: i64, %above: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bit = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %below = arith.addi %row, %c1 : index
  %count_int = math.ctpop %columns : i64
  %count = arith.index_cast %count_int : i64 to index
  %sum:3 = scf.for %p = %c0 to %count step %c1 iter_args(%partial = %zero, %rest = %columns, %sign = %one)
      -> (f64, i64, f64) {
    %j_int = math.cttz %rest : i64
    %j = arith.index_cast %j_int : i64 to index
    %less = arith.subi %rest, %bit : i64
    %others = arith.andi %rest, %less : i64
    %column = arith.xori %rest, %others : i64
    %left = arith.xori %columns, %column : i64
    %entry = tensor.extract %a[%row, %j] : tensor<?x?xf64>
    %signed = arith.mulf %sign, %entry : f64
    %through = arith.mulf %above, %signed : f64
    %left_less = arith.subi %left, %bit : i64
    %second = arith.andi %left, %left_less : i64
    %is_entry = arith.cmpi eq, %second, %none : i64
    %term = scf.if %is_entry -> f64 {
      %last_int = math.cttz %left : i64
      %last = arith.index_cast %last_int : i64 to index
      %last_entry = tensor.extract %a[%below, %last] : tensor<?x?xf64>
      %product = arith.mulf %through, %last_entry : f64
      scf.yield %product : f64
    } else {
      %minor = func.call @times_minor(%a, %below, %left, %through) : (tensor<?x?xf64>, index, i64, f64) -> f64
      scf.yield %minor : f64
    }
    %more = arith.addf %partial, %term : f64
    %opposite = arith.negf %sign : f64
    scf.yield %more, %others, %opposite : f64, i64, f64
  }
  return %sum#0 : f64
}
func.func private @gradient(tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.gradient = @primal}
