// A sum, a product and a maximum of a strided range at once.
func.func @parallel_three_reductions(%x: tensor<8xf64>, %a0: f64, %b0: f64, %c00: f64) -> (f64, f64, f64) {
  %l = arith.constant 1 : index
  %u = arith.constant 8 : index
  %s = arith.constant 3 : index
  %r:3 = scf.parallel (%i) = (%l) to (%u) step (%s) init (%a0, %b0, %c00) -> (f64, f64, f64) {
    %e = tensor.extract %x[%i] : tensor<8xf64>
    %e2 = math.sin %e : f64
    scf.reduce(%e, %e2, %e : f64, f64, f64) {
    ^bb0(%p: f64, %q: f64):
      %m = arith.addf %p, %q : f64
      scf.reduce.return %m : f64
    }, {
    ^bb0(%p: f64, %q: f64):
      %m = arith.mulf %p, %q : f64
      scf.reduce.return %m : f64
    }, {
    ^bb0(%p: f64, %q: f64):
      %m = arith.maximumf %p, %q : f64
      scf.reduce.return %m : f64
    }
  }
  return %r#0, %r#1, %r#2 : f64, f64, f64
}
func.func private @pullback(tensor<8xf64>, f64, f64, f64, f64, f64, f64) -> (tensor<8xf64>, f64, f64, f64) attributes {lagrad.pullback = @parallel_three_reductions}
