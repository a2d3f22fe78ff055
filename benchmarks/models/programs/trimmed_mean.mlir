#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module @trimmed_mean {
  func.func public @main(%arg0: tensor<4096xf32>) -> tensor<f32> {
    %c4095 = arith.constant 4095 : index
    %c2047 = arith.constant 2047 : index
    %c1023 = arith.constant 1023 : index
    %c511 = arith.constant 511 : index
    %c255 = arith.constant 255 : index
    %c127 = arith.constant 127 : index
    %c63 = arith.constant 63 : index
    %c31 = arith.constant 31 : index
    %c15 = arith.constant 15 : index
    %cst = arith.constant 2.048000e+03 : f32
    %c2048 = arith.constant 2048 : index
    %c1024 = arith.constant 1024 : index
    %c512 = arith.constant 512 : index
    %c256 = arith.constant 256 : index
    %c128 = arith.constant 128 : index
    %c64 = arith.constant 64 : index
    %c-1 = arith.constant -1 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %c1 = arith.constant 1 : index
    %c4096 = arith.constant 4096 : index
    %c0_i32 = arith.constant 0 : i32
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %cst_0 = arith.constant 0x7FC00000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<4096xindex>
    %1 = tensor.empty() : tensor<4096xi32>
    %2:2 = scf.for %arg1 = %c0 to %c4096 step %c1 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %extracted_2 = tensor.extract %arg0[%arg1] : tensor<4096xf32>
      %21 = arith.cmpf oeq, %extracted_2, %cst_1 : f32
      %22 = arith.select %21, %cst_1, %extracted_2 : f32
      %23 = arith.cmpf une, %extracted_2, %extracted_2 : f32
      %24 = arith.select %23, %cst_0, %22 : f32
      %25 = arith.bitcast %24 : f32 to i32
      %26 = arith.subi %c2147483647_i32, %25 : i32
      %27 = arith.cmpi slt, %25, %c0_i32 : i32
      %28 = arith.select %27, %26, %25 : i32
      %inserted = tensor.insert %arg1 into %arg2[%arg1] : tensor<4096xindex>
      %inserted_3 = tensor.insert %28 into %arg3[%arg1] : tensor<4096xi32>
      scf.yield %inserted, %inserted_3 : tensor<4096xindex>, tensor<4096xi32>
    }
    %3 = scf.for %arg1 = %c0 to %c4096 step %c16 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %21 = arith.addi %arg1, %c16 : index
      %22 = scf.for %arg3 = %arg1 to %21 step %c1 iter_args(%arg4 = %arg2) -> (tensor<4096xindex>) {
        %extracted_2 = tensor.extract %2#1[%arg3] : tensor<4096xi32>
        %23 = scf.for %arg5 = %arg1 to %21 step %c1 iter_args(%arg6 = %arg1) -> (index) {
          %extracted_3 = tensor.extract %2#1[%arg5] : tensor<4096xi32>
          %24 = arith.cmpi sge, %extracted_2, %extracted_3 : i32
          %25 = arith.cmpi slt, %arg5, %arg3 : index
          %26 = arith.cmpi slt, %extracted_3, %extracted_2 : i32
          %27 = arith.select %25, %24, %26 : i1
          %28 = arith.select %27, %c1, %c0 : index
          %29 = arith.addi %arg6, %28 : index
          scf.yield %29 : index
        }
        %inserted = tensor.insert %23 into %arg4[%arg3] : tensor<4096xindex>
        scf.yield %inserted : tensor<4096xindex>
      }
      scf.yield %22 : tensor<4096xindex>
    }
    %4:2 = scf.for %arg1 = %c0 to %c4096 step %c1 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %extracted_2 = tensor.extract %2#0[%arg1] : tensor<4096xindex>
      %extracted_3 = tensor.extract %2#1[%arg1] : tensor<4096xi32>
      %extracted_4 = tensor.extract %3[%arg1] : tensor<4096xindex>
      %inserted = tensor.insert %extracted_2 into %arg2[%extracted_4] : tensor<4096xindex>
      %inserted_5 = tensor.insert %extracted_3 into %arg3[%extracted_4] : tensor<4096xi32>
      scf.yield %inserted, %inserted_5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %5:2 = scf.for %arg1 = %c0 to %c4096 step %c32 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %21 = arith.addi %arg1, %c16 : index
      %22 = arith.addi %arg1, %c15 : index
      %23 = arith.addi %arg1, %c31 : index
      %24:6 = scf.for %arg4 = %arg1 to %21 step %c1 iter_args(%arg5 = %arg1, %arg6 = %21, %arg7 = %22, %arg8 = %23,
          %arg9 = %arg2, %arg10 = %arg3) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
        %extracted_2 = tensor.extract %4#0[%arg5] : tensor<4096xindex>
        %extracted_3 = tensor.extract %4#1[%arg5] : tensor<4096xi32>
        %extracted_4 = tensor.extract %4#0[%arg6] : tensor<4096xindex>
        %extracted_5 = tensor.extract %4#1[%arg6] : tensor<4096xi32>
        %extracted_6 = tensor.extract %4#0[%arg7] : tensor<4096xindex>
        %extracted_7 = tensor.extract %4#1[%arg7] : tensor<4096xi32>
        %extracted_8 = tensor.extract %4#0[%arg8] : tensor<4096xindex>
        %extracted_9 = tensor.extract %4#1[%arg8] : tensor<4096xi32>
        %25 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
        %26 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
        %27 = arith.select %25, %extracted_4, %extracted_2 : index
        %28 = arith.minsi %extracted_5, %extracted_3 : i32
        %inserted = tensor.insert %27 into %arg9[%arg4] : tensor<4096xindex>
        %inserted_10 = tensor.insert %28 into %arg10[%arg4] : tensor<4096xi32>
        %29 = arith.subi %arg1, %arg4 : index
        %30 = arith.addi %23, %29 : index
        %31 = arith.select %26, %extracted_6, %extracted_8 : index
        %32 = arith.maxsi %extracted_9, %extracted_7 : i32
        %inserted_11 = tensor.insert %31 into %inserted[%30] : tensor<4096xindex>
        %inserted_12 = tensor.insert %32 into %inserted_10[%30] : tensor<4096xi32>
        %33 = arith.select %25, %c0, %c1 : index
        %34 = arith.addi %arg5, %33 : index
        %35 = arith.select %25, %c1, %c0 : index
        %36 = arith.addi %arg6, %35 : index
        %37 = arith.select %26, %c-1, %c0 : index
        %38 = arith.addi %arg7, %37 : index
        %39 = arith.select %26, %c0, %c-1 : index
        %40 = arith.addi %arg8, %39 : index
        scf.yield %34, %36, %38, %40, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
            tensor<4096xi32>
      }
      scf.yield %24#4, %24#5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %6:2 = scf.for %arg1 = %c0 to %c4096 step %c64 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %21 = arith.addi %arg1, %c32 : index
      %22 = arith.addi %arg1, %c31 : index
      %23 = arith.addi %arg1, %c63 : index
      %24:6 = scf.for %arg4 = %arg1 to %21 step %c1 iter_args(%arg5 = %arg1, %arg6 = %21, %arg7 = %22, %arg8 = %23,
          %arg9 = %arg2, %arg10 = %arg3) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
        %extracted_2 = tensor.extract %5#0[%arg5] : tensor<4096xindex>
        %extracted_3 = tensor.extract %5#1[%arg5] : tensor<4096xi32>
        %extracted_4 = tensor.extract %5#0[%arg6] : tensor<4096xindex>
        %extracted_5 = tensor.extract %5#1[%arg6] : tensor<4096xi32>
        %extracted_6 = tensor.extract %5#0[%arg7] : tensor<4096xindex>
        %extracted_7 = tensor.extract %5#1[%arg7] : tensor<4096xi32>
        %extracted_8 = tensor.extract %5#0[%arg8] : tensor<4096xindex>
        %extracted_9 = tensor.extract %5#1[%arg8] : tensor<4096xi32>
        %25 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
        %26 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
        %27 = arith.select %25, %extracted_4, %extracted_2 : index
        %28 = arith.minsi %extracted_5, %extracted_3 : i32
        %inserted = tensor.insert %27 into %arg9[%arg4] : tensor<4096xindex>
        %inserted_10 = tensor.insert %28 into %arg10[%arg4] : tensor<4096xi32>
        %29 = arith.subi %arg1, %arg4 : index
        %30 = arith.addi %23, %29 : index
        %31 = arith.select %26, %extracted_6, %extracted_8 : index
        %32 = arith.maxsi %extracted_9, %extracted_7 : i32
        %inserted_11 = tensor.insert %31 into %inserted[%30] : tensor<4096xindex>
        %inserted_12 = tensor.insert %32 into %inserted_10[%30] : tensor<4096xi32>
        %33 = arith.select %25, %c0, %c1 : index
        %34 = arith.addi %arg5, %33 : index
        %35 = arith.select %25, %c1, %c0 : index
        %36 = arith.addi %arg6, %35 : index
        %37 = arith.select %26, %c-1, %c0 : index
        %38 = arith.addi %arg7, %37 : index
        %39 = arith.select %26, %c0, %c-1 : index
        %40 = arith.addi %arg8, %39 : index
        scf.yield %34, %36, %38, %40, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
            tensor<4096xi32>
      }
      scf.yield %24#4, %24#5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %7:2 = scf.for %arg1 = %c0 to %c4096 step %c128 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %21 = arith.addi %arg1, %c64 : index
      %22 = arith.addi %arg1, %c63 : index
      %23 = arith.addi %arg1, %c127 : index
      %24:6 = scf.for %arg4 = %arg1 to %21 step %c1 iter_args(%arg5 = %arg1, %arg6 = %21, %arg7 = %22, %arg8 = %23,
          %arg9 = %arg2, %arg10 = %arg3) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
        %extracted_2 = tensor.extract %6#0[%arg5] : tensor<4096xindex>
        %extracted_3 = tensor.extract %6#1[%arg5] : tensor<4096xi32>
        %extracted_4 = tensor.extract %6#0[%arg6] : tensor<4096xindex>
        %extracted_5 = tensor.extract %6#1[%arg6] : tensor<4096xi32>
        %extracted_6 = tensor.extract %6#0[%arg7] : tensor<4096xindex>
        %extracted_7 = tensor.extract %6#1[%arg7] : tensor<4096xi32>
        %extracted_8 = tensor.extract %6#0[%arg8] : tensor<4096xindex>
        %extracted_9 = tensor.extract %6#1[%arg8] : tensor<4096xi32>
        %25 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
        %26 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
        %27 = arith.select %25, %extracted_4, %extracted_2 : index
        %28 = arith.minsi %extracted_5, %extracted_3 : i32
        %inserted = tensor.insert %27 into %arg9[%arg4] : tensor<4096xindex>
        %inserted_10 = tensor.insert %28 into %arg10[%arg4] : tensor<4096xi32>
        %29 = arith.subi %arg1, %arg4 : index
        %30 = arith.addi %23, %29 : index
        %31 = arith.select %26, %extracted_6, %extracted_8 : index
        %32 = arith.maxsi %extracted_9, %extracted_7 : i32
        %inserted_11 = tensor.insert %31 into %inserted[%30] : tensor<4096xindex>
        %inserted_12 = tensor.insert %32 into %inserted_10[%30] : tensor<4096xi32>
        %33 = arith.select %25, %c0, %c1 : index
        %34 = arith.addi %arg5, %33 : index
        %35 = arith.select %25, %c1, %c0 : index
        %36 = arith.addi %arg6, %35 : index
        %37 = arith.select %26, %c-1, %c0 : index
        %38 = arith.addi %arg7, %37 : index
        %39 = arith.select %26, %c0, %c-1 : index
        %40 = arith.addi %arg8, %39 : index
        scf.yield %34, %36, %38, %40, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
            tensor<4096xi32>
      }
      scf.yield %24#4, %24#5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %8:2 = scf.for %arg1 = %c0 to %c4096 step %c256 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %21 = arith.addi %arg1, %c128 : index
      %22 = arith.addi %arg1, %c127 : index
      %23 = arith.addi %arg1, %c255 : index
      %24:6 = scf.for %arg4 = %arg1 to %21 step %c1 iter_args(%arg5 = %arg1, %arg6 = %21, %arg7 = %22, %arg8 = %23,
          %arg9 = %arg2, %arg10 = %arg3) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
        %extracted_2 = tensor.extract %7#0[%arg5] : tensor<4096xindex>
        %extracted_3 = tensor.extract %7#1[%arg5] : tensor<4096xi32>
        %extracted_4 = tensor.extract %7#0[%arg6] : tensor<4096xindex>
        %extracted_5 = tensor.extract %7#1[%arg6] : tensor<4096xi32>
        %extracted_6 = tensor.extract %7#0[%arg7] : tensor<4096xindex>
        %extracted_7 = tensor.extract %7#1[%arg7] : tensor<4096xi32>
        %extracted_8 = tensor.extract %7#0[%arg8] : tensor<4096xindex>
        %extracted_9 = tensor.extract %7#1[%arg8] : tensor<4096xi32>
        %25 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
        %26 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
        %27 = arith.select %25, %extracted_4, %extracted_2 : index
        %28 = arith.minsi %extracted_5, %extracted_3 : i32
        %inserted = tensor.insert %27 into %arg9[%arg4] : tensor<4096xindex>
        %inserted_10 = tensor.insert %28 into %arg10[%arg4] : tensor<4096xi32>
        %29 = arith.subi %arg1, %arg4 : index
        %30 = arith.addi %23, %29 : index
        %31 = arith.select %26, %extracted_6, %extracted_8 : index
        %32 = arith.maxsi %extracted_9, %extracted_7 : i32
        %inserted_11 = tensor.insert %31 into %inserted[%30] : tensor<4096xindex>
        %inserted_12 = tensor.insert %32 into %inserted_10[%30] : tensor<4096xi32>
        %33 = arith.select %25, %c0, %c1 : index
        %34 = arith.addi %arg5, %33 : index
        %35 = arith.select %25, %c1, %c0 : index
        %36 = arith.addi %arg6, %35 : index
        %37 = arith.select %26, %c-1, %c0 : index
        %38 = arith.addi %arg7, %37 : index
        %39 = arith.select %26, %c0, %c-1 : index
        %40 = arith.addi %arg8, %39 : index
        scf.yield %34, %36, %38, %40, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
            tensor<4096xi32>
      }
      scf.yield %24#4, %24#5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %9:2 = scf.for %arg1 = %c0 to %c4096 step %c512 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %21 = arith.addi %arg1, %c256 : index
      %22 = arith.addi %arg1, %c255 : index
      %23 = arith.addi %arg1, %c511 : index
      %24:6 = scf.for %arg4 = %arg1 to %21 step %c1 iter_args(%arg5 = %arg1, %arg6 = %21, %arg7 = %22, %arg8 = %23,
          %arg9 = %arg2, %arg10 = %arg3) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
        %extracted_2 = tensor.extract %8#0[%arg5] : tensor<4096xindex>
        %extracted_3 = tensor.extract %8#1[%arg5] : tensor<4096xi32>
        %extracted_4 = tensor.extract %8#0[%arg6] : tensor<4096xindex>
        %extracted_5 = tensor.extract %8#1[%arg6] : tensor<4096xi32>
        %extracted_6 = tensor.extract %8#0[%arg7] : tensor<4096xindex>
        %extracted_7 = tensor.extract %8#1[%arg7] : tensor<4096xi32>
        %extracted_8 = tensor.extract %8#0[%arg8] : tensor<4096xindex>
        %extracted_9 = tensor.extract %8#1[%arg8] : tensor<4096xi32>
        %25 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
        %26 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
        %27 = arith.select %25, %extracted_4, %extracted_2 : index
        %28 = arith.minsi %extracted_5, %extracted_3 : i32
        %inserted = tensor.insert %27 into %arg9[%arg4] : tensor<4096xindex>
        %inserted_10 = tensor.insert %28 into %arg10[%arg4] : tensor<4096xi32>
        %29 = arith.subi %arg1, %arg4 : index
        %30 = arith.addi %23, %29 : index
        %31 = arith.select %26, %extracted_6, %extracted_8 : index
        %32 = arith.maxsi %extracted_9, %extracted_7 : i32
        %inserted_11 = tensor.insert %31 into %inserted[%30] : tensor<4096xindex>
        %inserted_12 = tensor.insert %32 into %inserted_10[%30] : tensor<4096xi32>
        %33 = arith.select %25, %c0, %c1 : index
        %34 = arith.addi %arg5, %33 : index
        %35 = arith.select %25, %c1, %c0 : index
        %36 = arith.addi %arg6, %35 : index
        %37 = arith.select %26, %c-1, %c0 : index
        %38 = arith.addi %arg7, %37 : index
        %39 = arith.select %26, %c0, %c-1 : index
        %40 = arith.addi %arg8, %39 : index
        scf.yield %34, %36, %38, %40, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
            tensor<4096xi32>
      }
      scf.yield %24#4, %24#5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %10:2 = scf.for %arg1 = %c0 to %c4096 step %c1024 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %21 = arith.addi %arg1, %c512 : index
      %22 = arith.addi %arg1, %c511 : index
      %23 = arith.addi %arg1, %c1023 : index
      %24:6 = scf.for %arg4 = %arg1 to %21 step %c1 iter_args(%arg5 = %arg1, %arg6 = %21, %arg7 = %22, %arg8 = %23,
          %arg9 = %arg2, %arg10 = %arg3) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
        %extracted_2 = tensor.extract %9#0[%arg5] : tensor<4096xindex>
        %extracted_3 = tensor.extract %9#1[%arg5] : tensor<4096xi32>
        %extracted_4 = tensor.extract %9#0[%arg6] : tensor<4096xindex>
        %extracted_5 = tensor.extract %9#1[%arg6] : tensor<4096xi32>
        %extracted_6 = tensor.extract %9#0[%arg7] : tensor<4096xindex>
        %extracted_7 = tensor.extract %9#1[%arg7] : tensor<4096xi32>
        %extracted_8 = tensor.extract %9#0[%arg8] : tensor<4096xindex>
        %extracted_9 = tensor.extract %9#1[%arg8] : tensor<4096xi32>
        %25 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
        %26 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
        %27 = arith.select %25, %extracted_4, %extracted_2 : index
        %28 = arith.minsi %extracted_5, %extracted_3 : i32
        %inserted = tensor.insert %27 into %arg9[%arg4] : tensor<4096xindex>
        %inserted_10 = tensor.insert %28 into %arg10[%arg4] : tensor<4096xi32>
        %29 = arith.subi %arg1, %arg4 : index
        %30 = arith.addi %23, %29 : index
        %31 = arith.select %26, %extracted_6, %extracted_8 : index
        %32 = arith.maxsi %extracted_9, %extracted_7 : i32
        %inserted_11 = tensor.insert %31 into %inserted[%30] : tensor<4096xindex>
        %inserted_12 = tensor.insert %32 into %inserted_10[%30] : tensor<4096xi32>
        %33 = arith.select %25, %c0, %c1 : index
        %34 = arith.addi %arg5, %33 : index
        %35 = arith.select %25, %c1, %c0 : index
        %36 = arith.addi %arg6, %35 : index
        %37 = arith.select %26, %c-1, %c0 : index
        %38 = arith.addi %arg7, %37 : index
        %39 = arith.select %26, %c0, %c-1 : index
        %40 = arith.addi %arg8, %39 : index
        scf.yield %34, %36, %38, %40, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
            tensor<4096xi32>
      }
      scf.yield %24#4, %24#5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %11:2 = scf.for %arg1 = %c0 to %c4096 step %c2048 iter_args(%arg2 = %0, %arg3 = %1) -> (tensor<4096xindex>,
        tensor<4096xi32>) {
      %21 = arith.addi %arg1, %c1024 : index
      %22 = arith.addi %arg1, %c1023 : index
      %23 = arith.addi %arg1, %c2047 : index
      %24:6 = scf.for %arg4 = %arg1 to %21 step %c1 iter_args(%arg5 = %arg1, %arg6 = %21, %arg7 = %22, %arg8 = %23,
          %arg9 = %arg2, %arg10 = %arg3) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
        %extracted_2 = tensor.extract %10#0[%arg5] : tensor<4096xindex>
        %extracted_3 = tensor.extract %10#1[%arg5] : tensor<4096xi32>
        %extracted_4 = tensor.extract %10#0[%arg6] : tensor<4096xindex>
        %extracted_5 = tensor.extract %10#1[%arg6] : tensor<4096xi32>
        %extracted_6 = tensor.extract %10#0[%arg7] : tensor<4096xindex>
        %extracted_7 = tensor.extract %10#1[%arg7] : tensor<4096xi32>
        %extracted_8 = tensor.extract %10#0[%arg8] : tensor<4096xindex>
        %extracted_9 = tensor.extract %10#1[%arg8] : tensor<4096xi32>
        %25 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
        %26 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
        %27 = arith.select %25, %extracted_4, %extracted_2 : index
        %28 = arith.minsi %extracted_5, %extracted_3 : i32
        %inserted = tensor.insert %27 into %arg9[%arg4] : tensor<4096xindex>
        %inserted_10 = tensor.insert %28 into %arg10[%arg4] : tensor<4096xi32>
        %29 = arith.subi %arg1, %arg4 : index
        %30 = arith.addi %23, %29 : index
        %31 = arith.select %26, %extracted_6, %extracted_8 : index
        %32 = arith.maxsi %extracted_9, %extracted_7 : i32
        %inserted_11 = tensor.insert %31 into %inserted[%30] : tensor<4096xindex>
        %inserted_12 = tensor.insert %32 into %inserted_10[%30] : tensor<4096xi32>
        %33 = arith.select %25, %c0, %c1 : index
        %34 = arith.addi %arg5, %33 : index
        %35 = arith.select %25, %c1, %c0 : index
        %36 = arith.addi %arg6, %35 : index
        %37 = arith.select %26, %c-1, %c0 : index
        %38 = arith.addi %arg7, %37 : index
        %39 = arith.select %26, %c0, %c-1 : index
        %40 = arith.addi %arg8, %39 : index
        scf.yield %34, %36, %38, %40, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
            tensor<4096xi32>
      }
      scf.yield %24#4, %24#5 : tensor<4096xindex>, tensor<4096xi32>
    }
    %12:6 = scf.for %arg1 = %c0 to %c2048 step %c1 iter_args(%arg2 = %c0, %arg3 = %c2048, %arg4 = %c2047, %arg5 =
        %c4095, %arg6 = %0, %arg7 = %1) -> (index, index, index, index, tensor<4096xindex>, tensor<4096xi32>) {
      %extracted_2 = tensor.extract %11#0[%arg2] : tensor<4096xindex>
      %extracted_3 = tensor.extract %11#1[%arg2] : tensor<4096xi32>
      %extracted_4 = tensor.extract %11#0[%arg3] : tensor<4096xindex>
      %extracted_5 = tensor.extract %11#1[%arg3] : tensor<4096xi32>
      %extracted_6 = tensor.extract %11#0[%arg4] : tensor<4096xindex>
      %extracted_7 = tensor.extract %11#1[%arg4] : tensor<4096xi32>
      %extracted_8 = tensor.extract %11#0[%arg5] : tensor<4096xindex>
      %extracted_9 = tensor.extract %11#1[%arg5] : tensor<4096xi32>
      %21 = arith.cmpi slt, %extracted_5, %extracted_3 : i32
      %22 = arith.cmpi slt, %extracted_9, %extracted_7 : i32
      %23 = arith.select %21, %extracted_4, %extracted_2 : index
      %24 = arith.minsi %extracted_5, %extracted_3 : i32
      %inserted = tensor.insert %23 into %arg6[%arg1] : tensor<4096xindex>
      %inserted_10 = tensor.insert %24 into %arg7[%arg1] : tensor<4096xi32>
      %25 = arith.subi %c4095, %arg1 : index
      %26 = arith.select %22, %extracted_6, %extracted_8 : index
      %27 = arith.maxsi %extracted_9, %extracted_7 : i32
      %inserted_11 = tensor.insert %26 into %inserted[%25] : tensor<4096xindex>
      %inserted_12 = tensor.insert %27 into %inserted_10[%25] : tensor<4096xi32>
      %28 = arith.select %21, %c0, %c1 : index
      %29 = arith.addi %arg2, %28 : index
      %30 = arith.select %21, %c1, %c0 : index
      %31 = arith.addi %arg3, %30 : index
      %32 = arith.select %22, %c-1, %c0 : index
      %33 = arith.addi %arg4, %32 : index
      %34 = arith.select %22, %c0, %c-1 : index
      %35 = arith.addi %arg5, %34 : index
      scf.yield %29, %31, %33, %35, %inserted_11, %inserted_12 : index, index, index, index, tensor<4096xindex>,
          tensor<4096xi32>
    }
    %13 = tensor.empty() : tensor<4096xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%12#4 : tensor<4096xindex>)
        outs(%13 : tensor<4096xf32>) {
    ^bb0(%in: index, %out: f32):
      %extracted_2 = tensor.extract %arg0[%in] : tensor<4096xf32>
      linalg.yield %extracted_2 : f32
    } -> tensor<4096xf32>
    %extracted_slice = tensor.extract_slice %14[1024] [2048] [1] : tensor<4096xf32> to tensor<2048xf32>
    %15 = tensor.empty() : tensor<2048xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice,
        %extracted_slice : tensor<2048xf32>, tensor<2048xf32>) outs(%15 : tensor<2048xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %21 = arith.mulf %in, %in_2 : f32
      linalg.yield %21 : f32
    } -> tensor<2048xf32>
    %17 = tensor.empty() : tensor<f32>
    %18 = linalg.fill ins(%cst_1 : f32) outs(%17 : tensor<f32>) -> tensor<f32>
    %19 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%16 : tensor<2048xf32>)
        outs(%18 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.addf %out, %in : f32
      linalg.yield %21 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %19[] : tensor<f32>
    %20 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %20 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
