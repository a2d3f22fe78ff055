// The trip of Collatz: a branch on an integer state, an active value that follows it.
func.func @while_with_branch(%x: f64, %k: i64) -> f64 {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %zero = arith.constant 0 : i64
  %0:2 = scf.while (%p = %x, %n = %k) : (f64, i64) -> (f64, i64) {
    %c = arith.cmpi ne, %n, %one : i64
    scf.condition(%c) %p, %n : f64, i64
  } do {
  ^bb0(%p: f64, %n: i64):
    %r = arith.remsi %n, %two : i64
    %even = arith.cmpi eq, %r, %zero : i64
    %1:2 = scf.if %even -> (f64, i64) {
      %m = arith.divsi %n, %two : i64
      %2 = math.sin %p : f64
      scf.yield %2, %m : f64, i64
    } else {
      %m3 = arith.muli %n, %three : i64
      %m = arith.addi %m3, %one : i64
      %2 = arith.mulf %p, %x : f64
      scf.yield %2, %m : f64, i64
    }
    scf.yield %1#0, %1#1 : f64, i64
  }
  return %0#0 : f64
}
func.func private @pullback(f64, i64, f64) -> f64 attributes {lagrad.pullback = @while_with_branch}
