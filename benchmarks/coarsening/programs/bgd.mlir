// The error of a linear model after batch gradient descent over ${n} records, as a function of the rate %p: figure 6
// (a) of X. Shen et al. (OOPSLA 2021), line by line. The slope has the other sign there, so a rate that descends is
// negative. The loop ends after ${steps} steps, or when the slope is small.
func.func @f(%p: tensor<1xf64>, %x: tensor<${n}xf64>, %y: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant ${n} : index
  %m = arith.constant ${n}.0 : f64
  %most = arith.constant ${steps} : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %least = arith.constant 1.0e-3 : f64
  %true = arith.constant true
  %r = tensor.extract %p[%c0] : tensor<1xf64>
  %end:3 = scf.while (%w = %zero, %k = %c0, %go = %true) : (f64, index, i1) -> (f64, index, i1) {
    %below = arith.cmpi ult, %k, %most : index
    %on = arith.andi %below, %go : i1
    scf.condition(%on) %w, %k, %go : f64, index, i1
  } do {
  ^bb0(%w: f64, %k: index, %go: i1):
    %k1 = arith.addi %k, %c1 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%d = %zero) -> f64 {
      %xi = tensor.extract %x[%i] : tensor<${n}xf64>
      %yi = tensor.extract %y[%i] : tensor<${n}xf64>
      %xx = arith.mulf %two, %xi : f64
      %xw = arith.mulf %xi, %w : f64
      %miss = arith.subf %yi, %xw : f64
      %slope = arith.mulf %xx, %miss : f64
      %more = arith.addf %d, %slope : f64
      scf.yield %more : f64
    }
    %d = arith.divf %sum, %m : f64
    %stop = arith.cmpf olt, %d, %least : f64
    %w1 = scf.if %stop -> f64 {
      scf.yield %w : f64
    } else {
      %rd = arith.mulf %r, %d : f64
      %new = arith.subf %w, %rd : f64
      scf.yield %new : f64
    }
    %on = arith.xori %stop, %true : i1
    scf.yield %w1, %k1, %on : f64, index, i1
  }
  %e = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %xj = tensor.extract %x[%j] : tensor<${n}xf64>
    %yj = tensor.extract %y[%j] : tensor<${n}xf64>
    %xw = arith.mulf %xj, %end#0 : f64
    %miss = arith.subf %yj, %xw : f64
    %square = arith.mulf %miss, %miss : f64
    %more = arith.addf %sum, %square : f64
    scf.yield %more : f64
  }
  %root = math.sqrt %e : f64
  %err = arith.divf %root, %m : f64
  return %err : f64
}
