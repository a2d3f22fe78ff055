#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map9 = affine_map<(d0, d1, d2) -> ()>
#map10 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module @transformer_block {
  func.func public @main(%arg0: tensor<128x128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<128xf32>, %arg3:
      tensor<128x384xf32>, %arg4: tensor<128x128xf32>, %arg5: tensor<128xf32>, %arg6: tensor<128xf32>, %arg7:
      tensor<128x512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<512x128xf32>, %arg10: tensor<128xf32>) -> tensor<f32> {
    %cst = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_0 = arith.constant 1.638400e+04 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %cst_3 = arith.constant dense<false> : tensor<i1>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_7 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_8 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_9 = arith.constant dense<true> : tensor<i1>
    %cst_10 = arith.constant dense<5.65685415> : tensor<f32>
    %cst_11 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_12 = arith.constant dense<1.280000e+02> : tensor<f32>
    %cst_13 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128xf32>
    %1 = linalg.fill ins(%cst_13 : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 :
        tensor<128x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %out, %in : f32
      linalg.yield %125 : f32
    } -> tensor<128xf32>
    %3 = tensor.empty() : tensor<128x1xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2 :
        tensor<128xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_12 :
        tensor<f32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %5 :
        tensor<128x1xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.divf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %7 = tensor.empty() : tensor<128x128xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%6 :
        tensor<128x1xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.subf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %9 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%10 :
        tensor<128x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %out, %in : f32
      linalg.yield %125 : f32
    } -> tensor<128xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%11 :
        tensor<128xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %5 :
        tensor<128x1xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.divf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_11 :
        tensor<f32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %14 :
        tensor<128x1xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 :
        tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.rsqrt %in : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%16 :
        tensor<128x1xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %17 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %19 = tensor.empty() : tensor<1x128xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
        tensor<128xf32>) outs(%19 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%20 :
        tensor<1x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %21 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
        tensor<128xf32>) outs(%19 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%23 :
        tensor<1x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %24 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %26 = tensor.empty() : tensor<128x384xf32>
    %27 = linalg.fill ins(%cst_13 : f32) outs(%26 : tensor<128x384xf32>) -> tensor<128x384xf32>
    %28 = linalg.matmul ins(%25, %arg3 : tensor<128x128xf32>, tensor<128x384xf32>) outs(%27 : tensor<128x384xf32>) ->
        tensor<128x384xf32>
    %extracted_slice = tensor.extract_slice %28[0, 0] [128, 128] [1, 1] : tensor<128x384xf32> to tensor<128x128xf32>
    %extracted_slice_14 = tensor.extract_slice %28[0, 128] [128, 128] [1, 1] : tensor<128x384xf32> to
        tensor<128x128xf32>
    %extracted_slice_15 = tensor.extract_slice %28[0, 256] [128, 128] [1, 1] : tensor<128x384xf32> to
        tensor<128x128xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [128, 4, 32] : tensor<128x128xf32> into
        tensor<128x4x32xf32>
    %29 = tensor.empty() : tensor<4x128x32xf32>
    %30 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded : tensor<128x4x32xf32>) outs(%29 : tensor<4x128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x32xf32>
    %expanded_16 = tensor.expand_shape %extracted_slice_14 [[0], [1, 2]] output_shape [128, 4, 32] : tensor<128x128xf32>
        into tensor<128x4x32xf32>
    %31 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_16 : tensor<128x4x32xf32>) outs(%29 : tensor<4x128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x32xf32>
    %expanded_17 = tensor.expand_shape %extracted_slice_15 [[0], [1, 2]] output_shape [128, 4, 32] : tensor<128x128xf32>
        into tensor<128x4x32xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_17 : tensor<128x4x32xf32>) outs(%29 : tensor<4x128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x32xf32>
    %33 = tensor.empty() : tensor<4x32x128xf32>
    %34 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31
        : tensor<4x128x32xf32>) outs(%33 : tensor<4x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x128xf32>
    %35 = tensor.empty() : tensor<4x128x128xf32>
    %36 = linalg.fill ins(%cst_13 : f32) outs(%35 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %37 = linalg.batch_matmul ins(%30, %34 : tensor<4x128x32xf32>, tensor<4x32x128xf32>) outs(%36 :
        tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %38 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_10 : tensor<f32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x128xf32>
    %39 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%37, %38 : tensor<4x128x128xf32>, tensor<4x128x128xf32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.divf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<4x128x128xf32>
    %40 = tensor.empty() : tensor<128x128xi1>
    %41 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_9 :
        tensor<i1>) outs(%40 : tensor<128x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<128x128xi1>
    %42 = tensor.empty() : tensor<128x128xi32>
    %43 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%42 :
        tensor<128x128xi32>) {
    ^bb0(%out: i32):
      %125 = linalg.index 0 : index
      %126 = arith.index_cast %125 : index to i32
      linalg.yield %126 : i32
    } -> tensor<128x128xi32>
    %44 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<i32>) outs(%42 : tensor<128x128xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<128x128xi32>
    %45 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%43, %44 :
        tensor<128x128xi32>, tensor<128x128xi32>) outs(%42 : tensor<128x128xi32>) {
    ^bb0(%in: i32, %in_18: i32, %out: i32):
      %125 = arith.addi %in, %in_18 : i32
      linalg.yield %125 : i32
    } -> tensor<128x128xi32>
    %46 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%42 :
        tensor<128x128xi32>) {
    ^bb0(%out: i32):
      %125 = linalg.index 1 : index
      %126 = arith.index_cast %125 : index to i32
      linalg.yield %126 : i32
    } -> tensor<128x128xi32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%45, %46 :
        tensor<128x128xi32>, tensor<128x128xi32>) outs(%40 : tensor<128x128xi1>) {
    ^bb0(%in: i32, %in_18: i32, %out: i1):
      %125 = arith.cmpi sge, %in, %in_18 : i32
      linalg.yield %125 : i1
    } -> tensor<128x128xi1>
    %48 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
        tensor<i1>) outs(%40 : tensor<128x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<128x128xi1>
    %49 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%47,
        %41, %48 : tensor<128x128xi1>, tensor<128x128xi1>, tensor<128x128xi1>) outs(%40 : tensor<128x128xi1>) {
    ^bb0(%in: i1, %in_18: i1, %in_19: i1, %out: i1):
      %125 = arith.select %in, %in_18, %in_19 : i1
      linalg.yield %125 : i1
    } -> tensor<128x128xi1>
    %50 = tensor.empty() : tensor<f32>
    %51 = tensor.empty() : tensor<4x128x128xi1>
    %52 = linalg.generic {indexing_maps = [#map10, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%49 : tensor<128x128xi1>) outs(%51 : tensor<4x128x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x128x128xi1>
    %53 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst : tensor<f32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x128xf32>
    %54 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map7], iterator_types = ["parallel", "parallel",
        "parallel"]} ins(%52, %39, %53 : tensor<4x128x128xi1>, tensor<4x128x128xf32>, tensor<4x128x128xf32>) outs(%35 :
        tensor<4x128x128xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %125 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %125 : f32
    } -> tensor<4x128x128xf32>
    %55 = tensor.empty() : tensor<4x128xf32>
    %56 = linalg.fill ins(%cst_1 : f32) outs(%55 : tensor<4x128xf32>) -> tensor<4x128xf32>
    %57 = linalg.generic {indexing_maps = [#map7, #map11], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%54 : tensor<4x128x128xf32>) outs(%56 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.maximumf %out, %in : f32
      linalg.yield %125 : f32
    } -> tensor<4x128xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_8 :
        tensor<f32>) outs(%55 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%58, %57 :
        tensor<4x128xf32>, tensor<4x128xf32>) outs(%55 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.maximumf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<4x128xf32>
    %60 = tensor.empty() : tensor<4x128x1xf32>
    %61 = linalg.generic {indexing_maps = [#map11, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%59 : tensor<4x128xf32>) outs(%60 : tensor<4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x1xf32>
    %62 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%61 : tensor<4x128x1xf32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x128xf32>
    %63 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%54, %62 : tensor<4x128x128xf32>, tensor<4x128x128xf32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.subf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<4x128x128xf32>
    %64 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63
        : tensor<4x128x128xf32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.exp %in : f32
      linalg.yield %125 : f32
    } -> tensor<4x128x128xf32>
    %65 = linalg.fill ins(%cst_13 : f32) outs(%55 : tensor<4x128xf32>) -> tensor<4x128xf32>
    %66 = linalg.generic {indexing_maps = [#map7, #map11], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%64 : tensor<4x128x128xf32>) outs(%65 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %out, %in : f32
      linalg.yield %125 : f32
    } -> tensor<4x128xf32>
    %67 = linalg.generic {indexing_maps = [#map11, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%66 : tensor<4x128xf32>) outs(%60 : tensor<4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x1xf32>
    %68 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%67 : tensor<4x128x1xf32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x128x128xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%64, %68 : tensor<4x128x128xf32>, tensor<4x128x128xf32>) outs(%35 : tensor<4x128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.divf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<4x128x128xf32>
    %70 = linalg.fill ins(%cst_13 : f32) outs(%29 : tensor<4x128x32xf32>) -> tensor<4x128x32xf32>
    %71 = linalg.batch_matmul ins(%69, %32 : tensor<4x128x128xf32>, tensor<4x128x32xf32>) outs(%70 :
        tensor<4x128x32xf32>) -> tensor<4x128x32xf32>
    %72 = tensor.empty() : tensor<128x4x32xf32>
    %73 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71
        : tensor<4x128x32xf32>) outs(%72 : tensor<128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x4x32xf32>
    %collapsed = tensor.collapse_shape %73 [[0], [1, 2]] : tensor<128x4x32xf32> into tensor<128x128xf32>
    %74 = linalg.fill ins(%cst_13 : f32) outs(%7 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %75 = linalg.matmul ins(%collapsed, %arg4 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%74 :
        tensor<128x128xf32>) -> tensor<128x128xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %75
        : tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%76 :
        tensor<128x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %out, %in : f32
      linalg.yield %125 : f32
    } -> tensor<128xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%77 :
        tensor<128xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%78, %5 :
        tensor<128x1xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.divf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%79 :
        tensor<128x1xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%76, %80 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.subf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%81, %81 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%82 :
        tensor<128x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %out, %in : f32
      linalg.yield %125 : f32
    } -> tensor<128xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%83 :
        tensor<128xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%84, %5 :
        tensor<128x1xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.divf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%85, %14 :
        tensor<128x1xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%86 :
        tensor<128x1xf32>) outs(%3 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.rsqrt %in : f32
      linalg.yield %125 : f32
    } -> tensor<128x1xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%87 :
        tensor<128x1xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%81, %88 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %90 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg5 :
        tensor<128xf32>) outs(%19 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %91 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%90 :
        tensor<1x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%89, %91 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6 :
        tensor<128xf32>) outs(%19 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %94 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%93 :
        tensor<1x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%92, %94 :
        tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %96 = tensor.empty() : tensor<128x512xf32>
    %97 = linalg.fill ins(%cst_13 : f32) outs(%96 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %98 = linalg.matmul ins(%95, %arg7 : tensor<128x128xf32>, tensor<128x512xf32>) outs(%97 : tensor<128x512xf32>) ->
        tensor<128x512xf32>
    %99 = tensor.empty() : tensor<1x512xf32>
    %100 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg8 :
        tensor<512xf32>) outs(%99 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512xf32>
    %101 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%100 :
        tensor<1x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x512xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%98, %101
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %102
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%103, %102
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %105 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_7 :
        tensor<f32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x512xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%105, %104
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %106
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %108 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_6 :
        tensor<f32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x512xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%108, %107
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%109 :
        tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.tanh %in : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %111 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_5 :
        tensor<f32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x512xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%111, %110
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %113 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
        tensor<f32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x512xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%113, %112
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %114
        : tensor<128x512xf32>, tensor<128x512xf32>) outs(%96 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x512xf32>
    %116 = linalg.matmul ins(%115, %arg9 : tensor<128x512xf32>, tensor<512x128xf32>) outs(%74 : tensor<128x128xf32>) ->
        tensor<128x128xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%76, %116
        : tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %118 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg10 :
        tensor<128xf32>) outs(%19 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %119 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%118 :
        tensor<1x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%117, %119
        : tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.addf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%120, %120
        : tensor<128x128xf32>, tensor<128x128xf32>) outs(%7 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %125 = arith.mulf %in, %in_18 : f32
      linalg.yield %125 : f32
    } -> tensor<128x128xf32>
    %122 = linalg.fill ins(%cst_13 : f32) outs(%50 : tensor<f32>) -> tensor<f32>
    %123 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction"]} ins(%121 :
        tensor<128x128xf32>) outs(%122 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %out, %in : f32
      linalg.yield %125 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %123[] : tensor<f32>
    %124 = arith.divf %extracted, %cst_0 : f32
    %from_elements = tensor.from_elements %124 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
