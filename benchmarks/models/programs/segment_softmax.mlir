#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
module @segment_softmax {
  func.func public @main(%arg0: tensor<20000xf32>, %arg1: tensor<20000xf32>, %arg2: tensor<20000xi32>) -> tensor<f32> {
    %cst = arith.constant 5.000000e+02 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c499 = arith.constant 499 : index
    %c1 = arith.constant 1 : index
    %c20000 = arith.constant 20000 : index
    %c0 = arith.constant 0 : index
    %cst_1 = arith.constant dense<500> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<20000xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<20000xf32>)
        outs(%0 : tensor<20000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.exp %in : f32
      linalg.yield %24 : f32
    } -> tensor<20000xf32>
    %2 = tensor.empty() : tensor<500xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_3 : tensor<f32>) outs(%2
        : tensor<500xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<500xf32>
    %4 = tensor.empty() : tensor<20000x1xi32>
    %5 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
        tensor<20000xi32>) outs(%4 : tensor<20000x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20000x1xi32>
    %6 = scf.for %arg3 = %c0 to %c20000 step %c1 iter_args(%arg4 = %3) -> (tensor<500xf32>) {
      %extracted_4 = tensor.extract %5[%arg3, %c0] : tensor<20000x1xi32>
      %24 = arith.index_cast %extracted_4 : i32 to index
      %25 = arith.cmpi sge, %24, %c0 : index
      %26 = arith.cmpi sle, %24, %c499 : index
      %27 = arith.andi %25, %26 : i1
      %28 = scf.if %27 -> (tensor<500xf32>) {
        %extracted_5 = tensor.extract %arg4[%24] : tensor<500xf32>
        %extracted_6 = tensor.extract %1[%arg3] : tensor<20000xf32>
        %29 = arith.addf %extracted_5, %extracted_6 : f32
        %inserted = tensor.insert %29 into %arg4[%24] : tensor<500xf32>
        scf.yield %inserted : tensor<500xf32>
      } else {
        scf.yield %arg4 : tensor<500xf32>
      }
      scf.yield %28 : tensor<500xf32>
    }
    %7 = tensor.empty() : tensor<20000xi32>
    %8 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_2 : tensor<i32>) outs(%7
        : tensor<20000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20000xi32>
    %9 = tensor.empty() : tensor<20000xi1>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %8 :
        tensor<20000xi32>, tensor<20000xi32>) outs(%9 : tensor<20000xi1>) {
    ^bb0(%in: i32, %in_4: i32, %out: i1):
      %24 = arith.cmpi slt, %in, %in_4 : i32
      linalg.yield %24 : i1
    } -> tensor<20000xi1>
    %11 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<i32>)
        outs(%7 : tensor<20000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20000xi32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %11 :
        tensor<20000xi32>, tensor<20000xi32>) outs(%7 : tensor<20000xi32>) {
    ^bb0(%in: i32, %in_4: i32, %out: i32):
      %24 = arith.addi %in, %in_4 : i32
      linalg.yield %24 : i32
    } -> tensor<20000xi32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%10, %12, %arg2 :
        tensor<20000xi1>, tensor<20000xi32>, tensor<20000xi32>) outs(%7 : tensor<20000xi32>) {
    ^bb0(%in: i1, %in_4: i32, %in_5: i32, %out: i32):
      %24 = arith.select %in, %in_4, %in_5 : i32
      linalg.yield %24 : i32
    } -> tensor<20000xi32>
    %14 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%13 :
        tensor<20000xi32>) outs(%4 : tensor<20000x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20000x1xi32>
    %15 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<20000xf32>) {
    ^bb0(%out: f32):
      %24 = linalg.index 0 : index
      %extracted_4 = tensor.extract %14[%24, %c0] : tensor<20000x1xi32>
      %25 = arith.index_cast %extracted_4 : i32 to index
      %26 = arith.maxsi %25, %c0 : index
      %27 = arith.minsi %26, %c499 : index
      %extracted_5 = tensor.extract %6[%27] : tensor<500xf32>
      linalg.yield %extracted_5 : f32
    } -> tensor<20000xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %15 :
        tensor<20000xf32>, tensor<20000xf32>) outs(%0 : tensor<20000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.divf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<20000xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%16, %arg1 :
        tensor<20000xf32>, tensor<20000xf32>) outs(%0 : tensor<20000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.mulf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<20000xf32>
    %18 = scf.for %arg3 = %c0 to %c20000 step %c1 iter_args(%arg4 = %3) -> (tensor<500xf32>) {
      %extracted_4 = tensor.extract %5[%arg3, %c0] : tensor<20000x1xi32>
      %24 = arith.index_cast %extracted_4 : i32 to index
      %25 = arith.cmpi sge, %24, %c0 : index
      %26 = arith.cmpi sle, %24, %c499 : index
      %27 = arith.andi %25, %26 : i1
      %28 = scf.if %27 -> (tensor<500xf32>) {
        %extracted_5 = tensor.extract %arg4[%24] : tensor<500xf32>
        %extracted_6 = tensor.extract %17[%arg3] : tensor<20000xf32>
        %29 = arith.addf %extracted_5, %extracted_6 : f32
        %inserted = tensor.insert %29 into %arg4[%24] : tensor<500xf32>
        scf.yield %inserted : tensor<500xf32>
      } else {
        scf.yield %arg4 : tensor<500xf32>
      }
      scf.yield %28 : tensor<500xf32>
    }
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%18, %18 :
        tensor<500xf32>, tensor<500xf32>) outs(%2 : tensor<500xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.mulf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<500xf32>
    %20 = tensor.empty() : tensor<f32>
    %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<f32>) -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%19 : tensor<500xf32>)
        outs(%21 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %out, %in : f32
      linalg.yield %24 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %22[] : tensor<f32>
    %23 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %23 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
