// ${n} rays of light, each ${steps} steps of the midpoint rule through a lens that moves: the index of refraction is
// 1 + a exp(-b ((x - c)^2 + y^2)), with `%k` = (a, b), and c goes to and fro as `%moves` says. A ray starts at the place
// and in the direction of its row of `%start`. The result is how far all of them are from their `%goals` at the end.
func.func private @slope(%x: f64, %y: f64, %p: f64, %q: f64, %c: f64, %a: f64, %b: f64) -> (f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant -2.0 : f64
  %dx = arith.subf %x, %c : f64
  %xx = arith.mulf %dx, %dx : f64
  %yy = arith.mulf %y, %y : f64
  %rr = arith.addf %xx, %yy : f64
  %brr = arith.mulf %b, %rr : f64
  %less = arith.negf %brr : f64
  %e = math.exp %less : f64
  %ae = arith.mulf %a, %e : f64
  %index = arith.addf %one, %ae : f64
  %b2 = arith.mulf %two, %b : f64
  %steep = arith.mulf %b2, %ae : f64
  %by_x = arith.mulf %steep, %dx : f64
  %by_y = arith.mulf %steep, %y : f64
  %vx = arith.divf %p, %index : f64
  %vy = arith.divf %q, %index : f64
  return %vx, %vy, %by_x, %by_y : f64, f64, f64, f64
}
func.func @f(%k: tensor<2xf64>, %start: tensor<${n}x4xf64>, %moves: tensor<2xf64>, %goals: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant ${n} : index
  %steps = arith.constant ${steps} : index
  %zero = arith.constant 0.0 : f64
  %ds = arith.constant ${ds} : f64
  %half = arith.constant ${half} : f64
  %a = tensor.extract %k[%c0] : tensor<2xf64>
  %b = tensor.extract %k[%c1] : tensor<2xf64>
  %far = tensor.extract %moves[%c0] : tensor<2xf64>
  %fast = tensor.extract %moves[%c1] : tensor<2xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %zero) -> f64 {
    %x0 = tensor.extract %start[%i, %c0] : tensor<${n}x4xf64>
    %y0 = tensor.extract %start[%i, %c1] : tensor<${n}x4xf64>
    %p0 = tensor.extract %start[%i, %c2] : tensor<${n}x4xf64>
    %q0 = tensor.extract %start[%i, %c3] : tensor<${n}x4xf64>
    %goal = tensor.extract %goals[%i] : tensor<${n}xf64>
    %end:4 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %x0, %y = %y0, %p = %p0, %q = %q0) -> (f64, f64, f64, f64) {
      %t64 = arith.index_cast %t : index to i64
      %count = arith.sitofp %t64 : i64 to f64
      %s = arith.mulf %ds, %count : f64
      %angle = arith.mulf %fast, %s : f64
      %sin = math.sin %angle : f64
      %c = arith.mulf %far, %sin : f64
      %v:4 = func.call @slope(%x, %y, %p, %q, %c, %a, %b) : (f64, f64, f64, f64, f64, f64, f64) -> (f64, f64, f64, f64)
      %x1 = math.fma %half, %v#0, %x : f64
      %y1 = math.fma %half, %v#1, %y : f64
      %p1 = math.fma %half, %v#2, %p : f64
      %q1 = math.fma %half, %v#3, %q : f64
      %w:4 = func.call @slope(%x1, %y1, %p1, %q1, %c, %a, %b) : (f64, f64, f64, f64, f64, f64, f64) -> (f64, f64, f64, f64)
      %x2 = math.fma %ds, %w#0, %x : f64
      %y2 = math.fma %ds, %w#1, %y : f64
      %p2 = math.fma %ds, %w#2, %p : f64
      %q2 = math.fma %ds, %w#3, %q : f64
      scf.yield %x2, %y2, %p2, %q2 : f64, f64, f64, f64
    }${mark}
    %miss = arith.subf %end#1, %goal : f64
    %square = arith.mulf %miss, %miss : f64
    %total = arith.addf %so_far, %square : f64
    scf.yield %total : f64
  }
  return %sum : f64
}
