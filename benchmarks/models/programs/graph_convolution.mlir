#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
module @graph_convolution {
  func.func public @main(%arg0: tensor<1000x32xf32>, %arg1: tensor<5000xi32>, %arg2: tensor<5000xi32>, %arg3:
      tensor<32x32xf32>, %arg4: tensor<32x32xf32>) -> tensor<f32> {
    %cst = arith.constant 3.200000e+04 : f32
    %c5000 = arith.constant 5000 : index
    %c999 = arith.constant 999 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<1000> : tensor<i32>
    %cst_3 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<1000x32xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1000x32xf32>) -> tensor<1000x32xf32>
    %2 = linalg.matmul ins(%arg0, %arg3 : tensor<1000x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<1000x32xf32>) ->
        tensor<1000x32xf32>
    %3 = tensor.empty() : tensor<5000xi32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_3 : tensor<i32>) outs(%3
        : tensor<5000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5000xi32>
    %5 = tensor.empty() : tensor<5000xi1>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg1, %4 :
        tensor<5000xi32>, tensor<5000xi32>) outs(%5 : tensor<5000xi1>) {
    ^bb0(%in: i32, %in_4: i32, %out: i1):
      %26 = arith.cmpi slt, %in, %in_4 : i32
      linalg.yield %26 : i1
    } -> tensor<5000xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<i32>) outs(%3
        : tensor<5000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5000xi32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg1, %7 :
        tensor<5000xi32>, tensor<5000xi32>) outs(%3 : tensor<5000xi32>) {
    ^bb0(%in: i32, %in_4: i32, %out: i32):
      %26 = arith.addi %in, %in_4 : i32
      linalg.yield %26 : i32
    } -> tensor<5000xi32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%6, %8, %arg1
        : tensor<5000xi1>, tensor<5000xi32>, tensor<5000xi32>) outs(%3 : tensor<5000xi32>) {
    ^bb0(%in: i1, %in_4: i32, %in_5: i32, %out: i32):
      %26 = arith.select %in, %in_4, %in_5 : i32
      linalg.yield %26 : i32
    } -> tensor<5000xi32>
    %10 = tensor.empty() : tensor<5000x1xi32>
    %11 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%9 :
        tensor<5000xi32>) outs(%10 : tensor<5000x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5000x1xi32>
    %12 = tensor.empty() : tensor<5000x32xf32>
    %13 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%12 :
        tensor<5000x32xf32>) {
    ^bb0(%out: f32):
      %26 = linalg.index 0 : index
      %27 = linalg.index 1 : index
      %extracted_4 = tensor.extract %11[%26, %c0] : tensor<5000x1xi32>
      %28 = arith.index_cast %extracted_4 : i32 to index
      %29 = arith.maxsi %28, %c0 : index
      %30 = arith.minsi %29, %c999 : index
      %extracted_5 = tensor.extract %2[%30, %27] : tensor<1000x32xf32>
      linalg.yield %extracted_5 : f32
    } -> tensor<5000x32xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
        tensor<f32>) outs(%0 : tensor<1000x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1000x32xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
        tensor<5000xi32>) outs(%10 : tensor<5000x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5000x1xi32>
    %16 = scf.for %arg5 = %c0 to %c5000 step %c1 iter_args(%arg6 = %14) -> (tensor<1000x32xf32>) {
      %extracted_4 = tensor.extract %15[%arg5, %c0] : tensor<5000x1xi32>
      %26 = arith.index_cast %extracted_4 : i32 to index
      %27 = arith.cmpi sge, %26, %c0 : index
      %28 = arith.cmpi sle, %26, %c999 : index
      %29 = arith.andi %27, %28 : i1
      %30 = scf.if %29 -> (tensor<1000x32xf32>) {
        %extracted_slice = tensor.extract_slice %arg6[%26, 0] [1, 32] [1, 1] : tensor<1000x32xf32> to tensor<32xf32>
        %extracted_slice_5 = tensor.extract_slice %13[%arg5, 0] [1, 32] [1, 1] : tensor<5000x32xf32> to tensor<32xf32>
        %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%extracted_slice_5 :
            tensor<32xf32>) outs(%extracted_slice : tensor<32xf32>) {
        ^bb0(%in: f32, %out: f32):
          %32 = arith.addf %out, %in : f32
          linalg.yield %32 : f32
        } -> tensor<32xf32>
        %inserted_slice = tensor.insert_slice %31 into %arg6[%26, 0] [1, 32] [1, 1] : tensor<32xf32> into
            tensor<1000x32xf32>
        scf.yield %inserted_slice : tensor<1000x32xf32>
      } else {
        scf.yield %arg6 : tensor<1000x32xf32>
      }
      scf.yield %30 : tensor<1000x32xf32>
    }
    %17 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%16, %14
        : tensor<1000x32xf32>, tensor<1000x32xf32>) outs(%0 : tensor<1000x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %26 = arith.maximumf %in, %in_4 : f32
      linalg.yield %26 : f32
    } -> tensor<1000x32xf32>
    %18 = linalg.matmul ins(%17, %arg4 : tensor<1000x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<1000x32xf32>) ->
        tensor<1000x32xf32>
    %19 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%12 :
        tensor<5000x32xf32>) {
    ^bb0(%out: f32):
      %26 = linalg.index 0 : index
      %27 = linalg.index 1 : index
      %extracted_4 = tensor.extract %11[%26, %c0] : tensor<5000x1xi32>
      %28 = arith.index_cast %extracted_4 : i32 to index
      %29 = arith.maxsi %28, %c0 : index
      %30 = arith.minsi %29, %c999 : index
      %extracted_5 = tensor.extract %18[%30, %27] : tensor<1000x32xf32>
      linalg.yield %extracted_5 : f32
    } -> tensor<5000x32xf32>
    %20 = scf.for %arg5 = %c0 to %c5000 step %c1 iter_args(%arg6 = %14) -> (tensor<1000x32xf32>) {
      %extracted_4 = tensor.extract %15[%arg5, %c0] : tensor<5000x1xi32>
      %26 = arith.index_cast %extracted_4 : i32 to index
      %27 = arith.cmpi sge, %26, %c0 : index
      %28 = arith.cmpi sle, %26, %c999 : index
      %29 = arith.andi %27, %28 : i1
      %30 = scf.if %29 -> (tensor<1000x32xf32>) {
        %extracted_slice = tensor.extract_slice %arg6[%26, 0] [1, 32] [1, 1] : tensor<1000x32xf32> to tensor<32xf32>
        %extracted_slice_5 = tensor.extract_slice %19[%arg5, 0] [1, 32] [1, 1] : tensor<5000x32xf32> to tensor<32xf32>
        %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%extracted_slice_5 :
            tensor<32xf32>) outs(%extracted_slice : tensor<32xf32>) {
        ^bb0(%in: f32, %out: f32):
          %32 = arith.addf %out, %in : f32
          linalg.yield %32 : f32
        } -> tensor<32xf32>
        %inserted_slice = tensor.insert_slice %31 into %arg6[%26, 0] [1, 32] [1, 1] : tensor<32xf32> into
            tensor<1000x32xf32>
        scf.yield %inserted_slice : tensor<1000x32xf32>
      } else {
        scf.yield %arg6 : tensor<1000x32xf32>
      }
      scf.yield %30 : tensor<1000x32xf32>
    }
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%20, %20
        : tensor<1000x32xf32>, tensor<1000x32xf32>) outs(%0 : tensor<1000x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %26 = arith.mulf %in, %in_4 : f32
      linalg.yield %26 : f32
    } -> tensor<1000x32xf32>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<f32>) -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction", "reduction"]} ins(%21 :
        tensor<1000x32xf32>) outs(%23 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %out, %in : f32
      linalg.yield %26 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %24[] : tensor<f32>
    %25 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %25 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
