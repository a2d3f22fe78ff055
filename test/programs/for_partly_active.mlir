// Of three carried values one is active only after the first trip, one never.
func.func @for_partly_active(%x: f64, %t: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one, %b = %x, %c = %t) -> (f64, f64, f64) {
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %one : f64
    %3 = arith.mulf %b, %2 : f64
    %4 = math.sin %3 : f64
    scf.yield %1, %4, %2 : f64, f64, f64
  }
  return %0#0, %0#2 : f64, f64
}
func.func private @d_x(f64, f64, index, f64, f64) -> f64 attributes {lagrad.pullback = @for_partly_active, lagrad.wrt = [0]}
func.func private @both(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @for_partly_active}
