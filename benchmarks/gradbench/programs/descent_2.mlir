// @NAME(%given0, %given1, %start0, %start1) is where @COST(%given0, %given1, ., .) is least: descent_1.mlir with two
// numbers in place of one.
func.func private @NAME(%given0: f64, %given1: f64, %start0: f64, %start1: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %small = arith.constant 1.0e-5 : f64
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %true = arith.constant true
  %false = arith.constant false
  %f_start = func.call @COST(%given0, %given1, %start0, %start1) : (f64, f64, f64, f64) -> f64
  %g_start:2 = func.call @GRADIENT(%given0, %given1, %start0, %start1) : (f64, f64, f64, f64) -> (f64, f64)
  %end:8 = scf.while (%a0 = %start0, %a1 = %start1, %f0 = %f_start, %b0 = %g_start#0, %b1 = %g_start#1,
                      %eta0 = %small, %i0 = %c0, %goes = %true)
      : (f64, f64, f64, f64, f64, f64, index, i1) -> (f64, f64, f64, f64, f64, f64, index, i1) {
    scf.condition(%goes) %a0, %a1, %f0, %b0, %b1, %eta0, %i0, %goes : f64, f64, f64, f64, f64, f64, index, i1
  } do {
    ^bb0(%x0: f64, %x1: f64, %f: f64, %g0: f64, %g1: f64, %eta: f64, %i: index, %goes: i1):
      %slope = func.call @length_NAME(%g0, %g1) : (f64, f64) -> f64
      %is_flat = arith.cmpf ole, %slope, %small : f64
      %next:8 = scf.if %is_flat -> (f64, f64, f64, f64, f64, f64, index, i1) {
        scf.yield %x0, %x1, %f, %g0, %g1, %eta, %i, %false : f64, f64, f64, f64, f64, f64, index, i1
      } else {
        %is_tenth = arith.cmpi eq, %i, %c10 : index
        %after:8 = scf.if %is_tenth -> (f64, f64, f64, f64, f64, f64, index, i1) {
          %longer = arith.mulf %two, %eta : f64
          scf.yield %x0, %x1, %f, %g0, %g1, %longer, %c0, %true : f64, f64, f64, f64, f64, f64, index, i1
        } else {
          %step0 = arith.mulf %eta, %g0 : f64
          %step1 = arith.mulf %eta, %g1 : f64
          %moved0 = arith.subf %x0, %step0 : f64
          %moved1 = arith.subf %x1, %step1 : f64
          %way = func.call @length_NAME(%step0, %step1) : (f64, f64) -> f64
          %is_short = arith.cmpf ole, %way, %small : f64
          %tried:8 = scf.if %is_short -> (f64, f64, f64, f64, f64, f64, index, i1) {
            scf.yield %x0, %x1, %f, %g0, %g1, %eta, %i, %false : f64, f64, f64, f64, f64, f64, index, i1
          } else {
            %f_moved = func.call @COST(%given0, %given1, %moved0, %moved1) : (f64, f64, f64, f64) -> f64
            %is_less = arith.cmpf olt, %f_moved, %f : f64
            %decided:8 = scf.if %is_less -> (f64, f64, f64, f64, f64, f64, index, i1) {
              %g_moved:2 = func.call @GRADIENT(%given0, %given1, %moved0, %moved1)
                  : (f64, f64, f64, f64) -> (f64, f64)
              %i_next = arith.addi %i, %c1 : index
              scf.yield %moved0, %moved1, %f_moved, %g_moved#0, %g_moved#1, %eta, %i_next, %true
                  : f64, f64, f64, f64, f64, f64, index, i1
            } else {
              %shorter = arith.mulf %half, %eta : f64
              scf.yield %x0, %x1, %f, %g0, %g1, %shorter, %c0, %true : f64, f64, f64, f64, f64, f64, index, i1
            }
            scf.yield %decided#0, %decided#1, %decided#2, %decided#3, %decided#4, %decided#5, %decided#6, %decided#7
                : f64, f64, f64, f64, f64, f64, index, i1
          }
          scf.yield %tried#0, %tried#1, %tried#2, %tried#3, %tried#4, %tried#5, %tried#6, %tried#7
              : f64, f64, f64, f64, f64, f64, index, i1
        }
        scf.yield %after#0, %after#1, %after#2, %after#3, %after#4, %after#5, %after#6, %after#7
            : f64, f64, f64, f64, f64, f64, index, i1
      }
      scf.yield %next#0, %next#1, %next#2, %next#3, %next#4, %next#5, %next#6, %next#7
          : f64, f64, f64, f64, f64, f64, index, i1
  }
  return %end#0, %end#1 : f64, f64
}

func.func private @length_NAME(%x0: f64, %x1: f64) -> f64 {
  %s0 = arith.mulf %x0, %x0 : f64
  %s1 = arith.mulf %x1, %x1 : f64
  %s = arith.addf %s0, %s1 : f64
  %length = math.sqrt %s : f64
  return %length : f64
}
