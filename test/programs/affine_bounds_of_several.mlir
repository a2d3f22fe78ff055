// Bounds that are minima and maxima of affine expressions with symbols.
func.func @affine_bounds_of_several(%x: tensor<8xf64>, %n: index) -> f64 {
  %z = arith.constant 0.0 : f64
  %r = affine.for %i = 1 to min affine_map<(d0)[s0] -> (d0 + 2, s0, 7)>(%n)[%n] iter_args(%a = %z) -> f64 {
    %r2 = affine.for %j = max affine_map<(d0) -> (d0 - 1, 0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) iter_args(%b = %a) -> f64 {
      %k = affine.apply affine_map<(d0, d1) -> ((d0 + d1 * 2) mod 8)>(%i, %j)
      %k2 = affine.min affine_map<(d0)[s0] -> (d0, s0 + 1)>(%k)[%n]
      %k3 = affine.max affine_map<(d0) -> (d0, 0)>(%k2)
      %e = tensor.extract %x[%k3] : tensor<8xf64>
      %m = arith.mulf %e, %b : f64
      %c = arith.addf %m, %e : f64
      affine.yield %c : f64
    }
    affine.yield %r2 : f64
  }
  return %r : f64
}
func.func private @pullback(tensor<8xf64>, index, f64) -> tensor<8xf64> attributes {lagrad.pullback = @affine_bounds_of_several}
