// The condition's region computes, passes on in another order, and keeps what it had.
func.func @odd_while_reorders_and_records(%x: f64, %y: f64) -> (f64, f64, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lim = arith.constant 20.0 : f64
  %r:3 = scf.while (%a = %x, %k = %zero) : (f64, i32) -> (f64, i32, f64) {
    %b = arith.mulf %a, %y : f64
    %b2 = arith.addf %b, %x : f64
    %c = arith.cmpf olt, %b2, %lim : f64
    %kk = arith.addi %k, %one : i32
    scf.condition(%c) %b2, %kk, %a : f64, i32, f64
  } do {
  ^bb0(%b: f64, %k: i32, %old: f64):
    %q = arith.mulf %old, %b : f64
    %z = math.sqrt %q : f64
    %w = arith.addf %z, %b : f64
    scf.yield %w, %k : f64, i32
  }
  return %r#0, %r#2, %r#1 : f64, f64, i32
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @odd_while_reorders_and_records}
