#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0) -> ()>
#map6 = affine_map<() -> ()>
module @mlp_torch {
  func.func @main(%arg0: tensor<64x784xf32>, %arg1: tensor<64xi64>, %arg2: tensor<784x256xf32>, %arg3: tensor<256xf32>,
      %arg4: tensor<256x256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256x10xf32>, %arg7: tensor<10xf32>) ->
      tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c10 = arith.constant 10 : index
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<64x256xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %2 = linalg.matmul ins(%arg0, %arg2 : tensor<64x784xf32>, tensor<784x256xf32>) outs(%1 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg3 :
        tensor<64x256xf32>, tensor<256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %38 = arith.addf %in, %in_4 : f32
      linalg.yield %38 : f32
    } -> tensor<64x256xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 :
        tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.tanh %in : f32
      linalg.yield %38 : f32
    } -> tensor<64x256xf32>
    %5 = linalg.matmul ins(%4, %arg4 : tensor<64x256xf32>, tensor<256x256xf32>) outs(%1 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %arg5 :
        tensor<64x256xf32>, tensor<256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %38 = arith.addf %in, %in_4 : f32
      linalg.yield %38 : f32
    } -> tensor<64x256xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 :
        tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.tanh %in : f32
      linalg.yield %38 : f32
    } -> tensor<64x256xf32>
    %8 = tensor.empty() : tensor<64x10xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<64x10xf32>) -> tensor<64x10xf32>
    %10 = linalg.matmul ins(%7, %arg6 : tensor<64x256xf32>, tensor<256x10xf32>) outs(%9 : tensor<64x10xf32>) ->
        tensor<64x10xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %arg7
        : tensor<64x10xf32>, tensor<10xf32>) outs(%8 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %38 = arith.addf %in, %in_4 : f32
      linalg.yield %38 : f32
    } -> tensor<64x10xf32>
    %12 = tensor.empty() : tensor<64xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<64xi64>) -> tensor<64xi64>
    %14 = tensor.empty() : tensor<64xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<64xf32>) -> tensor<64xf32>
    %16:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%11 :
        tensor<64x10xf32>) outs(%15, %13 : tensor<64xf32>, tensor<64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_4: i64):
      %38 = linalg.index 1 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_4 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<64xf32>, tensor<64xi64>)
    %expanded = tensor.expand_shape %16#0 [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%11,
        %expanded : tensor<64x10xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %38 = arith.subf %in, %in_4 : f32
      linalg.yield %38 : f32
    } -> tensor<64x10xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 :
        tensor<64x10xf32>) outs(%8 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.exp %in : f32
      linalg.yield %38 : f32
    } -> tensor<64x10xf32>
    %19 = tensor.empty() : tensor<64x1xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "reduction"]} ins(%18 :
        tensor<64x10xf32>) outs(%20 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<64x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 :
        tensor<64x1xf32>) outs(%19 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.log %in : f32
      linalg.yield %38 : f32
    } -> tensor<64x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %22 :
        tensor<64x10xf32>, tensor<64x1xf32>) outs(%8 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %38 = arith.subf %in, %in_4 : f32
      linalg.yield %38 : f32
    } -> tensor<64x10xf32>
    %24 = tensor.empty() : tensor<64xi1>
    %25 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg1 : tensor<64xi64>)
        outs(%24 : tensor<64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %38 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %38 : i1
    } -> tensor<64xi1>
    %26 = linalg.generic {indexing_maps = [#map4, #map4, #map5, #map4], iterator_types = ["parallel"]} ins(%25, %arg1,
        %cst_2 : tensor<64xi1>, tensor<64xi64>, tensor<i64>) outs(%12 : tensor<64xi64>) {
    ^bb0(%in: i1, %in_4: i64, %in_5: i64, %out: i64):
      %38 = arith.select %in, %in_4, %in_5 : i64
      linalg.yield %38 : i64
    } -> tensor<64xi64>
    %expanded_3 = tensor.expand_shape %26 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_3 :
        tensor<64x1xi64>) outs(%20 : tensor<64x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %in : i64 to index
      %40 = arith.cmpi slt, %39, %c10 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %23[%38, %39] : tensor<64x10xf32>
      linalg.yield %extracted : f32
    } -> tensor<64x1xf32>
    %collapsed = tensor.collapse_shape %27 [[0, 1]] : tensor<64x1xf32> into tensor<64xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed :
        tensor<64xf32>) outs(%14 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.negf %in : f32
      linalg.yield %38 : f32
    } -> tensor<64xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4, #map5, #map4], iterator_types = ["parallel"]} ins(%25, %28,
        %cst_1 : tensor<64xi1>, tensor<64xf32>, tensor<f32>) outs(%14 : tensor<64xf32>) {
    ^bb0(%in: i1, %in_4: f32, %in_5: f32, %out: f32):
      %38 = arith.select %in, %in_4, %in_5 : f32
      linalg.yield %38 : f32
    } -> tensor<64xf32>
    %30 = tensor.empty() : tensor<i64>
    %31 = linalg.fill ins(%c0_i64 : i64) outs(%30 : tensor<i64>) -> tensor<i64>
    %32 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%25 : tensor<64xi1>)
        outs(%31 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %38 = arith.extui %in : i1 to i64
      %39 = arith.addi %38, %out : i64
      linalg.yield %39 : i64
    } -> tensor<i64>
    %33 = tensor.empty() : tensor<f32>
    %34 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%32 : tensor<i64>) outs(%33 :
        tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.sitofp %in : i64 to f32
      linalg.yield %38 : f32
    } -> tensor<f32>
    %35 = linalg.fill ins(%cst : f32) outs(%33 : tensor<f32>) -> tensor<f32>
    %36 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%29 : tensor<64xf32>)
        outs(%35 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<f32>
    %37 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%36, %34 : tensor<f32>,
        tensor<f32>) outs(%33 : tensor<f32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %38 = arith.divf %in, %in_4 : f32
      linalg.yield %38 : f32
    } -> tensor<f32>
    return %37 : tensor<f32>
  }
}
