// The saddle point of f(x, y) = |x|^2 - |y|^2: the x that makes the maximum over y least, then the y of that maximum.
// @INNER_argmin and @OUTER_argmin minimize -f(x, .), in one mode each; @r1_argmin minimizes @r1_cost. Points are pairs
// of numbers, which stay in registers; tensors of two numbers would be arrays in memory.
func.func private @f(%x0: f64, %x1: f64, %y0: f64, %y1: f64) -> f64 {
  %x00 = arith.mulf %x0, %x0 : f64
  %x11 = arith.mulf %x1, %x1 : f64
  %y00 = arith.mulf %y0, %y0 : f64
  %y11 = arith.mulf %y1, %y1 : f64
  %xx = arith.addf %x00, %x11 : f64
  %yy = arith.addf %y00, %y11 : f64
  %result = arith.subf %xx, %yy : f64
  return %result : f64
}

func.func private @cost(%x0: f64, %x1: f64, %y0: f64, %y1: f64) -> f64 {
  %f = func.call @f(%x0, %x1, %y0, %y1) : (f64, f64, f64, f64) -> f64
  %result = arith.negf %f : f64
  return %result : f64
}

func.func private @r1_cost(%start0: f64, %start1: f64, %x0: f64, %x1: f64) -> f64 {
  %y:2 = func.call @INNER_argmin(%x0, %x1, %start0, %start1) : (f64, f64, f64, f64) -> (f64, f64)
  %result = func.call @f(%x0, %x1, %y#0, %y#1) : (f64, f64, f64, f64) -> f64
  return %result : f64
}

func.func @saddle(%start: tensor<2xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %start[%c0] : tensor<2xf64>
  %b = tensor.extract %start[%c1] : tensor<2xf64>
  %x:2 = func.call @r1_argmin(%a, %b, %a, %b) : (f64, f64, f64, f64) -> (f64, f64)
  %y:2 = func.call @OUTER_argmin(%x#0, %x#1, %a, %b) : (f64, f64, f64, f64) -> (f64, f64)
  %all = tensor.from_elements %x#0, %x#1, %y#0, %y#1 : tensor<4xf64>
  return %all : tensor<4xf64>
}
