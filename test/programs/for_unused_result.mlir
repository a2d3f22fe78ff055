// Of several carried values only one is returned; the others matter only through it.
func.func @for_unused_result(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %x) -> (f64, f64, f64) {
    %1 = arith.mulf %a, %b : f64
    %2 = math.sin %b : f64
    %3 = math.exp %c : f64
    scf.yield %1, %2, %3 : f64, f64, f64
  }
  return %0#0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @for_unused_result}
