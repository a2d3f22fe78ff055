// A tensor of three modes of ${n} times the Khatri-Rao product of two matrices:
// a[i, j] is the sum of b[i, k, l] * d[l, j] * c[k, j] over k and l.
func.func @f(%b: tensor<${n}x${n}x${n}xf64>, %c: tensor<${n}x${n}xf64>, %d: tensor<${n}x${n}xf64>)
    -> tensor<${n}x${n}xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant ${n} : index
  %zero = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<${n}x${n}xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%none : tensor<${n}x${n}xf64>) -> tensor<${n}x${n}xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a0 = %zeros) -> tensor<${n}x${n}xf64> {
    %1 = scf.for %k = %c0 to %n step %c1 iter_args(%a1 = %a0) -> tensor<${n}x${n}xf64> {
      %2 = scf.for %l = %c0 to %n step %c1 iter_args(%a2 = %a1) -> tensor<${n}x${n}xf64> {
        %3 = scf.for %j = %c0 to %n step %c1 iter_args(%a3 = %a2) -> tensor<${n}x${n}xf64> {
          %bv = tensor.extract %b[%i, %k, %l] : tensor<${n}x${n}x${n}xf64>
          %dv = tensor.extract %d[%l, %j] : tensor<${n}x${n}xf64>
          %cv = tensor.extract %c[%k, %j] : tensor<${n}x${n}xf64>
          %bd = arith.mulf %bv, %dv : f64
          %bdc = arith.mulf %bd, %cv : f64
          %old = tensor.extract %a3[%i, %j] : tensor<${n}x${n}xf64>
          %new = arith.addf %old, %bdc : f64
          %a4 = tensor.insert %new into %a3[%i, %j] : tensor<${n}x${n}xf64>
          scf.yield %a4 : tensor<${n}x${n}xf64>
        }
        scf.yield %3 : tensor<${n}x${n}xf64>
      }
      scf.yield %2 : tensor<${n}x${n}xf64>
    }
    scf.yield %1 : tensor<${n}x${n}xf64>
  }
  return %0 : tensor<${n}x${n}xf64>
}
func.func private @df(tensor<${n}x${n}x${n}xf64>, tensor<${n}x${n}xf64>, tensor<${n}x${n}xf64>, tensor<${n}x${n}xf64>)
    -> (tensor<${n}x${n}x${n}xf64>, tensor<${n}x${n}xf64>, tensor<${n}x${n}xf64>) attributes {lagrad.pullback = @f}
