// A captured tensor of dynamic size is read backwards through linalg.index.
func.func @gather_reversed_in_body(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%b: f64, %o: f64):
    %i = linalg.index 0 : index
    %k = arith.subi %n, %i : index
    %l = arith.subi %k, %c1 : index
    %a = tensor.extract %x[%l] : tensor<?xf64>
    %s = math.sin %a : f64
    %p = arith.mulf %s, %b : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @gather_reversed_in_body}
