// A binary tree in arrays: what a node is depends on the product of what its children are.
func.func @recursive_tree(%w: tensor<7xf64>, %left: tensor<7xi64> {lagrad.example = dense<[1, 3, -1, -1, 5, -1, -1]> : tensor<7xi64>},
    %right: tensor<7xi64> {lagrad.example = dense<[2, 4, -1, -1, 6, -1, -1]> : tensor<7xi64>}, %node: index {lagrad.example = 0 : index}) -> f64 {
  %c0 = arith.constant 0 : i64
  %v = tensor.extract %w[%node] : tensor<7xf64>
  %l = tensor.extract %left[%node] : tensor<7xi64>
  %r = tensor.extract %right[%node] : tensor<7xi64>
  %leaf = arith.cmpi slt, %l, %c0 : i64
  %res = scf.if %leaf -> (f64) {
    scf.yield %v : f64
  } else {
    %li = arith.index_cast %l : i64 to index
    %ri = arith.index_cast %r : i64 to index
    %a = func.call @recursive_tree(%w, %left, %right, %li) : (tensor<7xf64>, tensor<7xi64>, tensor<7xi64>, index) -> f64
    %b = func.call @recursive_tree(%w, %left, %right, %ri) : (tensor<7xf64>, tensor<7xi64>, tensor<7xi64>, index) -> f64
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %p, %v : f64
    %t = math.tanh %q : f64
    scf.yield %t : f64
  }
  return %res : f64
}
func.func private @gradient(tensor<7xf64>, tensor<7xi64> {lagrad.example = dense<[1, 3, -1, -1, 5, -1, -1]> : tensor<7xi64>},
    tensor<7xi64> {lagrad.example = dense<[2, 4, -1, -1, 6, -1, -1]> : tensor<7xi64>}, index {lagrad.example = 0 : index}) -> tensor<7xf64>
  attributes {lagrad.gradient = @recursive_tree}
func.func private @pushforward(tensor<7xf64>, tensor<7xf64>, tensor<7xi64>, tensor<7xi64>, index) -> (f64, f64)
  attributes {lagrad.pushforward = @recursive_tree, lagrad.with_primal}
func.func private @second(tensor<7xf64>, tensor<7xi64>, tensor<7xi64>, index, tensor<7xf64>) -> tensor<7xf64>
  attributes {lagrad.pullback = @gradient}
