// One branch yields a constant, or a value that depends on nothing active.
func.func @if_inactive_side(%x: f64, %t: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf olt, %x, %t : f64
  %0 = scf.if %c -> f64 {
    scf.yield %one : f64
  } else {
    %1 = arith.mulf %x, %x : f64
    scf.yield %1 : f64
  }
  %d = arith.cmpf oge, %x, %t : f64
  %2 = scf.if %d -> f64 {
    %3 = math.log %x : f64
    scf.yield %3 : f64
  } else {
    %4 = math.sqrt %t : f64
    scf.yield %4 : f64
  }
  %5 = arith.addf %0, %2 : f64
  return %5 : f64
}
func.func private @gradient(f64, f64) -> f64 attributes {lagrad.gradient = @if_inactive_side, lagrad.wrt = [0]}
func.func private @both(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @if_inactive_side}
