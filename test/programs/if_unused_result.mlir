// A branch whose active result nobody uses, and one without results.
func.func @if_unused_result(%c: i1, %x: f64) -> f64 {
  %0:2 = scf.if %c -> (f64, f64) {
    %1 = math.exp %x : f64
    %2 = math.sin %x : f64
    scf.yield %1, %2 : f64, f64
  } else {
    scf.yield %x, %x : f64, f64
  }
  scf.if %c {
    %3 = math.cos %x : f64
  }
  return %0#1 : f64
}
func.func private @pullback(i1, f64, f64) -> f64 attributes {lagrad.pullback = @if_unused_result}
