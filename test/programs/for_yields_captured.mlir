// The loop yields a value from outside: only the last trip matters, and only if there is one.
func.func @for_yields_captured(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = math.exp %y : f64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f64, f64) {
    %1 = arith.mulf %a, %b : f64
    scf.yield %s, %1 : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}
func.func private @pullback(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @for_yields_captured}
