// A region that is run once, in place.
func.func @execute_region_one_block(%x: f64, %y: f64) -> f64 {
  %0 = scf.execute_region -> f64 {
    %1 = arith.mulf %x, %y : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  }
  %3 = arith.mulf %0, %x : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @execute_region_one_block}
