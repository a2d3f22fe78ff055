// A switch of tensors and numbers in a while loop, one of its results unused.
func.func @odd_switch_in_while(%x: tensor<?xf64>, %n: index) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f64
  %r:3 = scf.while (%k = %c0, %t = %x, %s = %z) : (index, tensor<?xf64>, f64) -> (index, tensor<?xf64>, f64) {
    %c = arith.cmpi slt, %k, %n : index
    scf.condition(%c) %k, %t, %s : index, tensor<?xf64>, f64
  } do {
  ^bb0(%k: index, %t: tensor<?xf64>, %s: f64):
    %m = arith.remui %k, %c3 : index
    %q:3 = scf.index_switch %m -> tensor<?xf64>, f64, f64
    case 0 {
      %u = math.sin %t : tensor<?xf64>
      %e = tensor.extract %u[%c1] : tensor<?xf64>
      scf.yield %u, %e, %s : tensor<?xf64>, f64, f64
    }
    case 2 {
      %u = arith.mulf %t, %x : tensor<?xf64>
      scf.yield %u, %s, %z : tensor<?xf64>, f64, f64
    }
    default {
      scf.yield %t, %z, %z : tensor<?xf64>, f64, f64
    }
    %s1 = arith.addf %s, %q#1 : f64
    %k1 = arith.addi %k, %c1 : index
    scf.yield %k1, %q#0, %s1 : index, tensor<?xf64>, f64
  }
  return %r#1, %r#2 : tensor<?xf64>, f64
}
func.func private @pullback(tensor<?xf64>, index, tensor<?xf64>, f64) -> tensor<?xf64> attributes {lagrad.pullback = @odd_switch_in_while}
