// A loop in a body carries a tensor of unknown size.
func.func @loop_of_unknown_size_in_body(%x: tensor<?xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty() : tensor<3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%y : tensor<3xf64>) outs(%e : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf64> {
      %v = tensor.extract %t[%i] : tensor<?xf64>
      %w = arith.mulf %v, %a : f64
      %u = tensor.insert %w into %t[%c0] : tensor<?xf64>
      scf.yield %u : tensor<?xf64>
    }
    %z = tensor.extract %s[%c0] : tensor<?xf64>
    linalg.yield %z : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func private @pushforward(tensor<?xf64>, tensor<?xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    attributes {lagrad.pushforward = @loop_of_unknown_size_in_body}
func.func private @pullback(tensor<?xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<?xf64>, tensor<3xf64>)
    attributes {lagrad.pullback = @loop_of_unknown_size_in_body}
