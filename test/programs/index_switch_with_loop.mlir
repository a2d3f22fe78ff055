// A case that holds a loop, and one that holds another switch.
func.func @index_switch_with_loop(%k: index, %l: index, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.index_switch %k -> f64
  case 3 {
    %1 = scf.for %i = %c0 to %k step %c1 iter_args(%p = %x) -> f64 {
      %2 = math.sin %p : f64
      %3 = arith.mulf %2, %x : f64
      scf.yield %3 : f64
    }
    scf.yield %1 : f64
  }
  default {
    %1 = scf.index_switch %l -> f64
    case 3 {
      %2 = arith.mulf %x, %x : f64
      scf.yield %2 : f64
    }
    default {
      scf.yield %x : f64
    }
    scf.yield %1 : f64
  }
  %4 = arith.mulf %0, %x : f64
  return %4 : f64
}
func.func private @pullback(index, index, f64, f64) -> f64 attributes {lagrad.pullback = @index_switch_with_loop}
