// An affine loop with an affine bound inside another, over elements of a tensor.
func.func @affine_for(%x: tensor<4x4xf64>, %s: f64) -> f64 {
  %0 = affine.for %i = 0 to 4 iter_args(%p = %s) -> (f64) {
    %1 = affine.for %j = 0 to affine_map<(d) -> (d + 1)>(%i) step 2 iter_args(%q = %p) -> (f64) {
      %k = affine.apply affine_map<(d, e) -> (3 - d + e)>(%i, %j)
      %a = tensor.extract %x[%i, %k] : tensor<4x4xf64>
      %2 = arith.mulf %q, %a : f64
      %3 = math.sin %2 : f64
      affine.yield %3 : f64
    }
    affine.yield %1 : f64
  }
  return %0 : f64
}
func.func private @gradient(tensor<4x4xf64>, f64) -> (tensor<4x4xf64>, f64) attributes {lagrad.gradient = @affine_for}
