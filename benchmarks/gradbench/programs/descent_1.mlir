// @NAME(%given0, %given1, %start) is where @COST(%given0, %given1, .) is least, found from %start on by gradient
// descent: the step doubles after ten steps that go down, and is halved after one that does not (B. A. Pearlmutter and
// J. M. Siskind, "Using programming language theory to make automatic differentiation sound and efficient", AD 2008).
// @BOTH is the function and its derivative: nearly all steps go down, and need both.
func.func private @NAME(%given0: f64, %given1: f64, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %small = arith.constant 1.0e-5 : f64
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %true = arith.constant true
  %false = arith.constant false
  %f_start, %g_start = func.call @BOTH(%given0, %given1, %start) : (f64, f64, f64) -> (f64, f64)
  %end:6 = scf.while (%x0 = %start, %f0 = %f_start, %g0 = %g_start, %eta0 = %small, %i0 = %c0, %goes = %true)
      : (f64, f64, f64, f64, index, i1) -> (f64, f64, f64, f64, index, i1) {
    scf.condition(%goes) %x0, %f0, %g0, %eta0, %i0, %goes : f64, f64, f64, f64, index, i1
  } do {
    ^bb0(%x: f64, %f: f64, %g: f64, %eta: f64, %i: index, %goes: i1):
      %slope = math.absf %g : f64
      %is_flat = arith.cmpf ole, %slope, %small : f64
      %next:6 = scf.if %is_flat -> (f64, f64, f64, f64, index, i1) {
        scf.yield %x, %f, %g, %eta, %i, %false : f64, f64, f64, f64, index, i1
      } else {
        %is_tenth = arith.cmpi eq, %i, %c10 : index
        %after:6 = scf.if %is_tenth -> (f64, f64, f64, f64, index, i1) {
          %longer = arith.mulf %two, %eta : f64
          scf.yield %x, %f, %g, %longer, %c0, %true : f64, f64, f64, f64, index, i1
        } else {
          %step = arith.mulf %eta, %g : f64
          %moved = arith.subf %x, %step : f64
          %way = math.absf %step : f64
          %is_short = arith.cmpf ole, %way, %small : f64
          %tried:6 = scf.if %is_short -> (f64, f64, f64, f64, index, i1) {
            scf.yield %x, %f, %g, %eta, %i, %false : f64, f64, f64, f64, index, i1
          } else {
            %f_moved, %g_moved = func.call @BOTH(%given0, %given1, %moved) : (f64, f64, f64) -> (f64, f64)
            %is_less = arith.cmpf olt, %f_moved, %f : f64
            %decided:6 = scf.if %is_less -> (f64, f64, f64, f64, index, i1) {
              %i_next = arith.addi %i, %c1 : index
              scf.yield %moved, %f_moved, %g_moved, %eta, %i_next, %true : f64, f64, f64, f64, index, i1
            } else {
              %shorter = arith.mulf %half, %eta : f64
              scf.yield %x, %f, %g, %shorter, %c0, %true : f64, f64, f64, f64, index, i1
            }
            scf.yield %decided#0, %decided#1, %decided#2, %decided#3, %decided#4, %decided#5
                : f64, f64, f64, f64, index, i1
          }
          scf.yield %tried#0, %tried#1, %tried#2, %tried#3, %tried#4, %tried#5 : f64, f64, f64, f64, index, i1
        }
        scf.yield %after#0, %after#1, %after#2, %after#3, %after#4, %after#5 : f64, f64, f64, f64, index, i1
      }
      scf.yield %next#0, %next#1, %next#2, %next#3, %next#4, %next#5 : f64, f64, f64, f64, index, i1
  }
  return %end#0 : f64
}
