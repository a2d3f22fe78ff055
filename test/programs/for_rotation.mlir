// Three carried values handed round, the first squared: a value lives in another slot each time.
func.func @for_rotation(%x: f64, %y: f64, %z: f64, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z) -> (f64, f64, f64) {
    %1 = arith.mulf %a, %a : f64
    scf.yield %b, %c, %1 : f64, f64, f64
  }
  return %0#0, %0#1, %0#2 : f64, f64, f64
}
func.func private @pullback(f64, f64, f64, index, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @for_rotation}
