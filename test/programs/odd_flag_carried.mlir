// A flag carried by a loop freezes the state once it has become large.
func.func @odd_flag_carried(%x: f64, %y: f64, %n: index {lagrad.example = 6 : index}) -> (f64, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %no = arith.constant false
  %limit = arith.constant 3.0 : f64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %done = %no) -> (f64, i1) {
    %1 = arith.mulf %p, %y : f64
    %2 = arith.addf %1, %p : f64
    %3 = arith.select %done, %p, %2 : f64
    %big = arith.cmpf ogt, %3, %limit : f64
    %4 = arith.ori %done, %big : i1
    scf.yield %3, %4 : f64, i1
  }
  return %0#0, %0#1 : f64, i1
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @odd_flag_carried}
