// A pseudo-random integer state chooses the element and ends the loop.
func.func @odd_random_walk_in_while(%x: tensor<5xf64>, %seed: i32) -> f64 {
  %a = arith.constant 13 : i32
  %c = arith.constant 7 : i32
  %m = arith.constant 31 : i32
  %five = arith.constant 5 : i32
  %stop = arith.constant 11 : i32
  %one = arith.constant 1.0 : f64
  %0:2 = scf.while (%p = %one, %s = %seed) : (f64, i32) -> (f64, i32) {
    %more = arith.cmpi ne, %s, %stop : i32
    scf.condition(%more) %p, %s : f64, i32
  } do {
  ^bb0(%p: f64, %s: i32):
    %1 = arith.remui %s, %five : i32
    %k = arith.index_cast %1 : i32 to index
    %v = tensor.extract %x[%k] : tensor<5xf64>
    %2 = arith.mulf %p, %v : f64
    %3 = math.sin %2 : f64
    %4 = arith.addf %3, %v : f64
    %5 = arith.muli %s, %a : i32
    %6 = arith.addi %5, %c : i32
    %7 = arith.remui %6, %m : i32
    scf.yield %4, %7 : f64, i32
  }
  return %0#0 : f64
}
func.func private @gradient(tensor<5xf64>, i32) -> tensor<5xf64> attributes {lagrad.gradient = @odd_random_walk_in_while}
