// One computed value yielded into two slots, a carried one into a second.
func.func @for_yields_same_value_twice(%x: f64, %y: f64, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %y) -> (f64, f64, f64) {
    %1 = arith.mulf %a, %c : f64
    %2 = math.sin %1 : f64
    %3 = arith.addf %2, %b : f64
    scf.yield %3, %3, %a : f64, f64, f64
  }
  %4 = arith.mulf %0#0, %0#1 : f64
  return %4, %0#1, %0#2 : f64, f64, f64
}
func.func private @pullback(f64, f64, index, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @for_yields_same_value_twice}
