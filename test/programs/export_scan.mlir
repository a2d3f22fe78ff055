// A scan: rows are read and results stored at a clamped offset that comes from the counter.
func.func @export_scan(%xs: tensor<4x2xf64>, %h0: tensor<2xf64>, %w: tensor<2x2xf64>) -> (tensor<2xf64>, tensor<4x2xf64>) {
  %c0 = arith.constant dense<0> : tensor<i32>
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %low = arith.constant 0 : i32
  %high = arith.constant 3 : i32
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %zs = arith.constant dense<0.0> : tensor<4x2xf64>
  %0:3 = scf.while (%i = %c0, %h = %h0, %ys = %zs) : (tensor<i32>, tensor<2xf64>, tensor<4x2xf64>) -> (tensor<i32>, tensor<2xf64>, tensor<4x2xf64>) {
    %k = tensor.extract %i[] : tensor<i32>
    %c = arith.cmpi slt, %k, %four : i32
    scf.condition(%c) %i, %h, %ys : tensor<i32>, tensor<2xf64>, tensor<4x2xf64>
  } do {
  ^bb0(%i: tensor<i32>, %h: tensor<2xf64>, %ys: tensor<4x2xf64>):
    %k = tensor.extract %i[] : tensor<i32>
    %a = arith.minsi %k, %high : i32
    %b = arith.maxsi %a, %low : i32
    %o = arith.index_cast %b : i32 to index
    %x = tensor.extract_slice %xs[%o, 0] [1, 2] [1, 1] : tensor<4x2xf64> to tensor<1x2xf64>
    %xr = tensor.collapse_shape %x [[0, 1]] : tensor<1x2xf64> into tensor<2xf64>
    %1 = linalg.matvec ins(%w, %h : tensor<2x2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
    %2 = arith.addf %1, %xr : tensor<2xf64>
    %3 = math.tanh %2 : tensor<2xf64>
    %4 = tensor.expand_shape %3 [[0, 1]] output_shape [1, 2] : tensor<2xf64> into tensor<1x2xf64>
    %5 = tensor.insert_slice %4 into %ys[%o, 0] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<4x2xf64>
    %l = arith.addi %k, %one : i32
    %j = tensor.from_elements %l : tensor<i32>
    scf.yield %j, %3, %5 : tensor<i32>, tensor<2xf64>, tensor<4x2xf64>
  }
  return %0#1, %0#2 : tensor<2xf64>, tensor<4x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<2x2xf64>) attributes {lagrad.pullback = @export_scan}
