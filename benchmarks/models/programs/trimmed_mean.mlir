#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module @trimmed_mean {
  func.func public @main(%arg0: tensor<4096xf32>) -> tensor<f32> {
    %cst = arith.constant 2.048000e+03 : f32
    %c2048 = arith.constant 2048 : index
    %c1024 = arith.constant 1024 : index
    %c512 = arith.constant 512 : index
    %c256 = arith.constant 256 : index
    %c128 = arith.constant 128 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %false = arith.constant false
    %true = arith.constant true
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 0x7FC00000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c4095 = arith.constant 4095 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c4096 = arith.constant 4096 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<4096xindex>
    %1 = scf.for %arg1 = %c0 to %c4096 step %c1 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %inserted = tensor.insert %arg1 into %arg2[%arg1] : tensor<4096xindex>
      scf.yield %inserted : tensor<4096xindex>
    }
    %2 = scf.for %arg1 = %c0 to %c4096 step %c2 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c1 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c2 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %1[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %1[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %3 = scf.for %arg1 = %c0 to %c4096 step %c4 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c2 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c4 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %2[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %2[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %4 = scf.for %arg1 = %c0 to %c4096 step %c8 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c4 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c8 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %3[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %3[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %5 = scf.for %arg1 = %c0 to %c4096 step %c16 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c8 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c16 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %4[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %4[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %6 = scf.for %arg1 = %c0 to %c4096 step %c32 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c16 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c32 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %5[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %5[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %7 = scf.for %arg1 = %c0 to %c4096 step %c64 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c32 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c64 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %6[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %6[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %8 = scf.for %arg1 = %c0 to %c4096 step %c128 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c64 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c128 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %7[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %7[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %9 = scf.for %arg1 = %c0 to %c4096 step %c256 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c128 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c256 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %8[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %8[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %10 = scf.for %arg1 = %c0 to %c4096 step %c512 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c256 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c512 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %9[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %9[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %11 = scf.for %arg1 = %c0 to %c4096 step %c1024 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c512 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c1024 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %10[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %10[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %12 = scf.for %arg1 = %c0 to %c4096 step %c2048 iter_args(%arg2 = %0) -> (tensor<4096xindex>) {
      %22 = arith.addi %arg1, %c1024 : index
      %23 = arith.minsi %22, %c4096 : index
      %24 = arith.addi %arg1, %c2048 : index
      %25 = arith.minsi %24, %c4096 : index
      %26:3 = scf.for %arg3 = %arg1 to %25 step %c1 iter_args(%arg4 = %arg1, %arg5 = %23, %arg6 = %arg2) -> (index, index, tensor<4096xindex>) {
        %27 = arith.minsi %arg4, %c4095 : index
        %extracted_2 = tensor.extract %11[%27] : tensor<4096xindex>
        %28 = arith.minsi %arg5, %c4095 : index
        %extracted_3 = tensor.extract %11[%28] : tensor<4096xindex>
        %29 = arith.cmpi sge, %arg4, %23 : index
        %30 = arith.cmpi sge, %arg5, %25 : index
        %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
        %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
        %31 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
        %32 = arith.select %31, %cst_1, %extracted_4 : f32
        %33 = arith.cmpf une, %extracted_4, %extracted_4 : f32
        %34 = arith.select %33, %cst_0, %32 : f32
        %35 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
        %36 = arith.select %35, %cst_1, %extracted_5 : f32
        %37 = arith.cmpf une, %extracted_5, %extracted_5 : f32
        %38 = arith.select %37, %cst_0, %36 : f32
        %39 = arith.bitcast %34 : f32 to i32
        %40 = arith.cmpi slt, %39, %c0_i32 : i32
        %41 = arith.subi %c2147483647_i32, %39 : i32
        %42 = arith.select %40, %41, %39 : i32
        %43 = arith.bitcast %38 : f32 to i32
        %44 = arith.cmpi slt, %43, %c0_i32 : i32
        %45 = arith.subi %c2147483647_i32, %43 : i32
        %46 = arith.select %44, %45, %43 : i32
        %47 = arith.cmpi slt, %42, %46 : i32
        %48 = arith.select %29, %true, %47 : i1
        %49 = arith.select %30, %false, %48 : i1
        %50 = arith.select %49, %extracted_3, %extracted_2 : index
        %51 = arith.addi %arg4, %c1 : index
        %52 = arith.select %49, %arg4, %51 : index
        %53 = arith.addi %arg5, %c1 : index
        %54 = arith.select %49, %53, %arg5 : index
        %inserted = tensor.insert %50 into %arg6[%arg3] : tensor<4096xindex>
        scf.yield %52, %54, %inserted : index, index, tensor<4096xindex>
      }
      scf.yield %26#2 : tensor<4096xindex>
    }
    %13:3 = scf.for %arg1 = %c0 to %c4096 step %c1 iter_args(%arg2 = %c0, %arg3 = %c2048, %arg4 = %0) -> (index, index, tensor<4096xindex>) {
      %22 = arith.minsi %arg2, %c4095 : index
      %extracted_2 = tensor.extract %12[%22] : tensor<4096xindex>
      %23 = arith.minsi %arg3, %c4095 : index
      %extracted_3 = tensor.extract %12[%23] : tensor<4096xindex>
      %24 = arith.cmpi sge, %arg2, %c2048 : index
      %25 = arith.cmpi sge, %arg3, %c4096 : index
      %extracted_4 = tensor.extract %arg0[%extracted_3] : tensor<4096xf32>
      %extracted_5 = tensor.extract %arg0[%extracted_2] : tensor<4096xf32>
      %26 = arith.cmpf oeq, %extracted_4, %cst_1 : f32
      %27 = arith.select %26, %cst_1, %extracted_4 : f32
      %28 = arith.cmpf une, %extracted_4, %extracted_4 : f32
      %29 = arith.select %28, %cst_0, %27 : f32
      %30 = arith.cmpf oeq, %extracted_5, %cst_1 : f32
      %31 = arith.select %30, %cst_1, %extracted_5 : f32
      %32 = arith.cmpf une, %extracted_5, %extracted_5 : f32
      %33 = arith.select %32, %cst_0, %31 : f32
      %34 = arith.bitcast %29 : f32 to i32
      %35 = arith.cmpi slt, %34, %c0_i32 : i32
      %36 = arith.subi %c2147483647_i32, %34 : i32
      %37 = arith.select %35, %36, %34 : i32
      %38 = arith.bitcast %33 : f32 to i32
      %39 = arith.cmpi slt, %38, %c0_i32 : i32
      %40 = arith.subi %c2147483647_i32, %38 : i32
      %41 = arith.select %39, %40, %38 : i32
      %42 = arith.cmpi slt, %37, %41 : i32
      %43 = arith.select %24, %true, %42 : i1
      %44 = arith.select %25, %false, %43 : i1
      %45 = arith.select %44, %extracted_3, %extracted_2 : index
      %46 = arith.addi %arg2, %c1 : index
      %47 = arith.select %44, %arg2, %46 : index
      %48 = arith.addi %arg3, %c1 : index
      %49 = arith.select %44, %48, %arg3 : index
      %inserted = tensor.insert %45 into %arg4[%arg1] : tensor<4096xindex>
      scf.yield %47, %49, %inserted : index, index, tensor<4096xindex>
    }
    %14 = tensor.empty() : tensor<4096xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%13#2 : tensor<4096xindex>) outs(%14 : tensor<4096xf32>) {
    ^bb0(%in: index, %out: f32):
      %extracted_2 = tensor.extract %arg0[%in] : tensor<4096xf32>
      linalg.yield %extracted_2 : f32
    } -> tensor<4096xf32>
    %extracted_slice = tensor.extract_slice %15[1024] [2048] [1] : tensor<4096xf32> to tensor<2048xf32>
    %16 = tensor.empty() : tensor<2048xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice, %extracted_slice : tensor<2048xf32>, tensor<2048xf32>) outs(%16 : tensor<2048xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.mulf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<2048xf32>
    %18 = tensor.empty() : tensor<f32>
    %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : tensor<f32>) -> tensor<f32>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%17 : tensor<2048xf32>) outs(%19 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %20[] : tensor<f32>
    %21 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %21 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
