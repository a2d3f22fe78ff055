// One long short-term memory cell over a sequence, gates cut from one product by slices.
func.func @lstm_cell(%xs: tensor<?x2xf64>, %w: tensor<8x2xf64>, %u: tensor<8x2xf64>, %b: tensor<8xf64>, %h0: tensor<2xf64>, %c0t: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ones = arith.constant dense<1.0> : tensor<6xf64>
  %n = tensor.dim %xs, %c0 : tensor<?x2xf64>
  %0:2 = scf.for %t = %c0 to %n step %c1 iter_args(%h = %h0, %c = %c0t) -> (tensor<2xf64>, tensor<2xf64>) {
    %x = tensor.extract_slice %xs[%t, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %1 = linalg.matvec ins(%w, %x : tensor<8x2xf64>, tensor<2xf64>) outs(%b : tensor<8xf64>) -> tensor<8xf64>
    %2 = linalg.matvec ins(%u, %h : tensor<8x2xf64>, tensor<2xf64>) outs(%1 : tensor<8xf64>) -> tensor<8xf64>
    %pre = tensor.extract_slice %2[0] [6] [1] : tensor<8xf64> to tensor<6xf64>
    %neg = arith.negf %pre : tensor<6xf64>
    %ex = math.exp %neg : tensor<6xf64>
    %den = arith.addf %ex, %ones : tensor<6xf64>
    %gates = arith.divf %ones, %den : tensor<6xf64>
    %f = tensor.extract_slice %gates[0] [2] [1] : tensor<6xf64> to tensor<2xf64>
    %i = tensor.extract_slice %gates[2] [2] [1] : tensor<6xf64> to tensor<2xf64>
    %o = tensor.extract_slice %gates[4] [2] [1] : tensor<6xf64> to tensor<2xf64>
    %g0 = tensor.extract_slice %2[6] [2] [1] : tensor<8xf64> to tensor<2xf64>
    %g = math.tanh %g0 : tensor<2xf64>
    %keep = arith.mulf %f, %c : tensor<2xf64>
    %new = arith.mulf %i, %g : tensor<2xf64>
    %cn = arith.addf %keep, %new : tensor<2xf64>
    %tc = math.tanh %cn : tensor<2xf64>
    %hn = arith.mulf %o, %tc : tensor<2xf64>
    scf.yield %hn, %cn : tensor<2xf64>, tensor<2xf64>
  }
  return %0#0, %0#1 : tensor<2xf64>, tensor<2xf64>
}
func.func private @pullback(tensor<?x2xf64>, tensor<8x2xf64>, tensor<8x2xf64>, tensor<8xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<?x2xf64>, tensor<8x2xf64>, tensor<8x2xf64>, tensor<8xf64>, tensor<2xf64>, tensor<2xf64>) attributes {lagrad.pullback = @lstm_cell}
