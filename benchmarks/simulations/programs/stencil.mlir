// ${steps} steps of the warmth of a plate of ${n} by ${n} points, which spreads the more the warmer it is: `%k` has by
// how much at all and by how much more. A heater of shape `%shape` pulses at the frequencies `%pulse`. The edge stays
// as it is. The result is the energy at the end, and the mean warmth of all steps.
#ij = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>
func.func @f(%start: tensor<${n}x${n}xf64>, %k: tensor<2xf64>, %shape: tensor<${m}x${m}xf64>, %pulse: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant ${steps} : index
  %zero = arith.constant 0.0 : f64
  %four = arith.constant 4.0 : f64
  %dt = arith.constant 0.1 : f64
  %small = arith.constant 1.0e-3 : f64
  %least = tensor.extract %k[%c0] : tensor<2xf64>
  %grows = tensor.extract %k[%c1] : tensor<2xf64>
  %fast = tensor.extract %pulse[%c0] : tensor<2xf64>
  %slow = tensor.extract %pulse[%c1] : tensor<2xf64>
  %end:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%u = %start, %past = %zero) -> (tensor<${n}x${n}xf64>, f64) {
    %t64 = arith.index_cast %t : index to i64
    %count = arith.sitofp %t64 : i64 to f64
    %time = arith.mulf %dt, %count : f64
    %one = arith.mulf %fast, %time : f64
    %other = arith.mulf %slow, %time : f64
    %sin = math.sin %one : f64
    %cos = math.cos %other : f64
    %power = arith.mulf %sin, %cos : f64
    %left = tensor.extract_slice %u[1, 0] [${m}, ${m}] [1, 1] : tensor<${n}x${n}xf64> to tensor<${m}x${m}xf64>
    %right = tensor.extract_slice %u[1, 2] [${m}, ${m}] [1, 1] : tensor<${n}x${n}xf64> to tensor<${m}x${m}xf64>
    %above = tensor.extract_slice %u[0, 1] [${m}, ${m}] [1, 1] : tensor<${n}x${n}xf64> to tensor<${m}x${m}xf64>
    %below = tensor.extract_slice %u[2, 1] [${m}, ${m}] [1, 1] : tensor<${n}x${n}xf64> to tensor<${m}x${m}xf64>
    %middle = tensor.extract_slice %u[1, 1] [${m}, ${m}] [1, 1] : tensor<${n}x${n}xf64> to tensor<${m}x${m}xf64>
    %e = tensor.empty() : tensor<${m}x${m}xf64>
    %next = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%left, %right, %above, %below, %middle, %shape : tensor<${m}x${m}xf64>, tensor<${m}x${m}xf64>,
            tensor<${m}x${m}xf64>, tensor<${m}x${m}xf64>, tensor<${m}x${m}xf64>, tensor<${m}x${m}xf64>)
        outs(%e : tensor<${m}x${m}xf64>) {
    ^bb0(%l: f64, %r: f64, %a: f64, %b: f64, %c: f64, %h: f64, %o: f64):
      %lr = arith.addf %l, %r : f64
      %ab = arith.addf %a, %b : f64
      %around = arith.addf %lr, %ab : f64
      %own = arith.mulf %four, %c : f64
      %curve = arith.subf %around, %own : f64
      %square = arith.mulf %c, %c : f64
      %growth = arith.mulf %grows, %square : f64
      %spread = arith.addf %least, %growth : f64
      %flow = arith.mulf %spread, %curve : f64
      %heat = arith.mulf %power, %h : f64
      %sum = arith.addf %flow, %heat : f64
      %change = arith.mulf %dt, %sum : f64
      %new = arith.addf %c, %change : f64
      linalg.yield %new : f64
    } -> tensor<${m}x${m}xf64>
    %v = tensor.insert_slice %next into %u[1, 1] [${m}, ${m}] [1, 1] : tensor<${m}x${m}xf64> into tensor<${n}x${n}xf64>
    %nothing = tensor.splat %zero : tensor<f64>
    %total = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]}
        ins(%next : tensor<${m}x${m}xf64>) outs(%nothing : tensor<f64>) {
    ^bb0(%a: f64, %s: f64):
      %b = arith.addf %a, %s : f64
      linalg.yield %b : f64
    } -> tensor<f64>
    %w = tensor.extract %total[] : tensor<f64>
    %part = arith.mulf %small, %w : f64
    %so_far = arith.addf %past, %part : f64
    scf.yield %v, %so_far : tensor<${n}x${n}xf64>, f64
  }${mark}
  %nothing = tensor.splat %zero : tensor<f64>
  %squares = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]}
      ins(%end#0 : tensor<${n}x${n}xf64>) outs(%nothing : tensor<f64>) {
  ^bb0(%a: f64, %s: f64):
    %aa = arith.mulf %a, %a : f64
    %b = arith.addf %aa, %s : f64
    linalg.yield %b : f64
  } -> tensor<f64>
  %energy = tensor.extract %squares[] : tensor<f64>
  %result = arith.addf %energy, %end#1 : f64
  return %result : f64
}
