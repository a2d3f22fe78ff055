// Both branches yield the same outer value, once straight and once crossed.
func.func @if_same_value_on_both_sides(%c: i1, %x: f64, %y: f64) -> (f64, f64, f64) {
  %0:3 = scf.if %c -> (f64, f64, f64) {
    scf.yield %x, %x, %y : f64, f64, f64
  } else {
    scf.yield %x, %y, %x : f64, f64, f64
  }
  %1 = arith.mulf %0#1, %0#2 : f64
  %2 = arith.mulf %0#0, %0#1 : f64
  return %1, %2, %0#2 : f64, f64, f64
}
func.func private @pullback(i1, f64, f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @if_same_value_on_both_sides}
