#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
module @lstm {
  func.func public @main(%arg0: tensor<64x16x32xf32>, %arg1: tensor<32x256xf32>, %arg2: tensor<64x256xf32>, %arg3:
      tensor<256xf32>) -> tensor<f32> {
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 1.024000e+03 : f32
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
    %2:2 = scf.for %arg4 = %c0 to %c64 step %c1 iter_args(%arg5 = %1, %arg6 = %1) -> (tensor<16x64xf32>,
        tensor<16x64xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg4, 0, 0] [1, 16, 32] [1, 1, 1] : tensor<64x16x32xf32> to
          tensor<1x16x32xf32>
      %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x16x32xf32> into tensor<16x32xf32>
      %8 = tensor.empty() : tensor<16x256xf32>
      %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<16x256xf32>) -> tensor<16x256xf32>
      %10 = linalg.matmul ins(%collapsed, %arg1 : tensor<16x32xf32>, tensor<32x256xf32>) outs(%9 : tensor<16x256xf32>)
          -> tensor<16x256xf32>
      %11 = linalg.matmul ins(%arg5, %arg2 : tensor<16x64xf32>, tensor<64x256xf32>) outs(%9 : tensor<16x256xf32>) ->
          tensor<16x256xf32>
      %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10,
          %11 : tensor<16x256xf32>, tensor<16x256xf32>) outs(%8 : tensor<16x256xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.addf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x256xf32>
      %13 = tensor.empty() : tensor<1x256xf32>
      %14 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 :
          tensor<256xf32>) outs(%13 : tensor<1x256xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x256xf32>
      %15 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 :
          tensor<1x256xf32>) outs(%8 : tensor<16x256xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x256xf32>
      %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12,
          %15 : tensor<16x256xf32>, tensor<16x256xf32>) outs(%8 : tensor<16x256xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.addf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x256xf32>
      %extracted_slice_3 = tensor.extract_slice %16[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
      %extracted_slice_4 = tensor.extract_slice %16[0, 64] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
      %extracted_slice_5 = tensor.extract_slice %16[0, 128] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
      %extracted_slice_6 = tensor.extract_slice %16[0, 192] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
      %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_4 : tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = arith.negf %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = math.exp %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %19 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
          tensor<f32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x64xf32>
      %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19,
          %18 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.addf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19,
          %20 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.divf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21,
          %arg6 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.mulf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_3 : tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = arith.negf %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = math.exp %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19,
          %24 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.addf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19,
          %25 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.divf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_5 : tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = math.tanh %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%26,
          %27 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.mulf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22,
          %28 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.addf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_6 : tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = arith.negf %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = math.exp %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19,
          %31 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.addf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19,
          %32 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.divf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%29 :
          tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %36 = math.tanh %in : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33,
          %34 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %36 = arith.mulf %in, %in_7 : f32
        linalg.yield %36 : f32
      } -> tensor<16x64xf32>
      scf.yield %35, %29 : tensor<16x64xf32>, tensor<16x64xf32>
    }
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2#0,
        %2#0 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%0 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %8 = arith.mulf %in, %in_3 : f32
      linalg.yield %8 : f32
    } -> tensor<16x64xf32>
    %4 = tensor.empty() : tensor<f32>
    %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<f32>) -> tensor<f32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "reduction"]} ins(%3 :
        tensor<16x64xf32>) outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %out, %in : f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %6[] : tensor<f32>
    %7 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %7 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
