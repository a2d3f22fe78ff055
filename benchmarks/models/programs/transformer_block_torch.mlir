#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<() -> ()>
module @transformer_block_torch {
  func.func @main(%arg0: tensor<128x128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<128xf32>, %arg3:
      tensor<128x384xf32>, %arg4: tensor<128x128xf32>, %arg5: tensor<128xf32>, %arg6: tensor<128xf32>, %arg7:
      tensor<128x512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<512x128xf32>, %arg10: tensor<128xf32>) -> tensor<f32> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %c3_i64 = arith.constant 3 : i64
    %cst_2 = arith.constant 4.471500e-02 : f32
    %cst_3 = arith.constant 7.977240e-01 : f32
    %cst_4 = arith.constant 1.000000e+00 : f32
    %cst_5 = arith.constant 5.000000e-01 : f32
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<1x4x128x128xf32>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_9 = arith.constant dense<true> : tensor<128x128xi1>
    %cst_10 = arith.constant 0xFFF0000000000000 : f64
    %cst_11 = arith.constant 0.42044820762685725 : f64
    %cst_12 = arith.constant 1.000000e-05 : f64
    %cst_13 = arith.constant 1.280000e+02 : f64
    %cst_14 = arith.constant 1.280000e+02 : f32
    %cst_15 = arith.constant 1.638400e+04 : f32
    %0 = tensor.empty() : tensor<128x128xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 :
        tensor<128x128xf32>) outs(%0 : tensor<128x128xf64>) {
    ^bb0(%in: f32, %out: f64):
      %95 = arith.extf %in : f32 to f64
      linalg.yield %95 : f64
    } -> tensor<128x128xf64>
    %2 = tensor.empty() : tensor<128x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<128x1xf64>) -> tensor<128x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 :
        tensor<128x128xf64>) outs(%3 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.addf %in, %out : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 :
        tensor<128x1xf64>) outs(%2 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.divf %in, %cst_13 : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %5 :
        tensor<128x128xf64>, tensor<128x1xf64>) outs(%0 : tensor<128x128xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %95 = arith.subf %in, %in_33 : f64
      linalg.yield %95 : f64
    } -> tensor<128x128xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %6 :
        tensor<128x128xf64>, tensor<128x128xf64>) outs(%0 : tensor<128x128xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %95 = arith.mulf %in, %in_33 : f64
      linalg.yield %95 : f64
    } -> tensor<128x128xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%7 :
        tensor<128x128xf64>) outs(%3 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.addf %in, %out : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 :
        tensor<128x1xf64>) outs(%2 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.divf %in, %cst_13 : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %10 = tensor.empty() : tensor<128x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 :
        tensor<128x1xf64>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %95 = arith.truncf %in : f64 to f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<128x1xf32>) -> tensor<128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 :
        tensor<128x128xf32>) outs(%12 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 :
        tensor<128x1xf32>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.divf %in, %cst_14 : f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 :
        tensor<128x1xf32>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_12 : f64 to f32
      %96 = arith.addf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<128x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 :
        tensor<128x1xf32>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.rsqrt %in : f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %17 = tensor.empty() : tensor<128x128xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %14
        : tensor<128x128xf32>, tensor<128x1xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.subf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %16 :
        tensor<128x128xf32>, tensor<128x1xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.mulf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %arg1
        : tensor<128x128xf32>, tensor<128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.mulf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %arg2
        : tensor<128x128xf32>, tensor<128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.addf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %22 = tensor.empty() : tensor<128x384xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<128x384xf32>) -> tensor<128x384xf32>
    %24 = linalg.matmul ins(%21, %arg3 : tensor<128x128xf32>, tensor<128x384xf32>) outs(%23 : tensor<128x384xf32>) ->
        tensor<128x384xf32>
    %extracted_slice = tensor.extract_slice %24[0, 0] [128, 128] [1, 1] : tensor<128x384xf32> to tensor<128x128xf32>
    %extracted_slice_16 = tensor.extract_slice %24[0, 128] [128, 128] [1, 1] : tensor<128x384xf32> to
        tensor<128x128xf32>
    %extracted_slice_17 = tensor.extract_slice %24[0, 256] [128, 128] [1, 1] : tensor<128x384xf32> to
        tensor<128x128xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [128, 4, 32] : tensor<128x128xf32> into
        tensor<128x4x32xf32>
    %25 = tensor.empty() : tensor<4x128x32xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<128x4x32xf32>) outs(%25 : tensor<4x128x32xf32>) permutation =
        [1, 0, 2] 
    %expanded_18 = tensor.expand_shape %extracted_slice_16 [[0], [1, 2]] output_shape [128, 4, 32] : tensor<128x128xf32>
        into tensor<128x4x32xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<128x4x32xf32>) outs(%25 : tensor<4x128x32xf32>)
        permutation = [1, 0, 2] 
    %expanded_20 = tensor.expand_shape %extracted_slice_17 [[0], [1, 2]] output_shape [128, 4, 32] : tensor<128x128xf32>
        into tensor<128x4x32xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<128x4x32xf32>) outs(%25 : tensor<4x128x32xf32>)
        permutation = [1, 0, 2] 
    %expanded_22 = tensor.expand_shape %transposed [[0, 1], [2], [3]] output_shape [1, 4, 128, 32] :
        tensor<4x128x32xf32> into tensor<1x4x128x32xf32>
    %expanded_23 = tensor.expand_shape %transposed_19 [[0, 1], [2], [3]] output_shape [1, 4, 128, 32] :
        tensor<4x128x32xf32> into tensor<1x4x128x32xf32>
    %26 = tensor.empty() : tensor<1x4x128x32xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%expanded_22 : tensor<1x4x128x32xf32>) outs(%26 : tensor<1x4x128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_11 : f64 to f32
      %96 = arith.mulf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<1x4x128x32xf32>
    %28 = tensor.empty() : tensor<128xi64>
    %29 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%28 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %95 = linalg.index 0 : index
      %96 = arith.index_cast %95 : index to i64
      linalg.yield %96 : i64
    } -> tensor<128xi64>
    %expanded_24 = tensor.expand_shape %29 [[0, 1]] output_shape [1, 128] : tensor<128xi64> into tensor<1x128xi64>
    %expanded_25 = tensor.expand_shape %29 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %30 = tensor.empty() : tensor<128x128xi64>
    %31 = linalg.generic {indexing_maps = [#map5, #map1, #map], iterator_types = ["parallel", "parallel"]}
        ins(%expanded_24, %expanded_25 : tensor<1x128xi64>, tensor<128x1xi64>) outs(%30 : tensor<128x128xi64>) {
    ^bb0(%in: i64, %in_33: i64, %out: i64):
      %95 = arith.subi %in, %in_33 : i64
      linalg.yield %95 : i64
    } -> tensor<128x128xi64>
    %32 = tensor.empty() : tensor<128x128xi1>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%31 :
        tensor<128x128xi64>) outs(%32 : tensor<128x128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %95 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %95 : i1
    } -> tensor<128x128xi1>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %cst_9
        : tensor<128x128xi1>, tensor<128x128xi1>) outs(%32 : tensor<128x128xi1>) {
    ^bb0(%in: i1, %in_33: i1, %out: i1):
      %95 = arith.andi %in, %in_33 : i1
      linalg.yield %95 : i1
    } -> tensor<128x128xi1>
    %35 = linalg.generic {indexing_maps = [#map, #map6, #map6, #map], iterator_types = ["parallel", "parallel"]}
        ins(%34, %cst_7, %cst_8 : tensor<128x128xi1>, tensor<f32>, tensor<f32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %95 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %36 = tensor.empty() : tensor<1x4x32x128xf32>
    %transposed_26 = linalg.transpose ins(%expanded_23 : tensor<1x4x128x32xf32>) outs(%36 : tensor<1x4x32x128xf32>)
        permutation = [0, 1, 3, 2] 
    %37 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%transposed_26 : tensor<1x4x32x128xf32>) outs(%36 : tensor<1x4x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_11 : f64 to f32
      %96 = arith.mulf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<1x4x32x128xf32>
    %collapsed = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<1x4x128x32xf32> into tensor<4x128x32xf32>
    %collapsed_27 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : tensor<1x4x32x128xf32> into tensor<4x32x128xf32>
    %38 = tensor.empty() : tensor<4x128x128xf32>
    %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %40 = linalg.batch_matmul ins(%collapsed, %collapsed_27 : tensor<4x128x32xf32>, tensor<4x32x128xf32>) outs(%39 :
        tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %expanded_28 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xf32> into
        tensor<1x4x128x128xf32>
    %41 = tensor.empty() : tensor<1x4x128x128xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%expanded_28, %35 : tensor<1x4x128x128xf32>, tensor<128x128xf32>) outs(%41 :
        tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.addf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<1x4x128x128xf32>
    %43 = tensor.empty() : tensor<1x4x128xi64>
    %44 = linalg.fill ins(%c0_i64 : i64) outs(%43 : tensor<1x4x128xi64>) -> tensor<1x4x128xi64>
    %45 = tensor.empty() : tensor<1x4x128xf32>
    %46 = linalg.fill ins(%cst_1 : f32) outs(%45 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %47:2 = linalg.generic {indexing_maps = [#map3, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "reduction"]} ins(%42 : tensor<1x4x128x128xf32>) outs(%46, %44 : tensor<1x4x128xf32>, tensor<1x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_33: i64):
      %95 = linalg.index 3 : index
      %96 = arith.index_cast %95 : index to i64
      %97 = arith.maximumf %in, %out : f32
      %98 = arith.cmpf ogt, %in, %out : f32
      %99 = arith.select %98, %96, %out_33 : i64
      linalg.yield %97, %99 : f32, i64
    } -> (tensor<1x4x128xf32>, tensor<1x4x128xi64>)
    %expanded_29 = tensor.expand_shape %47#0 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into
        tensor<1x4x128x1xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%42, %expanded_29 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%41 :
        tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.subf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<1x4x128x128xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%48 : tensor<1x4x128x128xf32>) outs(%41 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.exp %in : f32
      linalg.yield %95 : f32
    } -> tensor<1x4x128x128xf32>
    %50 = tensor.empty() : tensor<1x4x128x1xf32>
    %51 = linalg.fill ins(%cst_0 : f32) outs(%50 : tensor<1x4x128x1xf32>) -> tensor<1x4x128x1xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["parallel", "parallel", "parallel",
        "reduction"]} ins(%49 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<1x4x128x1xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%49, %52 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%41 : tensor<1x4x128x128xf32>)
        {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.divf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<1x4x128x128xf32>
    %54 = tensor.empty() : tensor<1x4x128x128xi1>
    %55 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%42 : tensor<1x4x128x128xf32>) outs(%54 : tensor<1x4x128x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %95 = arith.extf %in : f32 to f64
      %96 = arith.cmpf oeq, %95, %cst_10 : f64
      linalg.yield %96 : i1
    } -> tensor<1x4x128x128xi1>
    %56 = tensor.empty() : tensor<1x4x128x1xi1>
    %57 = linalg.fill ins(%true : i1) outs(%56 : tensor<1x4x128x1xi1>) -> tensor<1x4x128x1xi1>
    %58 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["parallel", "parallel", "parallel",
        "reduction"]} ins(%55 : tensor<1x4x128x128xi1>) outs(%57 : tensor<1x4x128x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %95 = arith.andi %in, %out : i1
      linalg.yield %95 : i1
    } -> tensor<1x4x128x1xi1>
    %59 = linalg.generic {indexing_maps = [#map9, #map3, #map3, #map3], iterator_types = ["parallel", "parallel",
        "parallel", "parallel"]} ins(%58, %cst_6, %53 : tensor<1x4x128x1xi1>, tensor<1x4x128x128xf32>,
        tensor<1x4x128x128xf32>) outs(%41 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %95 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %95 : f32
    } -> tensor<1x4x128x128xf32>
    %collapsed_30 = tensor.collapse_shape %59 [[0, 1], [2], [3]] : tensor<1x4x128x128xf32> into tensor<4x128x128xf32>
    %60 = linalg.fill ins(%cst_0 : f32) outs(%25 : tensor<4x128x32xf32>) -> tensor<4x128x32xf32>
    %61 = linalg.batch_matmul ins(%collapsed_30, %transposed_21 : tensor<4x128x128xf32>, tensor<4x128x32xf32>) outs(%60
        : tensor<4x128x32xf32>) -> tensor<4x128x32xf32>
    %62 = tensor.empty() : tensor<128x4x32xf32>
    %transposed_31 = linalg.transpose ins(%61 : tensor<4x128x32xf32>) outs(%62 : tensor<128x4x32xf32>) permutation = [1,
        0, 2] 
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0], [1, 2]] : tensor<128x4x32xf32> into tensor<128x128xf32>
    %63 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %64 = linalg.matmul ins(%collapsed_32, %arg4 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%63 :
        tensor<128x128xf32>) -> tensor<128x128xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %64
        : tensor<128x128xf32>, tensor<128x128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.addf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%65 :
        tensor<128x128xf32>) outs(%0 : tensor<128x128xf64>) {
    ^bb0(%in: f32, %out: f64):
      %95 = arith.extf %in : f32 to f64
      linalg.yield %95 : f64
    } -> tensor<128x128xf64>
    %67 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%66 :
        tensor<128x128xf64>) outs(%3 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.addf %in, %out : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%67 :
        tensor<128x1xf64>) outs(%2 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.divf %in, %cst_13 : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %69 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%66, %68 :
        tensor<128x128xf64>, tensor<128x1xf64>) outs(%0 : tensor<128x128xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %95 = arith.subf %in, %in_33 : f64
      linalg.yield %95 : f64
    } -> tensor<128x128xf64>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %69 :
        tensor<128x128xf64>, tensor<128x128xf64>) outs(%0 : tensor<128x128xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %95 = arith.mulf %in, %in_33 : f64
      linalg.yield %95 : f64
    } -> tensor<128x128xf64>
    %71 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%70 :
        tensor<128x128xf64>) outs(%3 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.addf %in, %out : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%71 :
        tensor<128x1xf64>) outs(%2 : tensor<128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %95 = arith.divf %in, %cst_13 : f64
      linalg.yield %95 : f64
    } -> tensor<128x1xf64>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%72 :
        tensor<128x1xf64>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %95 = arith.truncf %in : f64 to f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%65 :
        tensor<128x128xf32>) outs(%12 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%74 :
        tensor<128x1xf32>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.divf %in, %cst_14 : f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%73 :
        tensor<128x1xf32>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_12 : f64 to f32
      %96 = arith.addf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<128x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%76 :
        tensor<128x1xf32>) outs(%10 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.rsqrt %in : f32
      linalg.yield %95 : f32
    } -> tensor<128x1xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%65, %75 :
        tensor<128x128xf32>, tensor<128x1xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.subf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%78, %77 :
        tensor<128x128xf32>, tensor<128x1xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.mulf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%79, %arg5
        : tensor<128x128xf32>, tensor<128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.mulf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%80, %arg6
        : tensor<128x128xf32>, tensor<128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.addf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %82 = tensor.empty() : tensor<128x512xf32>
    %83 = linalg.fill ins(%cst_0 : f32) outs(%82 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %84 = linalg.matmul ins(%81, %arg7 : tensor<128x128xf32>, tensor<128x512xf32>) outs(%83 : tensor<128x512xf32>) ->
        tensor<128x512xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%84, %arg8
        : tensor<128x512xf32>, tensor<512xf32>) outs(%82 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.addf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x512xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%85 :
        tensor<128x512xf32>) outs(%82 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.fpowi %in, %c3_i64 : f32, i64
      %96 = arith.mulf %95, %cst_2 : f32
      %97 = arith.addf %in, %96 : f32
      %98 = arith.mulf %97, %cst_3 : f32
      %99 = math.tanh %98 : f32
      %100 = arith.addf %99, %cst_4 : f32
      %101 = arith.mulf %100, %cst_5 : f32
      %102 = arith.mulf %in, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<128x512xf32>
    %87 = linalg.matmul ins(%86, %arg9 : tensor<128x512xf32>, tensor<512x128xf32>) outs(%63 : tensor<128x128xf32>) ->
        tensor<128x128xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%65, %87 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.addf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%88,
        %arg10 : tensor<128x128xf32>, tensor<128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %95 = arith.addf %in, %in_33 : f32
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%89 :
        tensor<128x128xf32>) outs(%17 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %95 : f32
    } -> tensor<128x128xf32>
    %91 = tensor.empty() : tensor<f32>
    %92 = linalg.fill ins(%cst_0 : f32) outs(%91 : tensor<f32>) -> tensor<f32>
    %93 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["reduction", "reduction"]} ins(%90 :
        tensor<128x128xf32>) outs(%92 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<f32>
    %94 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = []} ins(%93 : tensor<f32>) outs(%91 :
        tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.divf %in, %cst_15 : f32
      linalg.yield %95 : f32
    } -> tensor<f32>
    return %94 : tensor<f32>
  }
}
