// Activity creeps through the carried values: it takes three trips to reach the result.
func.func @for_late_activity(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 0.5 : f64
  %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k, %b = %k, %c = %k, %d = %x) -> (f64, f64, f64, f64) {
    %1 = arith.mulf %a, %b : f64
    %2 = math.exp %c : f64
    %3 = arith.mulf %d, %d : f64
    %4 = arith.mulf %c, %k : f64
    scf.yield %1, %2, %3, %4 : f64, f64, f64, f64
  }
  return %0#0 : f64
}
func.func private @pullback(f64, index, f64) -> f64 attributes {lagrad.pullback = @for_late_activity}
