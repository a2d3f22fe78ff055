// The place of the smallest element of one tensor chooses an element of another; NaN is handled as exporters do.
func.func @argmin_pair_chooses(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %high = arith.constant dense<0x7FF0000000000000> : tensor<f64>
  %none = arith.constant dense<0> : tensor<i32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%high, %none : tensor<f64>, tensor<i32>) {
  ^bb0(%a: f64, %o: f64, %p: i32):
    %j = linalg.index 0 : index
    %n = arith.index_cast %j : index to i32
    %less = arith.cmpf olt, %a, %o : f64
    %nan = arith.cmpf une, %a, %a : f64
    %c = arith.ori %less, %nan : i1
    %v = arith.select %c, %a, %o : f64
    %k = arith.select %c, %n, %p : i32
    linalg.yield %v, %k : f64, i32
  } -> (tensor<f64>, tensor<i32>)
  %m = tensor.extract %0#0[] : tensor<f64>
  %i = tensor.extract %0#1[] : tensor<i32>
  %k = arith.index_cast %i : i32 to index
  %b = tensor.extract %y[%k] : tensor<?xf64>
  %1 = arith.mulf %b, %m : f64
  return %1 : f64
}
func.func private @gradient(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.gradient = @argmin_pair_chooses}
