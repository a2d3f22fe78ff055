// A loop over 32-bit integers.
func.func @for_i32_induction(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 : i32 {
    %f = arith.sitofp %i : i32 to f64
    %1 = arith.addf %p, %f : f64
    %2 = arith.mulf %1, %p : f64
    %3 = math.sin %2 : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, i32, f64) -> f64 attributes {lagrad.pullback = @for_i32_induction}
