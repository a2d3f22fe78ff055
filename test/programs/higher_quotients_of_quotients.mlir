// Cross-entropy of a sigmoid, clamped as front ends do: the second derivatives divide by the sigmoid, a quotient that itself shares
// its divisor with others.
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @higher_quotients_of_quotients(%x: tensor<4xf64>, %t: tensor<4xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %least = arith.constant -100.0 : f64
  %sum = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]}
      ins(%x, %t : tensor<4xf64>, tensor<4xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %0 = arith.negf %a : f64
    %1 = math.exp %0 : f64
    %2 = arith.addf %1, %one : f64
    %p = arith.divf %one, %2 : f64
    %3 = math.log %p : f64
    %4 = arith.cmpf ogt, %3, %least : f64
    %5 = arith.select %4, %3, %least : f64
    %6 = arith.negf %p : f64
    %7 = math.log1p %6 : f64
    %8 = arith.cmpf ogt, %7, %least : f64
    %9 = arith.select %8, %7, %least : f64
    %10 = arith.mulf %b, %5 : f64
    %11 = arith.subf %one, %b : f64
    %12 = arith.mulf %11, %9 : f64
    %13 = arith.addf %10, %12 : f64
    %14 = arith.subf %s, %13 : f64
    linalg.yield %14 : f64
  } -> tensor<f64>
  %r = tensor.extract %sum[] : tensor<f64>
  return %r : f64
}
func.func private @gradient(tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.gradient = @higher_quotients_of_quotients}
func.func private @second(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
    attributes {lagrad.pushforward = @gradient}
func.func private @back(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
    attributes {lagrad.pullback = @gradient}
