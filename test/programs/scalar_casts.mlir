// Widening and narrowing are linear; integers become constants of the derivative.
func.func @scalar_casts(%x: f32, %y: f64, %n: i32) -> f64 {
  %0 = arith.extf %x : f32 to f64
  %1 = arith.mulf %0, %y : f64
  %2 = arith.truncf %1 : f64 to f32
  %3 = arith.mulf %2, %x : f32
  %4 = arith.extf %3 : f32 to f64
  %5 = arith.sitofp %n : i32 to f64
  %6 = arith.mulf %4, %5 : f64
  %7 = arith.uitofp %n : i32 to f64
  %8 = arith.addf %6, %7 : f64
  return %8 : f64
}
func.func private @pullback(f32, f64, i32, f64) -> (f32, f64) attributes {lagrad.pullback = @scalar_casts}
