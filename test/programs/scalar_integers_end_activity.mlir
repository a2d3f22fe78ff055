// What went through an integer is a constant, as is the outcome of a comparison.
func.func @scalar_integers_end_activity(%x: f64, %y: f64) -> f64 {
  %k = arith.constant 3.7 : f64
  %big = arith.mulf %x, %k : f64
  %0 = arith.fptosi %big : f64 to i32
  %1 = arith.sitofp %0 : i32 to f64
  %2 = arith.fptoui %big : f64 to i64
  %3 = arith.uitofp %2 : i64 to f64
  %gt = arith.cmpf ogt, %x, %y : f64
  %4 = arith.extui %gt : i1 to i32
  %5 = arith.sitofp %4 : i32 to f64
  %6 = arith.addf %5, %1 : f64
  %7 = arith.mulf %6, %y : f64
  %8 = arith.mulf %3, %x : f64
  %9 = arith.addf %7, %8 : f64
  return %9 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_integers_end_activity}
