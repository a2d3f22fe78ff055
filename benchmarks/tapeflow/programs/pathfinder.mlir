// Ways down a wall of ${rows} rows: each field multiplies the least of the three fields above it, to ${n} results.
func.func @f(%wall: tensor<${rows}x${n}xf64>) -> tensor<${n}xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant ${rows} : index
  %n = arith.constant ${n} : index
  %last = arith.subi %n, %c1 : index
  %top = tensor.extract_slice %wall[0, 0] [1, ${n}] [1, 1] : tensor<${rows}x${n}xf64> to tensor<${n}xf64>
  %none = tensor.empty() : tensor<${n}xf64>
  %0 = scf.for %t = %c1 to %rows step %c1 iter_args(%above = %top) -> tensor<${n}xf64> {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%below = %none) -> tensor<${n}xf64> {
      %before = arith.subi %j, %c1 : index
      %left = arith.maxsi %before, %c0 : index
      %behind = arith.addi %j, %c1 : index
      %right = arith.minsi %behind, %last : index
      %a = tensor.extract %above[%left] : tensor<${n}xf64>
      %b = tensor.extract %above[%j] : tensor<${n}xf64>
      %c = tensor.extract %above[%right] : tensor<${n}xf64>
      %ab = arith.cmpf olt, %a, %b : f64
      %less = arith.select %ab, %a, %b : f64
      %abc = arith.cmpf olt, %c, %less : f64
      %least = arith.select %abc, %c, %less : f64
      %w = tensor.extract %wall[%t, %j] : tensor<${rows}x${n}xf64>
      %v = arith.mulf %w, %least : f64
      %u = tensor.insert %v into %below[%j] : tensor<${n}xf64>
      scf.yield %u : tensor<${n}xf64>
    }
    scf.yield %1 : tensor<${n}xf64>
  }
  return %0 : tensor<${n}xf64>
}
func.func private @df(tensor<${rows}x${n}xf64>, tensor<${n}xf64>) -> tensor<${rows}x${n}xf64>
    attributes {lagrad.pullback = @f}
