// Parallel loops around each other, whose bodies overwrite tensors from outside.
func.func @parallel_inserts_in_nest(%x: tensor<3xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = math.sin %x : tensor<3xf64>
  %p = scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c3) step (%c1, %c1) init (%s) -> f64 {
     %t = tensor.insert %s into %y[%i] : tensor<3xf64>
     %q = scf.parallel (%k) = (%c0) to (%c3) step (%c1) init (%s) -> f64 {
       %u = tensor.insert %s into %t[%k] : tensor<3xf64>
       %e = tensor.extract %u[%j] : tensor<3xf64>
       %e2 = tensor.extract %t[%k] : tensor<3xf64>
       %e3 = arith.mulf %e, %e2 : f64
       scf.reduce(%e3 : f64) {
       ^bb0(%l: f64, %r: f64):
         %a = arith.addf %l, %r : f64
         scf.reduce.return %a : f64
       }
     }
     scf.reduce(%q : f64) {
     ^bb0(%l: f64, %r: f64):
       %a = arith.addf %l, %r : f64
       scf.reduce.return %a : f64
     }
  }
  return %p : f64
}
func.func private @pullback(tensor<3xf64>, f64, f64) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @parallel_inserts_in_nest}
