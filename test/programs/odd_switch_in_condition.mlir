// The condition of a while loop that carries two tensors in turns has a switch, and a flag ends it early.
func.func @odd_switch_in_condition(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %f = arith.constant false
  %r:4 = scf.while (%a = %x, %b = %y, %k = %c0, %stop = %f) : (tensor<2xf64>, tensor<2xf64>, index, i1) -> (index, tensor<2xf64>, tensor<2xf64>, i1) {
    %t = arith.constant true
    %ns = arith.xori %stop, %t : i1
    %lim = arith.cmpi ult, %k, %c9 : index
    %go = arith.andi %ns, %lim : i1
    %m = arith.remui %k, %c3 : index
    %q = scf.index_switch %m -> tensor<2xf64>
    case 0 {
      scf.yield %b : tensor<2xf64>
    }
    default {
      %s = math.sin %b : tensor<2xf64>
      scf.yield %s : tensor<2xf64>
    }
    scf.condition(%go) %k, %q, %a, %stop : index, tensor<2xf64>, tensor<2xf64>, i1
  } do {
  ^bb0(%k: index, %a: tensor<2xf64>, %b: tensor<2xf64>, %s0: i1):
    %m = arith.mulf %a, %b : tensor<2xf64>
    %e = tensor.extract %m[%c0] : tensor<2xf64>
    %tiny = arith.constant 0.05 : f64
    %st = arith.cmpf olt, %e, %tiny : f64
    %k1 = arith.addi %k, %c1 : index
    scf.yield %m, %a, %k1, %st : tensor<2xf64>, tensor<2xf64>, index, i1
  }
  return %r#1, %r#0 : tensor<2xf64>, index
}
func.func private @pullback(tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) attributes {lagrad.pullback = @odd_switch_in_condition}
