// Integer arguments of several kinds between the floats: wrt counts all arguments.
func.func @scalar_integer_arguments(%i: i32, %x: f64, %n: index, %b: i1, %y: f64, %k: i64) -> f64 {
  %0 = arith.sitofp %i : i32 to f64
  %1 = arith.index_cast %n : index to i64
  %2 = arith.addi %1, %k : i64
  %3 = arith.sitofp %2 : i64 to f64
  %4 = arith.mulf %x, %0 : f64
  %5 = arith.mulf %y, %3 : f64
  %6 = arith.select %b, %4, %5 : f64
  %7 = arith.mulf %6, %5 : f64
  return %7 : f64
}
func.func private @pullback(i32, f64, index, i1, f64, i64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_integer_arguments}
func.func private @d_last(i32, f64, index, i1, f64, i64) -> f64 attributes {lagrad.gradient = @scalar_integer_arguments, lagrad.wrt = [4]}
