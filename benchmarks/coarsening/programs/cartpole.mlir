// A pole on a cart, ${steps} steps from `%start` (place, speed, angle, its speed), pushed by `%p`: four weights of the
// state, and a bias. The result is how far from upright it was; nothing counts after the pole has fallen.
func.func @f(%p: tensor<5xf64>, %start: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %steps = arith.constant ${steps} : index
  %zero = arith.constant 0.0 : f64
  %true = arith.constant true
  %strength = arith.constant 10.0 : f64
  %pole = arith.constant 0.05 : f64       // mass times half the length
  %total = arith.constant 1.1 : f64       // mass of both
  %gravity = arith.constant 9.8 : f64
  %half = arith.constant 0.5 : f64        // of the length
  %third = arith.constant 1.3333333333333333 : f64
  %mass = arith.constant 0.1 : f64
  %tau = arith.constant 0.02 : f64
  %limit = arith.constant 0.2095 : f64
  %weight = arith.constant 0.1 : f64
  %bias = tensor.extract %p[%c4] : tensor<5xf64>
  %end:3 = scf.for %t = %c0 to %steps step %c1 iter_args(%s = %start, %cost = %zero, %stands = %true) -> (tensor<4xf64>, f64, i1) {
    %dot = scf.for %i = %c0 to %c4 step %c1 iter_args(%sum = %bias) -> f64 {
      %wi = tensor.extract %p[%i] : tensor<5xf64>
      %si = tensor.extract %s[%i] : tensor<4xf64>
      %product = arith.mulf %wi, %si : f64
      %more = arith.addf %sum, %product : f64
      scf.yield %more : f64
    }
    %tanh = math.tanh %dot : f64
    %force = arith.mulf %strength, %tanh : f64
    %v = tensor.extract %s[%c1] : tensor<4xf64>
    %angle = tensor.extract %s[%c2] : tensor<4xf64>
    %w = tensor.extract %s[%c3] : tensor<4xf64>
    %sin = math.sin %angle : f64
    %cos = math.cos %angle : f64
    %ww = arith.mulf %w, %w : f64
    %pull = arith.mulf %pole, %ww : f64
    %turn = arith.mulf %pull, %sin : f64
    %push = arith.addf %force, %turn : f64
    %temp = arith.divf %push, %total : f64
    %gs = arith.mulf %gravity, %sin : f64
    %ct = arith.mulf %cos, %temp : f64
    %up = arith.subf %gs, %ct : f64
    %cc = arith.mulf %cos, %cos : f64
    %mcc = arith.mulf %mass, %cc : f64
    %share = arith.divf %mcc, %total : f64
    %rest = arith.subf %third, %share : f64
    %down = arith.mulf %half, %rest : f64
    %dw = arith.divf %up, %down : f64
    %pdw = arith.mulf %pole, %dw : f64
    %pc = arith.mulf %pdw, %cos : f64
    %back = arith.divf %pc, %total : f64
    %dv = arith.subf %temp, %back : f64
    %rates = tensor.from_elements %v, %dv, %w, %dw : tensor<4xf64>
    %next = scf.for %i = %c0 to %c4 step %c1 iter_args(%s1 = %s) -> tensor<4xf64> {
      %si = tensor.extract %s[%i] : tensor<4xf64>
      %ri = tensor.extract %rates[%i] : tensor<4xf64>
      %far = arith.mulf %tau, %ri : f64
      %new = arith.addf %si, %far : f64
      %s2 = tensor.insert %new into %s1[%i] : tensor<4xf64>
      scf.yield %s2 : tensor<4xf64>
    }
    %x1 = tensor.extract %next[%c0] : tensor<4xf64>
    %angle1 = tensor.extract %next[%c2] : tensor<4xf64>
    %size = math.absf %angle1 : f64
    %near = arith.cmpf olt, %size, %limit : f64
    %still = arith.andi %stands, %near : i1
    %cost1 = scf.if %still -> f64 {
      %aa = arith.mulf %angle1, %angle1 : f64
      %xx = arith.mulf %x1, %x1 : f64
      %wxx = arith.mulf %weight, %xx : f64
      %own = arith.addf %aa, %wxx : f64
      %sum = arith.addf %cost, %own : f64
      scf.yield %sum : f64
    } else {
      scf.yield %cost : f64
    }
    scf.yield %next, %cost1, %still : tensor<4xf64>, f64, i1
  }
  return %end#1 : f64
}
