
func.func private @helper(%v1: f64, %v2: tensor<?xf64>, %v3: tensor<3x3xf64>) -> (f64, f64) attributes {no_inline} {
  %t15 = math.sin %v1 : f64
  %t16 = arith.constant 2.0 : f64
  %t17 = arith.addf %t15, %t16 : f64
  %v19 = arith.divf %v1, %t17 : f64
  %t18 = tensor.from_elements %v19 : tensor<f64>
  %t19 = linalg.dot ins(%v2, %v2 : tensor<?xf64>, tensor<?xf64>) outs(%t18 : tensor<f64>) -> tensor<f64>
  %v20 = tensor.extract %t19[] : tensor<f64>
  %t20 = tensor.from_elements %v20 : tensor<f64>
  %reduced_v21 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%v3, %v3 : tensor<3x3xf64>, tensor<3x3xf64>) outs(%t20 : tensor<f64>) {
  ^bb0(%a_reduced_v21: f64, %b_reduced_v21: f64, %o_reduced_v21: f64):
    %t1_reduced_v21 = arith.mulf %a_reduced_v21, %v20 : f64
    %t2_reduced_v21 = arith.mulf %t1_reduced_v21, %b_reduced_v21 : f64
    %t9_reduced_v21 = arith.mulf %t2_reduced_v21, %b_reduced_v21 : f64
    %t10_reduced_v21 = arith.minimumf %t9_reduced_v21, %o_reduced_v21 : f64
    linalg.yield %t10_reduced_v21 : f64
  } -> tensor<f64>
  %v21 = tensor.extract %reduced_v21[] : tensor<f64>
  return %v21, %v21 : f64, f64
}
func.func @f(%v25: f64, %v23: tensor<?xf64>, %v24: tensor<3x3xf64>) -> f64 {
  %t21 = arith.constant dense<[[2], [0], [2]]> : tensor<3x1xindex>
  %v27 = tensor.gather %v24[%t21] gather_dims([0]) : (tensor<3x3xf64>, tensor<3x1xindex>) -> tensor<3x3xf64>
  %v28, %v29 = func.call @helper(%v25, %v23, %v27) : (f64, tensor<?xf64>, tensor<3x3xf64>) -> (f64, f64)
  %r = arith.mulf %v29, %v25 : f64
  return %r : f64
}
func.func private @df(f64, tensor<?xf64>, tensor<3x3xf64>) -> (f64, tensor<3x3xf64>) attributes {lagrad.gradient = @f, lagrad.wrt=[0,2]}
