// A switch picks the next tensor of a loop out of three of different sizes; differentiated twice.
func.func @changing_size_by_switch(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf64> {
    %k = arith.remui %i, %c3 : index
    %u = scf.index_switch %k -> tensor<?xf64>
    case 0 {
      %part = tensor.extract_slice %t[1] [2] [1] : tensor<?xf64> to tensor<2xf64>
      %s = math.sin %part : tensor<2xf64>
      %y = tensor.cast %s : tensor<2xf64> to tensor<?xf64>
      scf.yield %y : tensor<?xf64>
    }
    case 1 {
      %e = tensor.extract %t[%c1] : tensor<?xf64>
      %three = tensor.splat %e[%c3] : tensor<?xf64>
      scf.yield %three : tensor<?xf64>
    }
    default {
      scf.yield %x : tensor<?xf64>
    }
    %m = arith.mulf %u, %u : tensor<?xf64>
    scf.yield %m : tensor<?xf64>
  }
  %a = tensor.extract %r[%c0] : tensor<?xf64>
  %b = tensor.extract %r[%c1] : tensor<?xf64>
  %p = arith.mulf %a, %b : f64
  return %p : f64
}
func.func private @first(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @changing_size_by_switch}
func.func private @second(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @first}
