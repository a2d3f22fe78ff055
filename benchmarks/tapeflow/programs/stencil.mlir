// ${steps} steps of a rod of ${n} points whose warmth spreads, the more the warmer it is; its ends stay as they are.
func.func @f(%start: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant ${steps} : index
  %n = arith.constant ${n} : index
  %last = arith.subi %n, %c1 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %rate = arith.constant 0.1 : f64
  %end = scf.for %t = %c0 to %steps step %c1 iter_args(%u = %start) -> tensor<${n}xf64> {
    %1 = scf.for %j = %c1 to %last step %c1 iter_args(%v = %u) -> tensor<${n}xf64> {
      %before = arith.subi %j, %c1 : index
      %behind = arith.addi %j, %c1 : index
      %a = tensor.extract %u[%before] : tensor<${n}xf64>
      %b = tensor.extract %u[%j] : tensor<${n}xf64>
      %c = tensor.extract %u[%behind] : tensor<${n}xf64>
      %ac = arith.addf %a, %c : f64
      %bb = arith.mulf %two, %b : f64
      %curve = arith.subf %ac, %bb : f64
      %speed = arith.mulf %rate, %b : f64
      %change = arith.mulf %speed, %curve : f64
      %new = arith.addf %b, %change : f64
      %w = tensor.insert %new into %v[%j] : tensor<${n}xf64>
      scf.yield %w : tensor<${n}xf64>
    }
    scf.yield %1 : tensor<${n}xf64>
  }
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = tensor.extract %end[%j] : tensor<${n}xf64>
    %square = arith.mulf %v, %v : f64
    %r = arith.addf %s, %square : f64
    scf.yield %r : f64
  }
  return %sum : f64
}
func.func private @df(tensor<${n}xf64>) -> tensor<${n}xf64> attributes {lagrad.gradient = @f}
