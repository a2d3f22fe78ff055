// A loop without a static bound: the state is compared with the one before, a count limits the trips.
func.func @export_while_converges(%x: tensor<2xf64>, %b: tensor<2xf64>) -> (tensor<2xf64>, tensor<i32>) {
  %c0 = arith.constant dense<0> : tensor<i32>
  %c1 = arith.constant dense<1> : tensor<i32>
  %far = arith.constant dense<1.0e9> : tensor<2xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %eps = arith.constant 0.01 : f64
  %most = arith.constant 50 : i32
  %half = arith.constant dense<0.5> : tensor<2xf64>
  %0:3 = scf.while (%i = %c0, %h = %x, %old = %far) : (tensor<i32>, tensor<2xf64>, tensor<2xf64>) -> (tensor<i32>, tensor<2xf64>, tensor<2xf64>) {
    %d = arith.subf %h, %old : tensor<2xf64>
    %s = linalg.dot ins(%d, %d : tensor<2xf64>, tensor<2xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
    %e = tensor.extract %s[] : tensor<f64>
    %moving = arith.cmpf ogt, %e, %eps : f64
    %k = tensor.extract %i[] : tensor<i32>
    %few = arith.cmpi slt, %k, %most : i32
    %c = arith.andi %moving, %few : i1
    scf.condition(%c) %i, %h, %old : tensor<i32>, tensor<2xf64>, tensor<2xf64>
  } do {
  ^bb0(%i: tensor<i32>, %h: tensor<2xf64>, %old: tensor<2xf64>):
    %1 = math.cos %h : tensor<2xf64>
    %2 = arith.mulf %1, %half : tensor<2xf64>
    %3 = arith.addf %2, %b : tensor<2xf64>
    %j = arith.addi %i, %c1 : tensor<i32>
    scf.yield %j, %3, %h : tensor<i32>, tensor<2xf64>, tensor<2xf64>
  }
  return %0#1, %0#0 : tensor<2xf64>, tensor<i32>
}
func.func private @pullback(tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) attributes {lagrad.pullback = @export_while_converges}
