// @NAME(%given, %start) is where @COST(%given, .) is least, found from %start on by gradient descent with @GRADIENT:
// the step doubles after ten steps that go down, and is halved after one that does not (B. A. Pearlmutter and
// J. M. Siskind, "Using programming language theory to make automatic differentiation sound and efficient", AD 2008).
func.func private @NAME(%given: tensor<2xf64>, %start: tensor<SIZExf64>) -> tensor<SIZExf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %small = arith.constant 1.0e-5 : f64
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %true = arith.constant true
  %false = arith.constant false
  %f_start = func.call @COST(%given, %start) : (tensor<2xf64>, tensor<SIZExf64>) -> f64
  %g_start = func.call @GRADIENT(%given, %start) : (tensor<2xf64>, tensor<SIZExf64>) -> tensor<SIZExf64>
  %end:6 = scf.while (%x0 = %start, %f0 = %f_start, %g0 = %g_start, %eta0 = %small, %i0 = %c0, %goes = %true)
      : (tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1)
      -> (tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1) {
    scf.condition(%goes) %x0, %f0, %g0, %eta0, %i0, %goes
        : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
  } do {
    ^bb0(%x: tensor<SIZExf64>, %f: f64, %g: tensor<SIZExf64>, %eta: f64, %i: index, %goes: i1):
      %slope = func.call @length_NAME(%g) : (tensor<SIZExf64>) -> f64
      %is_flat = arith.cmpf ole, %slope, %small : f64
      %next:6 = scf.if %is_flat -> (tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1) {
        scf.yield %x, %f, %g, %eta, %i, %false : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
      } else {
        %is_tenth = arith.cmpi eq, %i, %c10 : index
        %after:6 = scf.if %is_tenth -> (tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1) {
          %longer = arith.mulf %two, %eta : f64
          scf.yield %x, %f, %g, %longer, %c0, %true : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
        } else {
          %etas = tensor.splat %eta : tensor<SIZExf64>
          %step = arith.mulf %etas, %g : tensor<SIZExf64>
          %moved = arith.subf %x, %step : tensor<SIZExf64>
          %way = func.call @length_NAME(%step) : (tensor<SIZExf64>) -> f64
          %is_short = arith.cmpf ole, %way, %small : f64
          %tried:6 = scf.if %is_short -> (tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1) {
            scf.yield %x, %f, %g, %eta, %i, %false : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
          } else {
            %f_moved = func.call @COST(%given, %moved) : (tensor<2xf64>, tensor<SIZExf64>) -> f64
            %is_less = arith.cmpf olt, %f_moved, %f : f64
            %decided:6 = scf.if %is_less -> (tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1) {
              %g_moved = func.call @GRADIENT(%given, %moved) : (tensor<2xf64>, tensor<SIZExf64>) -> tensor<SIZExf64>
              %i_next = arith.addi %i, %c1 : index
              scf.yield %moved, %f_moved, %g_moved, %eta, %i_next, %true
                  : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
            } else {
              %shorter = arith.mulf %half, %eta : f64
              scf.yield %x, %f, %g, %shorter, %c0, %true : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
            }
            scf.yield %decided#0, %decided#1, %decided#2, %decided#3, %decided#4, %decided#5
                : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
          }
          scf.yield %tried#0, %tried#1, %tried#2, %tried#3, %tried#4, %tried#5
              : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
        }
        scf.yield %after#0, %after#1, %after#2, %after#3, %after#4, %after#5
            : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
      }
      scf.yield %next#0, %next#1, %next#2, %next#3, %next#4, %next#5
          : tensor<SIZExf64>, f64, tensor<SIZExf64>, f64, index, i1
  }
  return %end#0 : tensor<SIZExf64>
}

func.func private @length_NAME(%x: tensor<SIZExf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %dot = linalg.dot ins(%x, %x : tensor<SIZExf64>, tensor<SIZExf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %square = tensor.extract %dot[] : tensor<f64>
  %length = math.sqrt %square : f64
  return %length : f64
}
