// A stable logarithm of a sum of exponentials, shifted by the maximum.
func.func @logsumexp(%x: tensor<?xf64>) -> f64 {
  %low = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0.0 : f64
  %l = tensor.from_elements %low : tensor<f64>
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%l : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %m = arith.maximumf %a, %acc : f64
    linalg.yield %m : f64
  } -> tensor<f64>
  %max = tensor.extract %0[] : tensor<f64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %d = arith.subf %a, %max : f64
    %e = math.exp %d : f64
    %s = arith.addf %acc, %e : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %sum = tensor.extract %1[] : tensor<f64>
  %log = math.log %sum : f64
  %r = arith.addf %log, %max : f64
  return %r : f64
}
func.func private @gradient(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @logsumexp}
