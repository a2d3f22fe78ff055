// A loop as exporters write it: the counter is a tensor without dimensions, the condition an operation on it.
func.func @export_while_counter_tensor(%x: tensor<3xf64>, %w: tensor<3x3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant dense<0> : tensor<i32>
  %c1 = arith.constant dense<1> : tensor<i32>
  %c4 = arith.constant dense<4> : tensor<i32>
  %z = arith.constant dense<0.0> : tensor<3xf64>
  %0:2 = scf.while (%i = %c0, %h = %x) : (tensor<i32>, tensor<3xf64>) -> (tensor<i32>, tensor<3xf64>) {
    %e = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%i, %c4 : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
    ^bb0(%a: i32, %b: i32, %o: i1):
      %2 = arith.cmpi slt, %a, %b : i32
      linalg.yield %2 : i1
    } -> tensor<i1>
    %c = tensor.extract %1[] : tensor<i1>
    scf.condition(%c) %i, %h : tensor<i32>, tensor<3xf64>
  } do {
  ^bb0(%i: tensor<i32>, %h: tensor<3xf64>):
    %1 = linalg.matvec ins(%w, %h : tensor<3x3xf64>, tensor<3xf64>) outs(%z : tensor<3xf64>) -> tensor<3xf64>
    %2 = math.tanh %1 : tensor<3xf64>
    %e = tensor.empty() : tensor<i32>
    %j = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%i, %c1 : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%a: i32, %b: i32, %o: i32):
      %3 = arith.addi %a, %b : i32
      linalg.yield %3 : i32
    } -> tensor<i32>
    scf.yield %j, %2 : tensor<i32>, tensor<3xf64>
  }
  return %0#1 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3x3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3x3xf64>) attributes {lagrad.pullback = @export_while_counter_tensor}
