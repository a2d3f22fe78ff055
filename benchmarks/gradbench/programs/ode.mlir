// Runge-Kutta's method of order four, with s steps from time 0 to 2, for y_0' = x_0, y_i' = x_i y_(i-1), y(0) = 0.
func.func @primal(%x: tensor<?xf64>, %s: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %six = arith.constant 6.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %s_int = arith.index_cast %s : index to i64
  %s_float = arith.sitofp %s_int : i64 to f64
  %h = arith.divf %two, %s_float : f64
  %half_h = arith.mulf %half, %h : f64
  %sixth = arith.divf %h, %six : f64
  %third = arith.mulf %two, %sixth : f64
  %empty = tensor.empty(%n) : tensor<?xf64>
  %begin = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %end = scf.for %i = %c0 to %s step %c1 iter_args(%y = %begin) -> tensor<?xf64> {
    %k1 = func.call @slope(%x, %y) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %y1 = func.call @along(%y, %half_h, %k1) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %k2 = func.call @slope(%x, %y1) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %y2 = func.call @along(%y, %half_h, %k2) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %k3 = func.call @slope(%x, %y2) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %y3 = func.call @along(%y, %h, %k3) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %k4 = func.call @slope(%x, %y3) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %0 = func.call @along(%y, %sixth, %k1) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %1 = func.call @along(%0, %third, %k2) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %2 = func.call @along(%1, %third, %k3) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %3 = func.call @along(%2, %sixth, %k4) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %3 : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

// x_0, and x_i y_(i-1).
func.func private @slope(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %others = arith.subi %n, %c1 : index
  %before = tensor.extract_slice %y[0] [%others] [1] : tensor<?xf64> to tensor<?xf64>
  %shifted = tensor.pad %before low[1] high[0] {
    ^bb0(%i: index):
      tensor.yield %one : f64
  } : tensor<?xf64> to tensor<?xf64>
  %slope = arith.mulf %x, %shifted : tensor<?xf64>
  return %slope : tensor<?xf64>
}

// y + h k.
func.func private @along(%y: tensor<?xf64>, %h: f64, %k: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf64>
  %step = tensor.splat %h[%n] : tensor<?xf64>
  %change = arith.mulf %step, %k : tensor<?xf64>
  %moved = arith.addf %y, %change : tensor<?xf64>
  return %moved : tensor<?xf64>
}

// The last element, whose gradient is asked for.
func.func private @last(%x: tensor<?xf64>, %s: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = func.call @primal(%x, %s) : (tensor<?xf64>, index) -> tensor<?xf64>
  %n = tensor.dim %y, %c0 : tensor<?xf64>
  %last = arith.subi %n, %c1 : index
  %result = tensor.extract %y[%last] : tensor<?xf64>
  return %result : f64
}
func.func private @gradient(tensor<?xf64>, index) -> tensor<?xf64>
    attributes {lagrad.gradient = @last, lagrad.wrt = [0]}
