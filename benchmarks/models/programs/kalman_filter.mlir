#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> (d1)>
module @kalman_filter {
  func.func public @main(%arg0: tensor<100x2xf64>, %arg1: tensor<4x4xf64>, %arg2: tensor<4xf64>, %arg3: tensor<2xf64>)
      -> tensor<f64> {
    %c100 = arith.constant 100 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant -5.000000e-01 : f64
    %cst_0 = arith.constant 0.000000e+00 : f64
    %c0 = arith.constant 0 : index
    %cst_1 = arith.constant dense<0> : tensor<i64>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f64>
    %0 = tensor.empty() : tensor<4xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f64>) outs(%0
        : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4xf64>
    %2 = tensor.empty() : tensor<4x4xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<4x4xi64>)
        {
    ^bb0(%out: i64):
      %17 = linalg.index 0 : index
      %18 = arith.index_cast %17 : index to i64
      linalg.yield %18 : i64
    } -> tensor<4x4xi64>
    %4 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<4x4xi64>)
        {
    ^bb0(%out: i64):
      %17 = linalg.index 1 : index
      %18 = arith.index_cast %17 : index to i64
      linalg.yield %18 : i64
    } -> tensor<4x4xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
        tensor<i64>) outs(%2 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x4xi64>
    %6 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%3, %5 :
        tensor<4x4xi64>, tensor<4x4xi64>) outs(%2 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %in_3: i64, %out: i64):
      %17 = arith.addi %in, %in_3 : i64
      linalg.yield %17 : i64
    } -> tensor<4x4xi64>
    %7 = tensor.empty() : tensor<4x4xi1>
    %8 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%6, %4 :
        tensor<4x4xi64>, tensor<4x4xi64>) outs(%7 : tensor<4x4xi1>) {
    ^bb0(%in: i64, %in_3: i64, %out: i1):
      %17 = arith.cmpi eq, %in, %in_3 : i64
      linalg.yield %17 : i1
    } -> tensor<4x4xi1>
    %9 = tensor.empty() : tensor<4x4xf64>
    %10 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%8 :
        tensor<4x4xi1>) outs(%9 : tensor<4x4xf64>) {
    ^bb0(%in: i1, %out: f64):
      %17 = arith.uitofp %in : i1 to f64
      linalg.yield %17 : f64
    } -> tensor<4x4xf64>
    %11 = tensor.empty() : tensor<100xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f64>)
        outs(%11 : tensor<100xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<100xf64>
    %13:3 = scf.for %arg4 = %c0 to %c100 step %c1 iter_args(%arg5 = %1, %arg6 = %10, %arg7 = %12) -> (tensor<4xf64>,
        tensor<4x4xf64>, tensor<100xf64>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg4, 0] [1, 2] [1, 1] : tensor<100x2xf64> to tensor<1x2xf64>
      %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x2xf64> into tensor<2xf64>
      %17 = linalg.fill ins(%cst_0 : f64) outs(%0 : tensor<4xf64>) -> tensor<4xf64>
      %18 = linalg.matvec ins(%arg1, %arg5 : tensor<4x4xf64>, tensor<4xf64>) outs(%17 : tensor<4xf64>) -> tensor<4xf64>
      %19 = linalg.fill ins(%cst_0 : f64) outs(%9 : tensor<4x4xf64>) -> tensor<4x4xf64>
      %20 = linalg.matmul ins(%arg1, %arg6 : tensor<4x4xf64>, tensor<4x4xf64>) outs(%19 : tensor<4x4xf64>) ->
          tensor<4x4xf64>
      %21 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
          tensor<4x4xf64>) outs(%9 : tensor<4x4xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<4x4xf64>
      %22 = linalg.matmul ins(%20, %21 : tensor<4x4xf64>, tensor<4x4xf64>) outs(%19 : tensor<4x4xf64>) ->
          tensor<4x4xf64>
      %23 = tensor.empty() : tensor<4x1xf64>
      %24 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
          tensor<4xf64>) outs(%23 : tensor<4x1xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<4x1xf64>
      %25 = linalg.generic {indexing_maps = [#map6, #map2], iterator_types = ["parallel", "parallel"]} ins(%24 :
          tensor<4x1xf64>) outs(%9 : tensor<4x4xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<4x4xf64>
      %26 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
          tensor<f64>) outs(%9 : tensor<4x4xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<4x4xf64>
      %27 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel", "parallel"]}
          ins(%8, %25, %26 : tensor<4x4xi1>, tensor<4x4xf64>, tensor<4x4xf64>) outs(%9 : tensor<4x4xf64>) {
      ^bb0(%in: i1, %in_22: f64, %in_23: f64, %out: f64):
        %79 = arith.select %in, %in_22, %in_23 : f64
        linalg.yield %79 : f64
      } -> tensor<4x4xf64>
      %28 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%22,
          %27 : tensor<4x4xf64>, tensor<4x4xf64>) outs(%9 : tensor<4x4xf64>) {
      ^bb0(%in: f64, %in_22: f64, %out: f64):
        %79 = arith.addf %in, %in_22 : f64
        linalg.yield %79 : f64
      } -> tensor<4x4xf64>
      %extracted_slice_3 = tensor.extract_slice %28[0, 0] [2, 2] [1, 1] : tensor<4x4xf64> to tensor<2x2xf64>
      %29 = tensor.empty() : tensor<2x2xi64>
      %30 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%29 :
          tensor<2x2xi64>) {
      ^bb0(%out: i64):
        %79 = linalg.index 0 : index
        %80 = arith.index_cast %79 : index to i64
        linalg.yield %80 : i64
      } -> tensor<2x2xi64>
      %31 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%29 :
          tensor<2x2xi64>) {
      ^bb0(%out: i64):
        %79 = linalg.index 1 : index
        %80 = arith.index_cast %79 : index to i64
        linalg.yield %80 : i64
      } -> tensor<2x2xi64>
      %32 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
          tensor<i64>) outs(%29 : tensor<2x2xi64>) {
      ^bb0(%in: i64, %out: i64):
        linalg.yield %in : i64
      } -> tensor<2x2xi64>
      %33 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%30,
          %32 : tensor<2x2xi64>, tensor<2x2xi64>) outs(%29 : tensor<2x2xi64>) {
      ^bb0(%in: i64, %in_22: i64, %out: i64):
        %79 = arith.addi %in, %in_22 : i64
        linalg.yield %79 : i64
      } -> tensor<2x2xi64>
      %34 = tensor.empty() : tensor<2x2xi1>
      %35 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%33,
          %31 : tensor<2x2xi64>, tensor<2x2xi64>) outs(%34 : tensor<2x2xi1>) {
      ^bb0(%in: i64, %in_22: i64, %out: i1):
        %79 = arith.cmpi eq, %in, %in_22 : i64
        linalg.yield %79 : i1
      } -> tensor<2x2xi1>
      %36 = tensor.empty() : tensor<2x1xf64>
      %37 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg3 :
          tensor<2xf64>) outs(%36 : tensor<2x1xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<2x1xf64>
      %38 = tensor.empty() : tensor<2x2xf64>
      %39 = linalg.generic {indexing_maps = [#map6, #map2], iterator_types = ["parallel", "parallel"]} ins(%37 :
          tensor<2x1xf64>) outs(%38 : tensor<2x2xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<2x2xf64>
      %40 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
          tensor<f64>) outs(%38 : tensor<2x2xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<2x2xf64>
      %41 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel", "parallel"]}
          ins(%35, %39, %40 : tensor<2x2xi1>, tensor<2x2xf64>, tensor<2x2xf64>) outs(%38 : tensor<2x2xf64>) {
      ^bb0(%in: i1, %in_22: f64, %in_23: f64, %out: f64):
        %79 = arith.select %in, %in_22, %in_23 : f64
        linalg.yield %79 : f64
      } -> tensor<2x2xf64>
      %42 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]}
          ins(%extracted_slice_3, %41 : tensor<2x2xf64>, tensor<2x2xf64>) outs(%38 : tensor<2x2xf64>) {
      ^bb0(%in: f64, %in_22: f64, %out: f64):
        %79 = arith.addf %in, %in_22 : f64
        linalg.yield %79 : f64
      } -> tensor<2x2xf64>
      %extracted_slice_4 = tensor.extract_slice %42[0, 0] [1, 1] [1, 1] : tensor<2x2xf64> to tensor<1x1xf64>
      %collapsed_5 = tensor.collapse_shape %extracted_slice_4 [] : tensor<1x1xf64> into tensor<f64>
      %extracted_slice_6 = tensor.extract_slice %42[1, 1] [1, 1] [1, 1] : tensor<2x2xf64> to tensor<1x1xf64>
      %collapsed_7 = tensor.collapse_shape %extracted_slice_6 [] : tensor<1x1xf64> into tensor<f64>
      %43 = tensor.empty() : tensor<f64>
      %extracted = tensor.extract %collapsed_5[] : tensor<f64>
      %extracted_8 = tensor.extract %collapsed_7[] : tensor<f64>
      %44 = arith.mulf %extracted, %extracted_8 : f64
      %extracted_slice_9 = tensor.extract_slice %42[0, 1] [1, 1] [1, 1] : tensor<2x2xf64> to tensor<1x1xf64>
      %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [] : tensor<1x1xf64> into tensor<f64>
      %extracted_slice_11 = tensor.extract_slice %42[1, 0] [1, 1] [1, 1] : tensor<2x2xf64> to tensor<1x1xf64>
      %collapsed_12 = tensor.collapse_shape %extracted_slice_11 [] : tensor<1x1xf64> into tensor<f64>
      %extracted_13 = tensor.extract %collapsed_10[] : tensor<f64>
      %extracted_14 = tensor.extract %collapsed_12[] : tensor<f64>
      %45 = arith.mulf %extracted_13, %extracted_14 : f64
      %46 = arith.subf %44, %45 : f64
      %from_elements = tensor.from_elements %46 : tensor<f64>
      %47 = arith.negf %extracted_13 : f64
      %from_elements_15 = tensor.from_elements %47 : tensor<f64>
      %48 = tensor.empty() : tensor<1xf64>
      %49 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%collapsed_7 :
          tensor<f64>) outs(%48 : tensor<1xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<1xf64>
      %50 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%from_elements_15 :
          tensor<f64>) outs(%48 : tensor<1xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<1xf64>
      %51 = tensor.empty() : tensor<2xf64>
      %52 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%51 : tensor<2xf64>) {
      ^bb0(%out: f64):
        %79 = linalg.index 0 : index
        %80 = arith.cmpi ult, %79, %c1 : index
        %81 = scf.if %80 -> (f64) {
          %extracted_22 = tensor.extract %49[%79] : tensor<1xf64>
          scf.yield %extracted_22 : f64
        } else {
          %82 = arith.subi %79, %c1 : index
          %extracted_22 = tensor.extract %50[%82] : tensor<1xf64>
          scf.yield %extracted_22 : f64
        }
        linalg.yield %81 : f64
      } -> tensor<2xf64>
      %53 = arith.negf %extracted_14 : f64
      %from_elements_16 = tensor.from_elements %53 : tensor<f64>
      %54 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%from_elements_16 :
          tensor<f64>) outs(%48 : tensor<1xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<1xf64>
      %55 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%collapsed_5 :
          tensor<f64>) outs(%48 : tensor<1xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<1xf64>
      %56 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%51 : tensor<2xf64>) {
      ^bb0(%out: f64):
        %79 = linalg.index 0 : index
        %80 = arith.cmpi ult, %79, %c1 : index
        %81 = scf.if %80 -> (f64) {
          %extracted_22 = tensor.extract %54[%79] : tensor<1xf64>
          scf.yield %extracted_22 : f64
        } else {
          %82 = arith.subi %79, %c1 : index
          %extracted_22 = tensor.extract %55[%82] : tensor<1xf64>
          scf.yield %extracted_22 : f64
        }
        linalg.yield %81 : f64
      } -> tensor<2xf64>
      %57 = tensor.empty() : tensor<1x2xf64>
      %58 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%52 :
          tensor<2xf64>) outs(%57 : tensor<1x2xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<1x2xf64>
      %59 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%56 :
          tensor<2xf64>) outs(%57 : tensor<1x2xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<1x2xf64>
      %60 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%38 :
          tensor<2x2xf64>) {
      ^bb0(%out: f64):
        %79 = linalg.index 1 : index
        %80 = linalg.index 0 : index
        %81 = arith.cmpi ult, %80, %c1 : index
        %82 = scf.if %81 -> (f64) {
          %extracted_22 = tensor.extract %58[%80, %79] : tensor<1x2xf64>
          scf.yield %extracted_22 : f64
        } else {
          %83 = arith.subi %80, %c1 : index
          %extracted_22 = tensor.extract %59[%83, %79] : tensor<1x2xf64>
          scf.yield %extracted_22 : f64
        }
        linalg.yield %82 : f64
      } -> tensor<2x2xf64>
      %61 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]}
          ins(%from_elements : tensor<f64>) outs(%38 : tensor<2x2xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<2x2xf64>
      %62 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%60,
          %61 : tensor<2x2xf64>, tensor<2x2xf64>) outs(%38 : tensor<2x2xf64>) {
      ^bb0(%in: f64, %in_22: f64, %out: f64):
        %79 = arith.divf %in, %in_22 : f64
        linalg.yield %79 : f64
      } -> tensor<2x2xf64>
      %extracted_slice_17 = tensor.extract_slice %18[0] [2] [1] : tensor<4xf64> to tensor<2xf64>
      %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%collapsed,
          %extracted_slice_17 : tensor<2xf64>, tensor<2xf64>) outs(%51 : tensor<2xf64>) {
      ^bb0(%in: f64, %in_22: f64, %out: f64):
        %79 = arith.subf %in, %in_22 : f64
        linalg.yield %79 : f64
      } -> tensor<2xf64>
      %extracted_slice_18 = tensor.extract_slice %28[0, 0] [4, 2] [1, 1] : tensor<4x4xf64> to tensor<4x2xf64>
      %64 = tensor.empty() : tensor<4x2xf64>
      %65 = linalg.fill ins(%cst_0 : f64) outs(%64 : tensor<4x2xf64>) -> tensor<4x2xf64>
      %66 = linalg.matmul ins(%extracted_slice_18, %62 : tensor<4x2xf64>, tensor<2x2xf64>) outs(%65 : tensor<4x2xf64>)
          -> tensor<4x2xf64>
      %67 = linalg.matvec ins(%66, %63 : tensor<4x2xf64>, tensor<2xf64>) outs(%17 : tensor<4xf64>) -> tensor<4xf64>
      %68 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%18, %67 :
          tensor<4xf64>, tensor<4xf64>) outs(%0 : tensor<4xf64>) {
      ^bb0(%in: f64, %in_22: f64, %out: f64):
        %79 = arith.addf %in, %in_22 : f64
        linalg.yield %79 : f64
      } -> tensor<4xf64>
      %extracted_slice_19 = tensor.extract_slice %28[0, 0] [2, 4] [1, 1] : tensor<4x4xf64> to tensor<2x4xf64>
      %69 = linalg.matmul ins(%66, %extracted_slice_19 : tensor<4x2xf64>, tensor<2x4xf64>) outs(%19 : tensor<4x4xf64>)
          -> tensor<4x4xf64>
      %70 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%28,
          %69 : tensor<4x4xf64>, tensor<4x4xf64>) outs(%9 : tensor<4x4xf64>) {
      ^bb0(%in: f64, %in_22: f64, %out: f64):
        %79 = arith.subf %in, %in_22 : f64
        linalg.yield %79 : f64
      } -> tensor<4x4xf64>
      %71 = linalg.fill ins(%cst_0 : f64) outs(%51 : tensor<2xf64>) -> tensor<2xf64>
      %72 = linalg.vecmat ins(%63, %62 : tensor<2xf64>, tensor<2x2xf64>) outs(%71 : tensor<2xf64>) -> tensor<2xf64>
      %73 = linalg.fill ins(%cst_0 : f64) outs(%43 : tensor<f64>) -> tensor<f64>
      %74 = linalg.dot ins(%72, %63 : tensor<2xf64>, tensor<2xf64>) outs(%73 : tensor<f64>) -> tensor<f64>
      %75 = math.log %46 : f64
      %extracted_20 = tensor.extract %74[] : tensor<f64>
      %76 = arith.addf %extracted_20, %75 : f64
      %77 = arith.mulf %76, %cst : f64
      %from_elements_21 = tensor.from_elements %77 : tensor<f64>
      %78 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%from_elements_21 :
          tensor<f64>) outs(%48 : tensor<1xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<1xf64>
      %inserted_slice = tensor.insert_slice %78 into %arg7[%arg4] [1] [1] : tensor<1xf64> into tensor<100xf64>
      scf.yield %68, %70, %inserted_slice : tensor<4xf64>, tensor<4x4xf64>, tensor<100xf64>
    }
    %14 = tensor.empty() : tensor<f64>
    %15 = linalg.fill ins(%cst_0 : f64) outs(%14 : tensor<f64>) -> tensor<f64>
    %16 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction"]} ins(%13#2 : tensor<100xf64>)
        outs(%15 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %17 = arith.addf %out, %in : f64
      linalg.yield %17 : f64
    } -> tensor<f64>
    return %16 : tensor<f64>
  }
}
