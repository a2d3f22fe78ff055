// One of several computations, chosen by an index.
func.func @index_switch_scalar(%k: index, %x: f64, %y: f64) -> (f64, f64) {
  %e = math.exp %x : f64
  %0:2 = scf.index_switch %k -> f64, f64
  case 0 {
    %1 = arith.mulf %e, %y : f64
    scf.yield %1, %x : f64, f64
  }
  case 2 {
    %1 = math.sin %e : f64
    %2 = arith.mulf %1, %e : f64
    scf.yield %2, %y : f64, f64
  }
  default {
    %one = arith.constant 1.0 : f64
    %1 = arith.divf %y, %x : f64
    scf.yield %1, %one : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}
func.func private @pullback(index, f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @index_switch_scalar}
