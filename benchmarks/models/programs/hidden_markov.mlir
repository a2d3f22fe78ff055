#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0) -> (0)>
#map6 = affine_map<(d0, d1) -> (d1, d0)>
#map7 = affine_map<(d0, d1) -> (d1)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
module @hidden_markov {
  func.func public @main(%arg0: tensor<200xi32>, %arg1: tensor<32xf32>, %arg2: tensor<32x32xf32>, %arg3:
      tensor<32x20xf32>) -> tensor<f32> {
    %c199 = arith.constant 199 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0x7F800000 : f32
    %c19 = arith.constant 19 : index
    %c0 = arith.constant 0 : index
    %c20_i32 = arith.constant 20 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<32xf32>
    %1 = linalg.fill ins(%cst_3 : f32) outs(%0 : tensor<32xf32>) -> tensor<32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg2 :
        tensor<32x32xf32>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.maximumf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>)
        outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%3, %2 :
        tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.maximumf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %5 = tensor.empty() : tensor<32x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4 :
        tensor<32xf32>) outs(%5 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1xf32>
    %7 = tensor.empty() : tensor<32x32xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%6 :
        tensor<32x1xf32>) outs(%7 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %8 :
        tensor<32x32xf32>, tensor<32x32xf32>) outs(%7 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.subf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32x32xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 :
        tensor<32x32xf32>) outs(%7 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.exp %in : f32
      linalg.yield %63 : f32
    } -> tensor<32x32xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<32xf32>) -> tensor<32xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%10 :
        tensor<32x32xf32>) outs(%11 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%12 :
        tensor<32xf32>) outs(%5 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 :
        tensor<32x1xf32>) outs(%5 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.log %in : f32
      linalg.yield %63 : f32
    } -> tensor<32x1xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%14 :
        tensor<32x1xf32>) outs(%7 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %15 :
        tensor<32x32xf32>, tensor<32x32xf32>) outs(%7 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.subf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32x32xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg3 :
        tensor<32x20xf32>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.maximumf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%3, %17 :
        tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.maximumf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18 :
        tensor<32xf32>) outs(%5 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1xf32>
    %20 = tensor.empty() : tensor<32x20xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%19 :
        tensor<32x1xf32>) outs(%20 : tensor<32x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x20xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3, %21
        : tensor<32x20xf32>, tensor<32x20xf32>) outs(%20 : tensor<32x20xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.subf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32x20xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%22 :
        tensor<32x20xf32>) outs(%20 : tensor<32x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.exp %in : f32
      linalg.yield %63 : f32
    } -> tensor<32x20xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%23 :
        tensor<32x20xf32>) outs(%11 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%24 :
        tensor<32xf32>) outs(%5 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%25 :
        tensor<32x1xf32>) outs(%5 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.log %in : f32
      linalg.yield %63 : f32
    } -> tensor<32x1xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%26 :
        tensor<32x1xf32>) outs(%20 : tensor<32x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x20xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %27 :
        tensor<32x20xf32>, tensor<32x20xf32>) outs(%20 : tensor<32x20xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.subf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32x20xf32>
    %29 = tensor.empty() : tensor<f32>
    %30 = linalg.fill ins(%cst_3 : f32) outs(%29 : tensor<f32>) -> tensor<f32>
    %31 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction"]} ins(%arg1 : tensor<32xf32>)
        outs(%30 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.maximumf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<f32>
    %32 = tensor.empty() : tensor<1xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%31 : tensor<f32>) outs(%32
        : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %34 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel"]} ins(%33 : tensor<1xf32>)
        outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%arg1, %34 :
        tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.subf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%35 : tensor<32xf32>)
        outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.exp %in : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %37 = linalg.fill ins(%cst_0 : f32) outs(%29 : tensor<f32>) -> tensor<f32>
    %38 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction"]} ins(%36 : tensor<32xf32>)
        outs(%37 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<f32>
    %39 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%38 : tensor<f32>) outs(%32
        : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %40 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%39 : tensor<1xf32>)
        outs(%32 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.log %in : f32
      linalg.yield %63 : f32
    } -> tensor<1xf32>
    %41 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel"]} ins(%40 : tensor<1xf32>)
        outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%35, %41 :
        tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.subf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %extracted_slice = tensor.extract_slice %arg0[0] [1] [1] : tensor<200xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %extracted = tensor.extract %collapsed[] : tensor<i32>
    %43 = arith.cmpi slt, %extracted, %c0_i32 : i32
    %44 = arith.addi %extracted, %c20_i32 : i32
    %45 = arith.select %43, %44, %extracted : i32
    %46 = arith.index_cast %45 : i32 to index
    %47 = arith.maxsi %46, %c0 : index
    %48 = arith.minsi %47, %c19 : index
    %extracted_slice_4 = tensor.extract_slice %28[0, %48] [32, 1] [1, 1] : tensor<32x20xf32> to tensor<32x1xf32>
    %collapsed_5 = tensor.collapse_shape %extracted_slice_4 [[0, 1]] : tensor<32x1xf32> into tensor<32xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%42, %collapsed_5 :
        tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.addf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %extracted_slice_6 = tensor.extract_slice %arg0[1] [199] [1] : tensor<200xi32> to tensor<199xi32>
    %50 = scf.for %arg4 = %c0 to %c199 step %c1 iter_args(%arg5 = %49) -> (tensor<32xf32>) {
      %extracted_slice_10 = tensor.extract_slice %extracted_slice_6[%arg4] [1] [1] : tensor<199xi32> to tensor<1xi32>
      %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [] : tensor<1xi32> into tensor<i32>
      %63 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg5 :
          tensor<32xf32>) outs(%5 : tensor<32x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x1xf32>
      %64 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%63 :
          tensor<32x1xf32>) outs(%7 : tensor<32x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x32xf32>
      %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%64, %16
          : tensor<32x32xf32>, tensor<32x32xf32>) outs(%7 : tensor<32x32xf32>) {
      ^bb0(%in: f32, %in_15: f32, %out: f32):
        %88 = arith.addf %in, %in_15 : f32
        linalg.yield %88 : f32
      } -> tensor<32x32xf32>
      %66 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "reduction"]} ins(%65 :
          tensor<32x32xf32>) outs(%1 : tensor<32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %88 = arith.maximumf %out, %in : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      %67 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%3, %66 :
          tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_15: f32, %out: f32):
        %88 = arith.maximumf %in, %in_15 : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      %68 = tensor.empty() : tensor<32xi1>
      %69 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%67 : tensor<32xf32>)
          outs(%68 : tensor<32xi1>) {
      ^bb0(%in: f32, %out: i1):
        %88 = math.absf %in : f32
        %89 = arith.cmpf one, %88, %cst : f32
        linalg.yield %89 : i1
      } -> tensor<32xi1>
      %70 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>)
          outs(%0 : tensor<32xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32xf32>
      %71 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%69, %67,
          %70 : tensor<32xi1>, tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
      ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
        %88 = arith.select %in, %in_15, %in_16 : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      %72 = tensor.empty() : tensor<1x32xf32>
      %73 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel"]} ins(%71 :
          tensor<32xf32>) outs(%72 : tensor<1x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32xf32>
      %74 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel"]} ins(%73 :
          tensor<1x32xf32>) outs(%7 : tensor<32x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x32xf32>
      %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%65, %74
          : tensor<32x32xf32>, tensor<32x32xf32>) outs(%7 : tensor<32x32xf32>) {
      ^bb0(%in: f32, %in_15: f32, %out: f32):
        %88 = arith.subf %in, %in_15 : f32
        linalg.yield %88 : f32
      } -> tensor<32x32xf32>
      %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%75 :
          tensor<32x32xf32>) outs(%7 : tensor<32x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %88 = math.exp %in : f32
        linalg.yield %88 : f32
      } -> tensor<32x32xf32>
      %77 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "reduction"]} ins(%76 :
          tensor<32x32xf32>) outs(%11 : tensor<32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %88 = arith.addf %out, %in : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      %78 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%77 : tensor<32xf32>)
          outs(%0 : tensor<32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %88 = math.absf %in : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%78 : tensor<32xf32>)
          outs(%0 : tensor<32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %88 = math.log %in : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      %80 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%79, %71 :
          tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_15: f32, %out: f32):
        %88 = arith.addf %in, %in_15 : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      %extracted_12 = tensor.extract %collapsed_11[] : tensor<i32>
      %81 = arith.cmpi slt, %extracted_12, %c0_i32 : i32
      %82 = arith.addi %extracted_12, %c20_i32 : i32
      %83 = arith.select %81, %82, %extracted_12 : i32
      %84 = arith.index_cast %83 : i32 to index
      %85 = arith.maxsi %84, %c0 : index
      %86 = arith.minsi %85, %c19 : index
      %extracted_slice_13 = tensor.extract_slice %28[0, %86] [32, 1] [1, 1] : tensor<32x20xf32> to tensor<32x1xf32>
      %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1]] : tensor<32x1xf32> into tensor<32xf32>
      %87 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%80, %collapsed_14
          : tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_15: f32, %out: f32):
        %88 = arith.addf %in, %in_15 : f32
        linalg.yield %88 : f32
      } -> tensor<32xf32>
      scf.yield %87 : tensor<32xf32>
    }
    %51 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction"]} ins(%50 : tensor<32xf32>)
        outs(%30 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.maximumf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<f32>
    %extracted_7 = tensor.extract %51[] : tensor<f32>
    %52 = math.absf %extracted_7 : f32
    %53 = arith.cmpf one, %52, %cst : f32
    %54 = arith.select %53, %extracted_7, %cst_0 : f32
    %from_elements = tensor.from_elements %54 : tensor<f32>
    %55 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%from_elements :
        tensor<f32>) outs(%32 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %56 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel"]} ins(%55 : tensor<1xf32>)
        outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32xf32>
    %57 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%50, %56 :
        tensor<32xf32>, tensor<32xf32>) outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %63 = arith.subf %in, %in_10 : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%57 : tensor<32xf32>)
        outs(%0 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.exp %in : f32
      linalg.yield %63 : f32
    } -> tensor<32xf32>
    %59 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction"]} ins(%58 : tensor<32xf32>)
        outs(%37 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<f32>
    %extracted_8 = tensor.extract %59[] : tensor<f32>
    %60 = math.absf %extracted_8 : f32
    %61 = math.log %60 : f32
    %62 = arith.addf %61, %54 : f32
    %from_elements_9 = tensor.from_elements %62 : tensor<f32>
    return %from_elements_9 : tensor<f32>
  }
}
