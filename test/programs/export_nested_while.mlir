// Two nested loops over counters in tensors; the inner one's end is data.
func.func @export_nested_while(%x: tensor<f64>, %n: tensor<i32>) -> tensor<f64> {
  %c0 = arith.constant dense<0> : tensor<i32>
  %c1 = arith.constant dense<1> : tensor<i32>
  %two = arith.constant 2 : i32
  %0:2 = scf.while (%i = %c0, %p = %x) : (tensor<i32>, tensor<f64>) -> (tensor<i32>, tensor<f64>) {
    %k = tensor.extract %i[] : tensor<i32>
    %c = arith.cmpi slt, %k, %two : i32
    scf.condition(%c) %i, %p : tensor<i32>, tensor<f64>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<f64>):
    %1:2 = scf.while (%j = %i, %q = %p) : (tensor<i32>, tensor<f64>) -> (tensor<i32>, tensor<f64>) {
      %k = tensor.extract %j[] : tensor<i32>
      %m = tensor.extract %n[] : tensor<i32>
      %c = arith.cmpi slt, %k, %m : i32
      scf.condition(%c) %j, %q : tensor<i32>, tensor<f64>
    } do {
    ^bb0(%j: tensor<i32>, %q: tensor<f64>):
      %2 = math.sin %q : tensor<f64>
      %3 = arith.mulf %2, %x : tensor<f64>
      %l = arith.addi %j, %c1 : tensor<i32>
      scf.yield %l, %3 : tensor<i32>, tensor<f64>
    }
    %4 = arith.addf %1#1, %p : tensor<f64>
    %l = arith.addi %i, %c1 : tensor<i32>
    scf.yield %l, %4 : tensor<i32>, tensor<f64>
  }
  return %0#1 : tensor<f64>
}
func.func private @pullback(tensor<f64>, tensor<i32>, tensor<f64>) -> tensor<f64> attributes {lagrad.pullback = @export_nested_while}
