#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
module @spring_chain {
  func.func public @main(%arg0: tensor<1000xf32>, %arg1: tensor<999xf32>) -> tensor<f32> {
    %c100 = arith.constant 100 : index
    %c1 = arith.constant 1 : index
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %c1_i32 = arith.constant 1 : i32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_2 = arith.constant dense<0.00999999977> : tensor<f32>
    %cst_3 = arith.constant dense<-0.00999999977> : tensor<f32>
    %cst_4 = arith.constant dense<1> : tensor<i32>
    %cst_5 = arith.constant dense<0> : tensor<i32>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<1000xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%0
        : tensor<1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1000xf32>
    %2:3 = scf.for %arg2 = %c0 to %c100 step %c1 iter_args(%arg3 = %c0_i32, %arg4 = %arg0, %arg5 = %1) -> (i32,
        tensor<1000xf32>, tensor<1000xf32>) {
      %10 = arith.addi %arg3, %c1_i32 : i32
      %extracted_slice = tensor.extract_slice %arg4[1] [999] [1] : tensor<1000xf32> to tensor<999xf32>
      %extracted_slice_8 = tensor.extract_slice %arg4[0] [999] [1] : tensor<1000xf32> to tensor<999xf32>
      %11 = tensor.empty() : tensor<999xf32>
      %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%extracted_slice,
          %extracted_slice_8 : tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.subf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>)
          outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<999xf32>
      %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%12, %13 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.subf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%14, %14 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.mulf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%15, %14 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.mulf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %17 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>)
          outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<999xf32>
      %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%17, %16 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.mulf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%14, %18 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.addf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg1, %19 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.mulf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>)
          outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<999xf32>
      %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%21, %20 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.mulf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %23 = tensor.empty() : tensor<1xi32>
      %24 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_5 : tensor<i32>)
          outs(%23 : tensor<1xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<1xi32>
      %extracted_9 = tensor.extract %24[%c0] : tensor<1xi32>
      %25 = arith.index_cast %extracted_9 : i32 to index
      %26 = arith.cmpi sge, %25, %c0 : index
      %27 = arith.cmpi sle, %25, %c1 : index
      %28 = arith.andi %26, %27 : i1
      %29 = scf.if %28 -> (tensor<1000xf32>) {
        %extracted_slice_11 = tensor.extract_slice %arg5[%25] [999] [1] : tensor<1000xf32> to tensor<999xf32>
        %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%22 : tensor<999xf32>)
            outs(%extracted_slice_11 : tensor<999xf32>) {
        ^bb0(%in: f32, %out: f32):
          %42 = arith.addf %out, %in : f32
          linalg.yield %42 : f32
        } -> tensor<999xf32>
        %inserted_slice = tensor.insert_slice %41 into %arg5[%25] [999] [1] : tensor<999xf32> into tensor<1000xf32>
        scf.yield %inserted_slice : tensor<1000xf32>
      } else {
        scf.yield %arg5 : tensor<1000xf32>
      }
      %30 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_3 : tensor<f32>)
          outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<999xf32>
      %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%30, %20 :
          tensor<999xf32>, tensor<999xf32>) outs(%11 : tensor<999xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.mulf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<999xf32>
      %32 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_4 : tensor<i32>)
          outs(%23 : tensor<1xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<1xi32>
      %extracted_10 = tensor.extract %32[%c0] : tensor<1xi32>
      %33 = arith.index_cast %extracted_10 : i32 to index
      %34 = arith.cmpi sge, %33, %c0 : index
      %35 = arith.cmpi sle, %33, %c1 : index
      %36 = arith.andi %34, %35 : i1
      %37 = scf.if %36 -> (tensor<1000xf32>) {
        %extracted_slice_11 = tensor.extract_slice %29[%33] [999] [1] : tensor<1000xf32> to tensor<999xf32>
        %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%31 : tensor<999xf32>)
            outs(%extracted_slice_11 : tensor<999xf32>) {
        ^bb0(%in: f32, %out: f32):
          %42 = arith.addf %out, %in : f32
          linalg.yield %42 : f32
        } -> tensor<999xf32>
        %inserted_slice = tensor.insert_slice %41 into %29[%33] [999] [1] : tensor<999xf32> into tensor<1000xf32>
        scf.yield %inserted_slice : tensor<1000xf32>
      } else {
        scf.yield %29 : tensor<1000xf32>
      }
      %38 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>)
          outs(%0 : tensor<1000xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1000xf32>
      %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%38, %37 :
          tensor<1000xf32>, tensor<1000xf32>) outs(%0 : tensor<1000xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.mulf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<1000xf32>
      %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg4, %39 :
          tensor<1000xf32>, tensor<1000xf32>) outs(%0 : tensor<1000xf32>) {
      ^bb0(%in: f32, %in_11: f32, %out: f32):
        %41 = arith.addf %in, %in_11 : f32
        linalg.yield %41 : f32
      } -> tensor<1000xf32>
      scf.yield %10, %40, %37 : i32, tensor<1000xf32>, tensor<1000xf32>
    }
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%2#1, %2#1 :
        tensor<1000xf32>, tensor<1000xf32>) outs(%0 : tensor<1000xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %10 = arith.mulf %in, %in_8 : f32
      linalg.yield %10 : f32
    } -> tensor<1000xf32>
    %4 = tensor.empty() : tensor<f32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<f32>) -> tensor<f32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction"]} ins(%3 : tensor<1000xf32>)
        outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.addf %out, %in : f32
      linalg.yield %10 : f32
    } -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%2#2, %2#2 :
        tensor<1000xf32>, tensor<1000xf32>) outs(%0 : tensor<1000xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %10 = arith.mulf %in, %in_8 : f32
      linalg.yield %10 : f32
    } -> tensor<1000xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction"]} ins(%7 : tensor<1000xf32>)
        outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.addf %out, %in : f32
      linalg.yield %10 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %6[] : tensor<f32>
    %extracted_7 = tensor.extract %8[] : tensor<f32>
    %9 = arith.addf %extracted, %extracted_7 : f32
    %from_elements = tensor.from_elements %9 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
