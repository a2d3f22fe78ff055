#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
module @heat {
  func.func public @main(%arg0: tensor<96x96xf32>, %arg1: tensor<96x96xf32>) -> tensor<f32> {
    %c1 = arith.constant 1 : index
    %cst = arith.constant 9.216000e+03 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<2.000000e-01> : tensor<f32>
    %cst_2 = arith.constant dense<4.000000e+00> : tensor<f32>
    %c0 = arith.constant 0 : index
    %c40 = arith.constant 40 : index
    %0 = scf.for %arg2 = %c0 to %c40 step %c1 iter_args(%arg3 = %arg0) -> (tensor<96x96xf32>) {
      %padded = tensor.pad %arg3 low[1, 1] high[1, 1] {
      ^bb0(%arg4: index, %arg5: index):
        tensor.yield %cst_0 : f32
      } : tensor<96x96xf32> to tensor<98x98xf32>
      %extracted_slice = tensor.extract_slice %padded[0, 1] [96, 96] [1, 1] : tensor<98x98xf32> to tensor<96x96xf32>
      %extracted_slice_3 = tensor.extract_slice %padded[2, 1] [96, 96] [1, 1] : tensor<98x98xf32> to tensor<96x96xf32>
      %7 = tensor.empty() : tensor<96x96xf32>
      %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice, %extracted_slice_3 : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>)
          {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.addf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      %extracted_slice_4 = tensor.extract_slice %padded[1, 0] [96, 96] [1, 1] : tensor<98x98xf32> to tensor<96x96xf32>
      %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8,
          %extracted_slice_4 : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.addf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      %extracted_slice_5 = tensor.extract_slice %padded[1, 2] [96, 96] [1, 1] : tensor<98x98xf32> to tensor<96x96xf32>
      %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9,
          %extracted_slice_5 : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.addf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      %11 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
          tensor<f32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<96x96xf32>
      %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11,
          %arg1 : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.mulf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
          tensor<f32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<96x96xf32>
      %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13,
          %arg3 : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.mulf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %14
          : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.subf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %15
          : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.mulf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3,
          %16 : tensor<96x96xf32>, tensor<96x96xf32>) outs(%7 : tensor<96x96xf32>) {
      ^bb0(%in: f32, %in_6: f32, %out: f32):
        %18 = arith.addf %in, %in_6 : f32
        linalg.yield %18 : f32
      } -> tensor<96x96xf32>
      scf.yield %17 : tensor<96x96xf32>
    }
    %1 = tensor.empty() : tensor<96x96xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%0, %0 :
        tensor<96x96xf32>, tensor<96x96xf32>) outs(%1 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %7 = arith.mulf %in, %in_3 : f32
      linalg.yield %7 : f32
    } -> tensor<96x96xf32>
    %3 = tensor.empty() : tensor<f32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<f32>) -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%2 :
        tensor<96x96xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.addf %out, %in : f32
      linalg.yield %7 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %5[] : tensor<f32>
    %6 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %6 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
