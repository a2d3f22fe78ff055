// An affine.parallel whose body starts at a tensor from outside.
#id = affine_map<(i) -> (i)>
#no = affine_map<(i) -> ()>
func.func @affine_parallel_with_tensors(%x: tensor<3xf64>, %s: tensor<f64>) -> f64 {
  %0 = math.sin %s : tensor<f64>
  %p = affine.parallel (%i) = (0) to (3) reduce ("addf") -> f64 {
    %e = tensor.extract %x[%i] : tensor<3xf64>
    %r = linalg.generic {indexing_maps = [#id, #no], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%0 : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %m0 = arith.mulf %a, %e : f64
      %m = arith.addf %m0, %o : f64
      linalg.yield %m : f64
    } -> tensor<f64>
    %v = tensor.extract %r[] : tensor<f64>
    affine.yield %v : f64
  }
  return %p : f64
}
func.func private @pullback(tensor<3xf64>, tensor<f64>, f64) -> (tensor<3xf64>, tensor<f64>) attributes {lagrad.pullback = @affine_parallel_with_tensors}
