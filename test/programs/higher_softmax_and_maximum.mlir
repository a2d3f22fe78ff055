// The second derivative of a logarithm of a sum of exponentials with a maximum taken out.
func.func @higher_softmax_and_maximum(%x: tensor<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %l = tensor.from_elements %low : tensor<f64>
  %z = tensor.from_elements %zero : tensor<f64>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<4xf64>) outs(%l : tensor<f64>) dimensions = [0]
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %max : tensor<4xf64>, tensor<f64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %m: f64, %o: f64):
    %d = arith.subf %a, %m : f64
    %e = math.exp %d : f64
    %s = arith.addf %o, %e : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %s = tensor.extract %sum[] : tensor<f64>
  %m = tensor.extract %max[] : tensor<f64>
  %1 = math.log %s : f64
  %2 = arith.addf %1, %m : f64
  return %2 : f64
}
func.func private @gradient(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @higher_softmax_and_maximum}
func.func private @hvp(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @gradient}
