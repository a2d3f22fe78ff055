// The logarithm of the sum of exponentials, shifted by the largest number. The gradient has the exponentials from the
// sum.
#id = affine_map<(i) -> (i)>
#whole = affine_map<(i) -> ()>
func.func @primal(%x: tensor<?xf64>) -> f64 {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %c0 = arith.constant 0 : index
  %largest = linalg.generic {indexing_maps = [#id, #whole], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%lowest : tensor<f64>) {
    ^bb0(%v: f64, %most: f64):
      %next = arith.maximumf %most, %v : f64
      linalg.yield %next : f64
  } -> tensor<f64>
  // The result does not depend on the shift, and neither does its derivative.
  %found = tensor.extract %largest[] : tensor<f64>
  %shift = "lagrad.stop_gradient"(%found) : (f64) -> f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %room = tensor.empty(%n) : tensor<?xf64>
  %powers = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64>) outs(%room : tensor<?xf64>) {
    ^bb0(%v: f64, %o: f64):
      %shifted = arith.subf %v, %shift : f64
      %power = math.exp %shifted : f64
      linalg.yield %power : f64
  } -> tensor<?xf64>
  %sum = linalg.generic {indexing_maps = [#id, #whole], iterator_types = ["reduction"]}
      ins(%powers : tensor<?xf64>) outs(%zero : tensor<f64>) {
    ^bb0(%v: f64, %partial: f64):
      %next = arith.addf %partial, %v : f64
      linalg.yield %next : f64
  } -> tensor<f64>
  %total = tensor.extract %sum[] : tensor<f64>
  %log = math.log %total : f64
  %result = arith.addf %shift, %log : f64
  return %result : f64
}
func.func private @gradient(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @primal}
