// An affine condition on the iteration's number chooses between two products.
func.func @affine_if(%x: tensor<5xf64>, %s: f64) -> f64 {
  %0 = affine.for %i = 0 to 5 iter_args(%p = %s) -> (f64) {
    %a = tensor.extract %x[%i] : tensor<5xf64>
    %1 = affine.if affine_set<(d) : (d mod 2 == 0)>(%i) -> f64 {
      %2 = arith.mulf %p, %a : f64
      affine.yield %2 : f64
    } else {
      %2 = arith.divf %p, %a : f64
      affine.yield %2 : f64
    }
    %m = affine.min affine_map<(d) -> (d + 1, 4)>(%i)
    %b = tensor.extract %x[%m] : tensor<5xf64>
    %3 = arith.addf %1, %b : f64
    affine.yield %3 : f64
  }
  return %0 : f64
}
func.func private @gradient(tensor<5xf64>, f64) -> (tensor<5xf64>, f64) attributes {lagrad.gradient = @affine_if}
