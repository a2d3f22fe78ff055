// Two while loops inside each other whose conditions depend on what they compute.
func.func @odd_while_drives_while(%x: tensor<2xf64>, %lim: f64 {lagrad.example = 6.0 : f64}) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %h = arith.constant 1.3 : f64
  %l2 = arith.constant 2.0 : f64
  %r:2 = scf.while (%a = %x, %y = %h) : (tensor<2xf64>, f64) -> (tensor<2xf64>, f64) {
    %e = tensor.extract %a[%c0] : tensor<2xf64>
    %p = arith.cmpf olt, %e, %lim : f64
    %q = arith.cmpf olt, %y, %lim : f64
    %pq = arith.andi %p, %q : i1
    scf.condition(%pq) %a, %y : tensor<2xf64>, f64
  } do {
  ^bb0(%a: tensor<2xf64>, %y: f64):
    %in:2 = scf.while (%b = %a, %k = %y) : (tensor<2xf64>, f64) -> (f64, tensor<2xf64>) {
      %e = tensor.extract %b[%c0] : tensor<2xf64>
      %m = arith.mulf %e, %k : f64
      %p = arith.cmpf olt, %m, %l2 : f64
      scf.condition(%p) %m, %b : f64, tensor<2xf64>
    } do {
    ^bb0(%m: f64, %b: tensor<2xf64>):
      %b1 = tensor.insert %m into %b[%c0] : tensor<2xf64>
      %b2 = arith.addf %b1, %x : tensor<2xf64>
      scf.yield %b2, %m : tensor<2xf64>, f64
    }
    %s = tensor.splat %in#0 : tensor<2xf64>
    %t = arith.addf %in#1, %s : tensor<2xf64>
    %y1 = arith.addf %y, %h : f64
    scf.yield %t, %y1 : tensor<2xf64>, f64
  }
  return %r#0 : tensor<2xf64>
}
func.func private @pullback(tensor<2xf64>, f64, tensor<2xf64>) -> (tensor<2xf64>, f64) attributes {lagrad.pullback = @odd_while_drives_while}
