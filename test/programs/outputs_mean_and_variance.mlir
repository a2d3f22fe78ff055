// Welford's update of mean and variance: three outputs, one of them a count.
func.func @outputs_mean_and_variance(%x: tensor<?xf64>) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %0:3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%z, %z, %z : tensor<f64>, tensor<f64>, tensor<f64>) {
  ^bb0(%a: f64, %mean: f64, %m2: f64, %count: f64):
    %n = arith.addf %count, %one : f64
    %d = arith.subf %a, %mean : f64
    %s = arith.divf %d, %n : f64
    %m = arith.addf %mean, %s : f64
    %e = arith.subf %a, %m : f64
    %p = arith.mulf %d, %e : f64
    %q = arith.addf %m2, %p : f64
    linalg.yield %m, %q, %n : f64, f64, f64
  } -> (tensor<f64>, tensor<f64>, tensor<f64>)
  %mean = tensor.extract %0#0[] : tensor<f64>
  %m2 = tensor.extract %0#1[] : tensor<f64>
  %n = tensor.extract %0#2[] : tensor<f64>
  %v = arith.divf %m2, %n : f64
  return %mean, %v : f64, f64
}
func.func private @pullback(tensor<?xf64>, f64, f64) -> tensor<?xf64> attributes {lagrad.pullback = @outputs_mean_and_variance}
