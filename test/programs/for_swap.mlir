// Two carried values that change places, one of them altered on the way.
func.func @for_swap(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f64, f64) {
    %1 = arith.mulf %a, %b : f64
    scf.yield %b, %1 : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}
func.func private @pullback(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @for_swap}
