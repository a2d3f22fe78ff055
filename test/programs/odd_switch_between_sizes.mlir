// Each case of a switch in a loop has a tensor of another size.
func.func @odd_switch_between_sizes(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 1.0 : f64
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %w = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> f64 {
    %k = arith.remui %i, %c3 : index
    %r = scf.index_switch %k -> tensor<?xf64>
    case 0 {
      %t = tensor.extract_slice %x[1] [2] [1] : tensor<?xf64> to tensor<2xf64>
      %s = math.sin %t : tensor<2xf64>
      %y = tensor.cast %s : tensor<2xf64> to tensor<?xf64>
      scf.yield %y : tensor<?xf64>
    }
    case 1 {
      %s = tensor.splat %a[%i] : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    }
    default {
      scf.yield %x : tensor<?xf64>
    }
    %e = math.exp %r : tensor<?xf64>
    %zt = arith.constant dense<0.0> : tensor<f64>
    %q = linalg.dot ins(%e, %r : tensor<?xf64>, tensor<?xf64>) outs(%zt : tensor<f64>) -> tensor<f64>
    %v = tensor.extract %q[] : tensor<f64>
    %m = math.sin %v : f64
    %b = arith.mulf %m, %a : f64
    scf.yield %b : f64
  }
  return %w : f64
}
func.func private @pullback(tensor<?xf64>, index, f64) -> tensor<?xf64> attributes {lagrad.pullback = @odd_switch_between_sizes}
