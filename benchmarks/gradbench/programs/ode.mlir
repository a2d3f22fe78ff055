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
    // Each equation needs the one before it only: that at y, and at the three other points of the method.
    %next:5 = scf.for %j = %c0 to %n step %c1 iter_args(%now = %y, %at1 = %one, %at2 = %one, %at3 = %one, %at4 = %one)
        -> (tensor<?xf64>, f64, f64, f64, f64) {
      %x_j = tensor.extract %x[%j] : tensor<?xf64>
      %y1 = tensor.extract %now[%j] : tensor<?xf64>
      %k1 = arith.mulf %x_j, %at1 : f64
      %k2 = arith.mulf %x_j, %at2 : f64
      %k3 = arith.mulf %x_j, %at3 : f64
      %k4 = arith.mulf %x_j, %at4 : f64
      %change2 = arith.mulf %half_h, %k1 : f64
      %y2 = arith.addf %y1, %change2 : f64
      %change3 = arith.mulf %half_h, %k2 : f64
      %y3 = arith.addf %y1, %change3 : f64
      %change4 = arith.mulf %h, %k3 : f64
      %y4 = arith.addf %y1, %change4 : f64
      %ends = arith.addf %k1, %k4 : f64
      %middle = arith.addf %k2, %k3 : f64
      %change_ends = arith.mulf %sixth, %ends : f64
      %change_middle = arith.mulf %third, %middle : f64
      %change = arith.addf %change_ends, %change_middle : f64
      %moved = arith.addf %y1, %change : f64
      %new = tensor.insert %moved into %now[%j] : tensor<?xf64>
      scf.yield %new, %y1, %y2, %y3, %y4 : tensor<?xf64>, f64, f64, f64, f64
    }
    scf.yield %next#0 : tensor<?xf64>
  }
  return %end : tensor<?xf64>
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
