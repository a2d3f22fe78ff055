// A branch passes on half of a tensor or one of three elements, of which a table of products is made.
func.func @if_sizes_of_one_side(%x: tensor<?xf64>, %y: tensor<3xf64>, %c: i1) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r:2 = scf.if %c -> (tensor<?xf64>, index) {
    %d = tensor.dim %x, %c0 : tensor<?xf64>
    %h = arith.divui %d, %c2 : index
    %s = tensor.extract_slice %x[%h] [%h] [1] : tensor<?xf64> to tensor<?xf64>
    scf.yield %s, %h : tensor<?xf64>, index
  } else {
    %s = tensor.cast %y : tensor<3xf64> to tensor<?xf64>
    scf.yield %s, %c3 : tensor<?xf64>, index
  }
  %e = tensor.empty(%r#1, %r#1) : tensor<?x?xf64>
  %o = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%r#0, %r#0 : tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %u: f64):
    %m = arith.mulf %a, %b : f64
    linalg.yield %m : f64
  } -> tensor<?x?xf64>
  %q = tensor.collapse_shape %o [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  return %q : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<3xf64>, i1, tensor<?xf64>) -> (tensor<?xf64>, tensor<3xf64>) attributes {lagrad.pullback = @if_sizes_of_one_side}
