#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d1, d2)>
module @gru {
  func.func public @main(%arg0: tensor<64x16x32xf32>, %arg1: tensor<32x192xf32>, %arg2: tensor<64x192xf32>, %arg3:
      tensor<192xf32>) -> tensor<f32> {
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 6.553600e+04 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<16x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<f32>) outs(%0 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %2 = tensor.empty() : tensor<64x16x64xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_2 : tensor<f32>) outs(%2 : tensor<64x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16x64xf32>
    %4:2 = scf.for %arg4 = %c0 to %c64 step %c1 iter_args(%arg5 = %1, %arg6 = %3) -> (tensor<16x64xf32>,
        tensor<64x16x64xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg4, 0, 0] [1, 16, 32] [1, 1, 1] : tensor<64x16x32xf32> to
          tensor<1x16x32xf32>
      %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x16x32xf32> into tensor<16x32xf32>
      %10 = tensor.empty() : tensor<16x192xf32>
      %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<16x192xf32>) -> tensor<16x192xf32>
      %12 = linalg.matmul ins(%collapsed, %arg1 : tensor<16x32xf32>, tensor<32x192xf32>) outs(%11 : tensor<16x192xf32>)
          -> tensor<16x192xf32>
      %13 = tensor.empty() : tensor<1x192xf32>
      %14 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 :
          tensor<192xf32>) outs(%13 : tensor<1x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x192xf32>
      %15 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 :
          tensor<1x192xf32>) outs(%10 : tensor<16x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x192xf32>
      %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12,
          %15 : tensor<16x192xf32>, tensor<16x192xf32>) outs(%10 : tensor<16x192xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.addf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x192xf32>
      %extracted_slice_3 = tensor.extract_slice %16[0, 0] [16, 64] [1, 1] : tensor<16x192xf32> to tensor<16x64xf32>
      %extracted_slice_4 = tensor.extract_slice %16[0, 64] [16, 64] [1, 1] : tensor<16x192xf32> to tensor<16x64xf32>
      %extracted_slice_5 = tensor.extract_slice %16[0, 128] [16, 64] [1, 1] : tensor<16x192xf32> to tensor<16x64xf32>
      %17 = linalg.matmul ins(%arg5, %arg2 : tensor<16x64xf32>, tensor<64x192xf32>) outs(%11 : tensor<16x192xf32>) ->
          tensor<16x192xf32>
      %extracted_slice_6 = tensor.extract_slice %17[0, 0] [16, 64] [1, 1] : tensor<16x192xf32> to tensor<16x64xf32>
      %extracted_slice_7 = tensor.extract_slice %17[0, 64] [16, 64] [1, 1] : tensor<16x192xf32> to tensor<16x64xf32>
      %extracted_slice_8 = tensor.extract_slice %17[0, 128] [16, 64] [1, 1] : tensor<16x192xf32> to tensor<16x64xf32>
      %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_4, %extracted_slice_7 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 :
          tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.addf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %38 = arith.negf %in : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %38 = math.exp %in : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
          tensor<f32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x64xf32>
      %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21,
          %20 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.addf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21,
          %22 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.divf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21,
          %23 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.subf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_3, %extracted_slice_6 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 :
          tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.addf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %38 = arith.negf %in : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%26 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %38 = math.exp %in : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21,
          %27 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.addf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21,
          %28 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.divf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%29,
          %extracted_slice_8 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.mulf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_5, %30 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.addf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %38 = math.tanh %in : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24,
          %32 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.mulf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23,
          %arg5 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.mulf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33,
          %34 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_9: f32, %out: f32):
        %38 = arith.addf %in, %in_9 : f32
        linalg.yield %38 : f32
      } -> tensor<16x64xf32>
      %36 = tensor.empty() : tensor<1x16x64xf32>
      %37 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%35 : tensor<16x64xf32>) outs(%36 : tensor<1x16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x16x64xf32>
      %inserted_slice = tensor.insert_slice %37 into %arg6[%arg4, 0, 0] [1, 16, 64] [1, 1, 1] : tensor<1x16x64xf32> into
          tensor<64x16x64xf32>
      scf.yield %35, %inserted_slice : tensor<16x64xf32>, tensor<64x16x64xf32>
    }
    %5 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%4#1, %4#1 : tensor<64x16x64xf32>, tensor<64x16x64xf32>) outs(%2 : tensor<64x16x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %10 = arith.mulf %in, %in_3 : f32
      linalg.yield %10 : f32
    } -> tensor<64x16x64xf32>
    %6 = tensor.empty() : tensor<f32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<f32>) -> tensor<f32>
    %8 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction", "reduction", "reduction"]}
        ins(%5 : tensor<64x16x64xf32>) outs(%7 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.addf %out, %in : f32
      linalg.yield %10 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %8[] : tensor<f32>
    %9 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %9 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
