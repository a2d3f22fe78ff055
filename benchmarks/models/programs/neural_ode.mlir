#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
module @neural_ode {
  func.func public @main(%arg0: tensor<32x16xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<64xf32>, %arg3:
      tensor<64x16xf32>) -> tensor<f32> {
    %c1 = arith.constant 1 : index
    %cst = arith.constant 5.120000e+02 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<1.250000e-02> : tensor<f32>
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<2.500000e-02> : tensor<f32>
    %cst_4 = arith.constant dense<0.00416666688> : tensor<f32>
    %c0 = arith.constant 0 : index
    %c40 = arith.constant 40 : index
    %0 = scf.for %arg4 = %c0 to %c40 step %c1 iter_args(%arg5 = %arg0) -> (tensor<32x16xf32>) {
      %7 = tensor.empty() : tensor<32x64xf32>
      %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<32x64xf32>) -> tensor<32x64xf32>
      %9 = linalg.matmul ins(%arg5, %arg1 : tensor<32x16xf32>, tensor<16x64xf32>) outs(%8 : tensor<32x64xf32>) ->
          tensor<32x64xf32>
      %10 = tensor.empty() : tensor<1x64xf32>
      %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
          tensor<64xf32>) outs(%10 : tensor<1x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x64xf32>
      %12 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 :
          tensor<1x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x64xf32>
      %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9,
          %12 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 :
          tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %47 = math.tanh %in : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %15 = tensor.empty() : tensor<32x16xf32>
      %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<32x16xf32>) -> tensor<32x16xf32>
      %17 = linalg.matmul ins(%14, %arg3 : tensor<32x64xf32>, tensor<64x16xf32>) outs(%16 : tensor<32x16xf32>) ->
          tensor<32x16xf32>
      %18 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
          tensor<f32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x16xf32>
      %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18,
          %17 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.mulf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5,
          %19 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %21 = linalg.matmul ins(%20, %arg1 : tensor<32x16xf32>, tensor<16x64xf32>) outs(%8 : tensor<32x64xf32>) ->
          tensor<32x64xf32>
      %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21,
          %12 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22 :
          tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %47 = math.tanh %in : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %24 = linalg.matmul ins(%23, %arg3 : tensor<32x64xf32>, tensor<64x16xf32>) outs(%16 : tensor<32x16xf32>) ->
          tensor<32x16xf32>
      %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18,
          %24 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.mulf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5,
          %25 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %27 = linalg.matmul ins(%26, %arg1 : tensor<32x16xf32>, tensor<16x64xf32>) outs(%8 : tensor<32x64xf32>) ->
          tensor<32x64xf32>
      %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%27,
          %12 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 :
          tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %47 = math.tanh %in : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %30 = linalg.matmul ins(%29, %arg3 : tensor<32x64xf32>, tensor<64x16xf32>) outs(%16 : tensor<32x16xf32>) ->
          tensor<32x16xf32>
      %31 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
          tensor<f32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x16xf32>
      %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31,
          %24 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.mulf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17,
          %32 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31,
          %30 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.mulf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33,
          %34 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %36 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
          tensor<f32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x16xf32>
      %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%36,
          %30 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.mulf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5,
          %37 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %39 = linalg.matmul ins(%38, %arg1 : tensor<32x16xf32>, tensor<16x64xf32>) outs(%8 : tensor<32x64xf32>) ->
          tensor<32x64xf32>
      %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39,
          %12 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%40 :
          tensor<32x64xf32>) outs(%7 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %47 = math.tanh %in : f32
        linalg.yield %47 : f32
      } -> tensor<32x64xf32>
      %42 = linalg.matmul ins(%41, %arg3 : tensor<32x64xf32>, tensor<64x16xf32>) outs(%16 : tensor<32x16xf32>) ->
          tensor<32x16xf32>
      %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35,
          %42 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %44 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
          tensor<f32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x16xf32>
      %45 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%44,
          %43 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.mulf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      %46 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5,
          %45 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%15 : tensor<32x16xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %47 = arith.addf %in, %in_5 : f32
        linalg.yield %47 : f32
      } -> tensor<32x16xf32>
      scf.yield %46 : tensor<32x16xf32>
    }
    %1 = tensor.empty() : tensor<32x16xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%0, %0 :
        tensor<32x16xf32>, tensor<32x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %7 = arith.mulf %in, %in_5 : f32
      linalg.yield %7 : f32
    } -> tensor<32x16xf32>
    %3 = tensor.empty() : tensor<f32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<f32>) -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "reduction"]} ins(%2 :
        tensor<32x16xf32>) outs(%4 : tensor<f32>) {
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
