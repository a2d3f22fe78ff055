// A recurrence over a reduction dimension that is neither a sum nor a product: a polynomial by Horner's rule.
func.func @product_of_sums(%c: tensor<?xf64>, %x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %init = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%c : tensor<?xf64>) outs(%init : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %o, %x : f64
    %s = arith.addf %p, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func private @gradient(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @product_of_sums}
