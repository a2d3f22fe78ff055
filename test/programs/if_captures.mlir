// Each branch captures what the other does not; what it computes is read by its own adjoint only.
func.func @if_captures(%c: i1, %x: f64, %y: f64, %z: f64) -> (f64, f64) {
  %s = math.sin %x : f64
  %0:2 = scf.if %c -> (f64, f64) {
    %1 = math.exp %s : f64
    %2 = arith.mulf %1, %y : f64
    %3 = arith.mulf %2, %2 : f64
    scf.yield %3, %1 : f64, f64
  } else {
    %1 = arith.divf %z, %s : f64
    %2 = math.exp %1 : f64
    scf.yield %2, %z : f64, f64
  }
  %4 = arith.mulf %0#0, %s : f64
  return %4, %0#1 : f64, f64
}
func.func private @pullback(i1, f64, f64, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @if_captures}
func.func private @d_y(i1, f64, f64, f64, f64, f64) -> f64 attributes {lagrad.pullback = @if_captures, lagrad.wrt = [2]}
