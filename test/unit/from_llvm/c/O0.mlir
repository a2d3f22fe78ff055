module {
  llvm.mlir.global internal constant @table(dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00],
      [5.000000e+00, 6.500000e+00]]> : tensor<3x2xf64>) {addr_space = 0 : i32, alignment = 16 : i64, dso_local} :
      !llvm.array<3 x array<2 x f64>>
  llvm.func @structs(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(24 : i64) : i64
    %4 = llvm.mlir.constant(2 : i32) : i32
    %5 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x !llvm.struct<"struct.vec", (f64, f64, f64)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %5 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %6 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %1, %7 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %2, %8 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb5
    %10 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> i32
    %12 = llvm.icmp "slt" %10, %11 : i32
    llvm.cond_br %12, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %13 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %14 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %15 = llvm.sext %14 : i32 to i64
    %16 = llvm.getelementptr inbounds %13[%15] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64, f64,
        f64)>
    "llvm.intr.memcpy"(%9, %16, %3) <{arg_attrs = [{llvm.align = 8 : i64}, {llvm.align = 8 : i64}, {}], isVolatile =
        false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %17 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %18 = llvm.icmp "ne" %17, %2 : i32
    llvm.cond_br %18, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    %19 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %20 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %21 = llvm.sub %20, %0 overflow<nsw> : i32
    %22 = llvm.sext %21 : i32 to i64
    %23 = llvm.getelementptr inbounds %19[%22] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64, f64,
        f64)>
    %24 = llvm.getelementptr inbounds|nuw %23[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %25 = llvm.load %24 {alignment = 8 : i64} : !llvm.ptr -> f64
    %26 = llvm.getelementptr inbounds|nuw %9[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %27 = llvm.load %26 {alignment = 8 : i64} : !llvm.ptr -> f64
    %28 = llvm.fsub %27, %25 : f64
    llvm.store %28, %26 {alignment = 8 : i64} : f64, !llvm.ptr
    %29 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %30 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %31 = llvm.sub %30, %0 overflow<nsw> : i32
    %32 = llvm.sext %31 : i32 to i64
    %33 = llvm.getelementptr inbounds %29[%32] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64, f64,
        f64)>
    %34 = llvm.getelementptr inbounds|nuw %33[%2, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %35 = llvm.load %34 {alignment = 8 : i64} : !llvm.ptr -> f64
    %36 = llvm.getelementptr inbounds|nuw %9[%2, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %37 = llvm.load %36 {alignment = 8 : i64} : !llvm.ptr -> f64
    %38 = llvm.fsub %37, %35 : f64
    llvm.store %38, %36 {alignment = 8 : i64} : f64, !llvm.ptr
    %39 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %40 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %41 = llvm.sub %40, %0 overflow<nsw> : i32
    %42 = llvm.sext %41 : i32 to i64
    %43 = llvm.getelementptr inbounds %39[%42] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64, f64,
        f64)>
    %44 = llvm.getelementptr inbounds|nuw %43[%2, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %45 = llvm.load %44 {alignment = 8 : i64} : !llvm.ptr -> f64
    %46 = llvm.getelementptr inbounds|nuw %9[%2, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %47 = llvm.load %46 {alignment = 8 : i64} : !llvm.ptr -> f64
    %48 = llvm.fsub %47, %45 : f64
    llvm.store %48, %46 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    %49 = llvm.call @norm(%9) : (!llvm.ptr {llvm.noundef}) -> f64
    %50 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %51 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %52 = llvm.sext %51 : i32 to i64
    %53 = llvm.getelementptr inbounds %50[%52] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64, f64,
        f64)>
    %54 = llvm.call @norm(%53) : (!llvm.ptr {llvm.noundef}) -> f64
    %55 = llvm.fadd %49, %54 : f64
    %56 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> f64
    %57 = llvm.fadd %56, %55 : f64
    llvm.store %57, %7 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb5
  ^bb5:  // pred: ^bb4
    %58 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %59 = llvm.add %58, %0 overflow<nsw> : i32
    llvm.store %59, %8 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb6:  // pred: ^bb1
    %60 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %60 : f64
  }
  llvm.func internal @norm(%arg0: !llvm.ptr {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(2 : i32) : i32
    %3 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %3 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %4 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %5 = llvm.getelementptr inbounds|nuw %4[%1, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %6 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> f64
    %7 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %8 = llvm.getelementptr inbounds|nuw %7[%1, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %9 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %10 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %11 = llvm.getelementptr inbounds|nuw %10[%1, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %12 = llvm.load %11 {alignment = 8 : i64} : !llvm.ptr -> f64
    %13 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %14 = llvm.getelementptr inbounds|nuw %13[%1, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> f64
    %16 = llvm.fmul %12, %15 : f64
    %17 = llvm.intr.fmuladd(%6, %9, %16) : (f64, f64, f64) -> f64
    %18 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %19 = llvm.getelementptr inbounds|nuw %18[%1, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %20 = llvm.load %19 {alignment = 8 : i64} : !llvm.ptr -> f64
    %21 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %22 = llvm.getelementptr inbounds|nuw %21[%1, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %23 = llvm.load %22 {alignment = 8 : i64} : !llvm.ptr -> f64
    %24 = llvm.intr.fmuladd(%20, %23, %17) : (f64, f64, f64) -> f64
    %25 = llvm.call @sqrt(%24) : (f64 {llvm.noundef}) -> f64
    llvm.return %25 : f64
  }
  llvm.func @scratch(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(8 : i64) : i64
    %2 = llvm.mlir.constant(0 : i8) : i8
    %3 = llvm.mlir.constant(0 : i32) : i32
    %4 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %5 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %10 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %11 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %5 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %6 {alignment = 4 : i64} : i32, !llvm.ptr
    %12 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> i32
    %13 = llvm.sext %12 : i32 to i64
    %14 = llvm.mul %13, %1 : i64
    %15 = llvm.call @malloc(%14) : (i64 {llvm.noundef}) -> (!llvm.ptr {llvm.noalias})
    llvm.store %15, %7 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %16 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %17 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> i32
    %18 = llvm.sext %17 : i32 to i64
    %19 = llvm.mul %18, %1 : i64
    "llvm.intr.memset"(%16, %2, %19) <{arg_attrs = [{llvm.align = 8 : i64}, {}, {}], isVolatile = false}> : (!llvm.ptr,
        i8, i64) -> ()
    llvm.store %3, %8 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb7
    %20 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %21 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> i32
    %22 = llvm.icmp "slt" %20, %21 : i32
    llvm.cond_br %22, ^bb2, ^bb8
  ^bb2:  // pred: ^bb1
    llvm.store %3, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // 2 preds: ^bb2, ^bb5
    %23 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %24 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %25 = llvm.icmp "sle" %23, %24 : i32
    llvm.cond_br %25, ^bb4, ^bb6
  ^bb4:  // pred: ^bb3
    %26 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %27 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %28 = llvm.sext %27 : i32 to i64
    %29 = llvm.getelementptr inbounds %26[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %30 = llvm.load %29 {alignment = 8 : i64} : !llvm.ptr -> f64
    %31 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %32 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %33 = llvm.sext %32 : i32 to i64
    %34 = llvm.getelementptr inbounds %31[%33] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %35 = llvm.load %34 {alignment = 8 : i64} : !llvm.ptr -> f64
    %36 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %37 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %38 = llvm.sext %37 : i32 to i64
    %39 = llvm.getelementptr inbounds %36[%38] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %40 = llvm.load %39 {alignment = 8 : i64} : !llvm.ptr -> f64
    %41 = llvm.intr.fmuladd(%30, %35, %40) : (f64, f64, f64) -> f64
    llvm.store %41, %39 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb5
  ^bb5:  // pred: ^bb4
    %42 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %43 = llvm.add %42, %0 overflow<nsw> : i32
    llvm.store %43, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb6:  // pred: ^bb3
    llvm.br ^bb7
  ^bb7:  // pred: ^bb6
    %44 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %45 = llvm.add %44, %0 overflow<nsw> : i32
    llvm.store %45, %8 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb8:  // pred: ^bb1
    llvm.store %4, %10 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %3, %11 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb9
  ^bb9:  // 2 preds: ^bb8, ^bb11
    %46 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %47 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> i32
    %48 = llvm.icmp "slt" %46, %47 : i32
    llvm.cond_br %48, ^bb10, ^bb12
  ^bb10:  // pred: ^bb9
    %49 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %50 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %51 = llvm.sext %50 : i32 to i64
    %52 = llvm.getelementptr inbounds %49[%51] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %53 = llvm.load %52 {alignment = 8 : i64} : !llvm.ptr -> f64
    %54 = llvm.call @sin(%53) : (f64 {llvm.noundef}) -> f64
    %55 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> f64
    %56 = llvm.fadd %55, %54 : f64
    llvm.store %56, %10 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb11
  ^bb11:  // pred: ^bb10
    %57 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %58 = llvm.add %57, %0 overflow<nsw> : i32
    llvm.store %58, %11 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb9
  ^bb12:  // pred: ^bb9
    %59 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.call @free(%59) : (!llvm.ptr {llvm.noundef}) -> ()
    %60 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %60 : f64
  }
  llvm.func @malloc(i64 {llvm.noundef}) -> !llvm.ptr
  llvm.func @sin(f64 {llvm.noundef}) -> f64
  llvm.func @free(!llvm.ptr {llvm.noundef})
  llvm.func @exchange(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(64 : i64) : i64
    %3 = llvm.mlir.constant(1 : i64) : i64
    %4 = llvm.mlir.constant(0 : i32) : i32
    %5 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %6 = llvm.mlir.constant(8 : i32) : i32
    %7 = llvm.mlir.constant(7 : i32) : i32
    %8 = llvm.mlir.constant(2.500000e-01 : f64) : f64
    %9 = llvm.mlir.constant(5.000000e-01 : f64) : f64
    %10 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %11 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %12 = llvm.alloca %0 x !llvm.array<2 x array<8 x f64>> {alignment = 16 : i64} : (i32) -> !llvm.ptr
    %13 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %14 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %15 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %16 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %17 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %18 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %19 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %10 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %11 {alignment = 4 : i64} : i32, !llvm.ptr
    %20 = llvm.getelementptr inbounds %12[%1, %1] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<2 x array<8 x f64>>
    %21 = llvm.getelementptr inbounds %20[%1, %1] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<8 x f64>
    %22 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    "llvm.intr.memcpy"(%21, %22, %2) <{arg_attrs = [{llvm.align = 16 : i64}, {llvm.align = 8 : i64}, {}], isVolatile =
        false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %23 = llvm.getelementptr inbounds %12[%1, %1] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<2 x array<8 x f64>>
    %24 = llvm.getelementptr inbounds %23[%1, %1] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<8 x f64>
    llvm.store %24, %13 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %25 = llvm.getelementptr inbounds %12[%1, %3] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<2 x array<8 x f64>>
    %26 = llvm.getelementptr inbounds %25[%1, %1] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<8 x f64>
    llvm.store %26, %14 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %4, %15 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb7
    %27 = llvm.load %15 {alignment = 4 : i64} : !llvm.ptr -> i32
    %28 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %29 = llvm.icmp "slt" %27, %28 : i32
    llvm.cond_br %29, ^bb2, ^bb8
  ^bb2:  // pred: ^bb1
    llvm.store %4, %16 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // 2 preds: ^bb2, ^bb5
    %30 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i32
    %31 = llvm.icmp "slt" %30, %6 : i32
    llvm.cond_br %31, ^bb4, ^bb6
  ^bb4:  // pred: ^bb3
    %32 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %33 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i32
    %34 = llvm.sext %33 : i32 to i64
    %35 = llvm.getelementptr inbounds %32[%34] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %36 = llvm.load %35 {alignment = 8 : i64} : !llvm.ptr -> f64
    %37 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %38 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i32
    %39 = llvm.add %38, %0 overflow<nsw> : i32
    %40 = llvm.and %39, %7 : i32
    %41 = llvm.sext %40 : i32 to i64
    %42 = llvm.getelementptr inbounds %37[%41] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %43 = llvm.load %42 {alignment = 8 : i64} : !llvm.ptr -> f64
    %44 = llvm.fmul %8, %43 : f64
    %45 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %46 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i32
    %47 = llvm.add %46, %7 overflow<nsw> : i32
    %48 = llvm.and %47, %7 : i32
    %49 = llvm.sext %48 : i32 to i64
    %50 = llvm.getelementptr inbounds %45[%49] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %51 = llvm.load %50 {alignment = 8 : i64} : !llvm.ptr -> f64
    %52 = llvm.fmul %44, %51 : f64
    %53 = llvm.intr.fmuladd(%9, %36, %52) : (f64, f64, f64) -> f64
    %54 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %55 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i32
    %56 = llvm.sext %55 : i32 to i64
    %57 = llvm.getelementptr inbounds %54[%56] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %53, %57 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb5
  ^bb5:  // pred: ^bb4
    %58 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i32
    %59 = llvm.add %58, %0 overflow<nsw> : i32
    llvm.store %59, %16 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb6:  // pred: ^bb3
    %60 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.store %60, %17 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %61 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.store %61, %13 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %62 = llvm.load %17 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.store %62, %14 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // pred: ^bb6
    %63 = llvm.load %15 {alignment = 4 : i64} : !llvm.ptr -> i32
    %64 = llvm.add %63, %0 overflow<nsw> : i32
    llvm.store %64, %15 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb8:  // pred: ^bb1
    llvm.store %5, %18 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %4, %19 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb9
  ^bb9:  // 2 preds: ^bb8, ^bb11
    %65 = llvm.load %19 {alignment = 4 : i64} : !llvm.ptr -> i32
    %66 = llvm.icmp "slt" %65, %6 : i32
    llvm.cond_br %66, ^bb10, ^bb12
  ^bb10:  // pred: ^bb9
    %67 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %68 = llvm.load %19 {alignment = 4 : i64} : !llvm.ptr -> i32
    %69 = llvm.sext %68 : i32 to i64
    %70 = llvm.getelementptr inbounds %67[%69] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %71 = llvm.load %70 {alignment = 8 : i64} : !llvm.ptr -> f64
    %72 = llvm.load %19 {alignment = 4 : i64} : !llvm.ptr -> i32
    %73 = llvm.add %72, %0 overflow<nsw> : i32
    %74 = llvm.sitofp %73 : i32 to f64
    %75 = llvm.load %18 {alignment = 8 : i64} : !llvm.ptr -> f64
    %76 = llvm.intr.fmuladd(%71, %74, %75) : (f64, f64, f64) -> f64
    llvm.store %76, %18 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb11
  ^bb11:  // pred: ^bb10
    %77 = llvm.load %19 {alignment = 4 : i64} : !llvm.ptr -> i32
    %78 = llvm.add %77, %0 overflow<nsw> : i32
    llvm.store %78, %19 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb9
  ^bb12:  // pred: ^bb9
    %79 = llvm.load %18 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %79 : f64
  }
  llvm.func @chosen(%arg0: !llvm.ptr {llvm.noundef}, %arg1: !llvm.ptr {llvm.noundef}, %arg2: i32 {llvm.noundef}, %arg3:
      i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(1.000000e+00 : f64) : f64
    %3 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %4 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %3 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %4 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg2, %5 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %arg3, %6 {alignment = 4 : i64} : i32, !llvm.ptr
    %10 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.icmp "ne" %10, %1 : i32
    llvm.cond_br %11, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %12 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.br ^bb3(%12 : !llvm.ptr)
  ^bb2:  // pred: ^bb0
    %13 = llvm.load %4 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.br ^bb3(%13 : !llvm.ptr)
  ^bb3(%14: !llvm.ptr):  // 2 preds: ^bb1, ^bb2
    llvm.store %14, %7 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %2, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %1, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb3, ^bb6
    %15 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %16 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> i32
    %17 = llvm.icmp "slt" %15, %16 : i32
    llvm.cond_br %17, ^bb5, ^bb7
  ^bb5:  // pred: ^bb4
    %18 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %19 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %20 = llvm.sext %19 : i32 to i64
    %21 = llvm.getelementptr inbounds %18[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %22 = llvm.load %21 {alignment = 8 : i64} : !llvm.ptr -> f64
    %23 = llvm.fadd %22, %2 : f64
    %24 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %25 = llvm.fmul %24, %23 : f64
    llvm.store %25, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb6
  ^bb6:  // pred: ^bb5
    %26 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %27 = llvm.add %26, %0 overflow<nsw> : i32
    llvm.store %27, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb4
  ^bb7:  // pred: ^bb4
    %28 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %28 : f64
  }
  llvm.func @branches(%arg0: f64 {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %2 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %3 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %2 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %arg1, %3 {alignment = 4 : i64} : i32, !llvm.ptr
    %4 = llvm.load %3 {alignment = 4 : i64} : !llvm.ptr -> i32
    llvm.switch %4 : i32, ^bb4 [
      0: ^bb1,
      1: ^bb2,
      5: ^bb3
    ]
  ^bb1:  // pred: ^bb0
    %5 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %6 = llvm.call @sin(%5) : (f64 {llvm.noundef}) -> f64
    llvm.store %6, %1 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb6
  ^bb2:  // pred: ^bb0
    %7 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %8 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %9 = llvm.fmul %7, %8 : f64
    llvm.store %9, %1 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb6
  ^bb3:  // pred: ^bb0
    %10 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %11 = llvm.call @exp(%10) : (f64 {llvm.noundef}) -> f64
    llvm.store %11, %2 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb5
  ^bb4:  // pred: ^bb0
    %12 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %13 = llvm.load %3 {alignment = 4 : i64} : !llvm.ptr -> i32
    %14 = llvm.sitofp %13 : i32 to f64
    %15 = llvm.fadd %12, %14 : f64
    llvm.store %15, %2 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb5
  ^bb5:  // 2 preds: ^bb3, ^bb4
    %16 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %17 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %18 = llvm.fmul %16, %17 : f64
    %19 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> f64
    %20 = llvm.fmul %18, %19 : f64
    llvm.store %20, %1 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb6
  ^bb6:  // 3 preds: ^bb1, ^bb2, ^bb5
    %21 = llvm.load %1 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %21 : f64
  }
  llvm.func @exp(f64 {llvm.noundef}) -> f64
  llvm.func @horner(%arg0: !llvm.ptr {llvm.noundef}, %arg1: !llvm.ptr {llvm.noundef}, %arg2: !llvm.ptr {llvm.noundef},
      %arg3: i32 {llvm.noundef}, %arg4: i32 {llvm.noundef}) {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %3 = llvm.mlir.constant(-1 : i32) : i32
    %4 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %10 = llvm.alloca %0 x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %11 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %4 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %5 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg2, %6 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg3, %7 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %arg4, %8 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %1, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb6
    %12 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %13 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %14 = llvm.icmp "slt" %12, %13 : i32
    llvm.cond_br %14, ^bb2, ^bb7
  ^bb2:  // pred: ^bb1
    llvm.store %2, %10 {alignment = 4 : i64} : f32, !llvm.ptr
    %15 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %16 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %17 = llvm.sext %16 : i32 to i64
    %18 = llvm.getelementptr inbounds %15[%17] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %18, %11 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // 2 preds: ^bb2, ^bb4
    %19 = llvm.load %10 {alignment = 4 : i64} : !llvm.ptr -> f32
    %20 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %21 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %22 = llvm.sext %21 : i32 to i64
    %23 = llvm.getelementptr inbounds %20[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %24 = llvm.load %23 {alignment = 4 : i64} : !llvm.ptr -> f32
    %25 = llvm.load %11 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %26 = llvm.getelementptr inbounds %25[%3] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    llvm.store %26, %11 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %27 = llvm.load %26 {alignment = 4 : i64} : !llvm.ptr -> f32
    %28 = llvm.intr.fmuladd(%19, %24, %27) : (f32, f32, f32) -> f32
    llvm.store %28, %10 {alignment = 4 : i64} : f32, !llvm.ptr
    llvm.br ^bb4
  ^bb4:  // pred: ^bb3
    %29 = llvm.load %11 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %30 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %31 = llvm.icmp "ne" %29, %30 : !llvm.ptr
    llvm.cond_br %31, ^bb3, ^bb5
  ^bb5:  // pred: ^bb4
    %32 = llvm.load %10 {alignment = 4 : i64} : !llvm.ptr -> f32
    %33 = llvm.load %4 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %34 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %35 = llvm.sext %34 : i32 to i64
    %36 = llvm.getelementptr inbounds %33[%35] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %32, %36 {alignment = 4 : i64} : f32, !llvm.ptr
    llvm.br ^bb6
  ^bb6:  // pred: ^bb5
    %37 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %38 = llvm.add %37, %0 overflow<nsw> : i32
    llvm.store %38, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb7:  // pred: ^bb1
    llvm.return
  }
  llvm.func @returned(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %4 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %3 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %4 {alignment = 4 : i64} : i32, !llvm.ptr
    %8 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %9 = llvm.call @second(%8) : (!llvm.ptr {llvm.noundef}) -> !llvm.ptr
    llvm.store %9, %5 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %1, %6 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %2, %7 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb3
    %10 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.add %10, %0 overflow<nsw> : i32
    %12 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %13 = llvm.icmp "slt" %11, %12 : i32
    llvm.cond_br %13, ^bb2, ^bb4
  ^bb2:  // pred: ^bb1
    %14 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %15 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %16 = llvm.sext %15 : i32 to i64
    %17 = llvm.getelementptr inbounds %14[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %18 = llvm.load %17 {alignment = 8 : i64} : !llvm.ptr -> f64
    %19 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %20 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %21 = llvm.sext %20 : i32 to i64
    %22 = llvm.getelementptr inbounds %19[%21] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %23 = llvm.load %22 {alignment = 8 : i64} : !llvm.ptr -> f64
    %24 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> f64
    %25 = llvm.intr.fmuladd(%18, %23, %24) : (f64, f64, f64) -> f64
    llvm.store %25, %6 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // pred: ^bb2
    %26 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %27 = llvm.add %26, %0 overflow<nsw> : i32
    llvm.store %27, %7 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb4:  // pred: ^bb1
    %28 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %28 : f64
  }
  llvm.func internal @second(%arg0: !llvm.ptr {llvm.noundef}) -> !llvm.ptr {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %2 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %3 = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %4 = llvm.getelementptr inbounds %3[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.return %4 : !llvm.ptr
  }
  llvm.func @matrix(%arg0: !llvm.ptr {llvm.noundef}, %arg1: !llvm.ptr {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(6 : i32) : i32
    %4 = llvm.mlir.constant(5 : i32) : i32
    %5 = llvm.mlir.constant(0 : i64) : i64
    %6 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %10 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %11 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %6 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %7 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %1, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %2, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb7
    %12 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %13 = llvm.icmp "slt" %12, %3 : i32
    llvm.cond_br %13, ^bb2, ^bb8
  ^bb2:  // pred: ^bb1
    llvm.store %1, %10 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %2, %11 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // 2 preds: ^bb2, ^bb5
    %14 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %15 = llvm.icmp "slt" %14, %4 : i32
    llvm.cond_br %15, ^bb4, ^bb6
  ^bb4:  // pred: ^bb3
    %16 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %17 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %18 = llvm.sext %17 : i32 to i64
    %19 = llvm.getelementptr inbounds %16[%18] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<5 x f64>
    %20 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %21 = llvm.sext %20 : i32 to i64
    %22 = llvm.getelementptr inbounds %19[%5, %21] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<5 x f64>
    %23 = llvm.load %22 {alignment = 8 : i64} : !llvm.ptr -> f64
    %24 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %25 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %26 = llvm.sext %25 : i32 to i64
    %27 = llvm.getelementptr inbounds %24[%26] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %28 = llvm.load %27 {alignment = 8 : i64} : !llvm.ptr -> f64
    %29 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> f64
    %30 = llvm.intr.fmuladd(%23, %28, %29) : (f64, f64, f64) -> f64
    llvm.store %30, %10 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb5
  ^bb5:  // pred: ^bb4
    %31 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %32 = llvm.add %31, %0 overflow<nsw> : i32
    llvm.store %32, %11 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb6:  // pred: ^bb3
    %33 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> f64
    %34 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> f64
    %35 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %36 = llvm.intr.fmuladd(%33, %34, %35) : (f64, f64, f64) -> f64
    llvm.store %36, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // pred: ^bb6
    %37 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %38 = llvm.add %37, %0 overflow<nsw> : i32
    llvm.store %38, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb8:  // pred: ^bb1
    %39 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %39 : f64
  }
  llvm.func @indirect(%arg0: !llvm.ptr {llvm.noundef}, %arg1: !llvm.ptr {llvm.noundef}, %arg2: i32 {llvm.noundef}) ->
      f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %4 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %3 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %4 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg2, %5 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %1, %6 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %2, %7 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb3
    %8 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %9 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> i32
    %10 = llvm.icmp "slt" %8, %9 : i32
    llvm.cond_br %10, ^bb2, ^bb4
  ^bb2:  // pred: ^bb1
    %11 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %12 = llvm.load %4 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %13 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %14 = llvm.sext %13 : i32 to i64
    %15 = llvm.getelementptr inbounds %12[%14] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %16 = llvm.load %15 {alignment = 4 : i64} : !llvm.ptr -> i32
    %17 = llvm.sext %16 : i32 to i64
    %18 = llvm.getelementptr inbounds %11[%17] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %19 = llvm.load %18 {alignment = 8 : i64} : !llvm.ptr -> f64
    %20 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %21 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %22 = llvm.sext %21 : i32 to i64
    %23 = llvm.getelementptr inbounds %20[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %24 = llvm.load %23 {alignment = 8 : i64} : !llvm.ptr -> f64
    %25 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> f64
    %26 = llvm.intr.fmuladd(%19, %24, %25) : (f64, f64, f64) -> f64
    llvm.store %26, %6 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // pred: ^bb2
    %27 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %28 = llvm.add %27, %0 overflow<nsw> : i32
    llvm.store %28, %7 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb4:  // pred: ^bb1
    %29 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %29 : f64
  }
  llvm.func @in_place(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(8 : i64) : i64
    %3 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %4 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %3 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %4 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %0, %5 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb3
    %6 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> i32
    %7 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %8 = llvm.icmp "slt" %6, %7 : i32
    llvm.cond_br %8, ^bb2, ^bb4
  ^bb2:  // pred: ^bb1
    %9 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %10 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.sext %10 : i32 to i64
    %12 = llvm.getelementptr inbounds %9[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %13 = llvm.load %12 {alignment = 8 : i64} : !llvm.ptr -> f64
    %14 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %15 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> i32
    %16 = llvm.sub %15, %0 overflow<nsw> : i32
    %17 = llvm.sext %16 : i32 to i64
    %18 = llvm.getelementptr inbounds %14[%17] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %19 = llvm.load %18 {alignment = 8 : i64} : !llvm.ptr -> f64
    %20 = llvm.fmul %13, %19 : f64
    %21 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %22 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> i32
    %23 = llvm.sext %22 : i32 to i64
    %24 = llvm.getelementptr inbounds %21[%23] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %20, %24 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // pred: ^bb2
    %25 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> i32
    %26 = llvm.add %25, %0 overflow<nsw> : i32
    llvm.store %26, %5 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb4:  // pred: ^bb1
    %27 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %28 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %29 = llvm.getelementptr inbounds %28[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %30 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %31 = llvm.sub %30, %0 overflow<nsw> : i32
    %32 = llvm.sext %31 : i32 to i64
    %33 = llvm.mul %32, %2 : i64
    "llvm.intr.memmove"(%27, %29, %33) <{arg_attrs = [{llvm.align = 8 : i64}, {llvm.align = 8 : i64}, {}], isVolatile =
        false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    llvm.return
  }
  llvm.func @newton(%arg0: f64 {llvm.noundef}, %arg1: !llvm.ptr {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(9.9999999999999998E-13 : f64) : f64
    %3 = llvm.mlir.constant(false) : i1
    %4 = llvm.mlir.constant(50 : i32) : i32
    %5 = llvm.mlir.constant(5.000000e-01 : f64) : f64
    %6 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %6 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %arg1, %7 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %10 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.store %10, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %1, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb4
    %11 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %12 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %13 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> f64
    %14 = llvm.fneg %13 : f64
    %15 = llvm.intr.fmuladd(%11, %12, %14) : (f64, f64, f64) -> f64
    %16 = llvm.intr.fabs(%15) : (f64) -> f64
    %17 = llvm.fcmp "ogt" %16, %2 : f64
    llvm.cond_br %17, ^bb2, ^bb3(%3 : i1)
  ^bb2:  // pred: ^bb1
    %18 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %19 = llvm.icmp "slt" %18, %4 : i32
    llvm.br ^bb3(%19 : i1)
  ^bb3(%20: i1):  // 2 preds: ^bb1, ^bb2
    llvm.cond_br %20, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %21 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %22 = llvm.load %6 {alignment = 8 : i64} : !llvm.ptr -> f64
    %23 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %24 = llvm.fdiv %22, %23 : f64
    %25 = llvm.fadd %21, %24 : f64
    %26 = llvm.fmul %5, %25 : f64
    llvm.store %26, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    %27 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %28 = llvm.add %27, %0 overflow<nsw> : i32
    llvm.store %28, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb5:  // pred: ^bb3
    %29 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %30 = llvm.sitofp %29 : i32 to f64
    %31 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.store %30, %31 {alignment = 8 : i64} : f64, !llvm.ptr
    %32 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %32 : f64
  }
  llvm.func @length(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %3 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %4 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x i64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %3 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %4 {alignment = 4 : i64} : i32, !llvm.ptr
    %10 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.zext %10 : i32 to i64
    %12 = llvm.intr.stacksave : !llvm.ptr
    llvm.store %12, %5 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %13 = llvm.alloca %11 x f64 {alignment = 16 : i64} : (i64) -> !llvm.ptr
    llvm.store %11, %6 {alignment = 8 : i64} : i64, !llvm.ptr
    llvm.store %1, %7 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb3
    %14 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %15 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %16 = llvm.icmp "slt" %14, %15 : i32
    llvm.cond_br %16, ^bb2, ^bb4
  ^bb2:  // pred: ^bb1
    %17 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %18 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %19 = llvm.sext %18 : i32 to i64
    %20 = llvm.getelementptr inbounds %17[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %21 = llvm.load %20 {alignment = 8 : i64} : !llvm.ptr -> f64
    %22 = llvm.load %3 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %23 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %24 = llvm.sub %23, %0 overflow<nsw> : i32
    %25 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %26 = llvm.sub %24, %25 overflow<nsw> : i32
    %27 = llvm.sext %26 : i32 to i64
    %28 = llvm.getelementptr inbounds %22[%27] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %29 = llvm.load %28 {alignment = 8 : i64} : !llvm.ptr -> f64
    %30 = llvm.fmul %21, %29 : f64
    %31 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %32 = llvm.sext %31 : i32 to i64
    %33 = llvm.getelementptr inbounds %13[%32] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %30, %33 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // pred: ^bb2
    %34 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i32
    %35 = llvm.add %34, %0 overflow<nsw> : i32
    llvm.store %35, %7 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb4:  // pred: ^bb1
    llvm.store %2, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %1, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb5
  ^bb5:  // 2 preds: ^bb4, ^bb7
    %36 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %37 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %38 = llvm.icmp "slt" %36, %37 : i32
    llvm.cond_br %38, ^bb6, ^bb8
  ^bb6:  // pred: ^bb5
    %39 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %40 = llvm.sext %39 : i32 to i64
    %41 = llvm.getelementptr inbounds %13[%40] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %42 = llvm.load %41 {alignment = 8 : i64} : !llvm.ptr -> f64
    %43 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %44 = llvm.sext %43 : i32 to i64
    %45 = llvm.getelementptr inbounds %13[%44] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %46 = llvm.load %45 {alignment = 8 : i64} : !llvm.ptr -> f64
    %47 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %48 = llvm.intr.fmuladd(%42, %46, %47) : (f64, f64, f64) -> f64
    llvm.store %48, %8 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // pred: ^bb6
    %49 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %50 = llvm.add %49, %0 overflow<nsw> : i32
    llvm.store %50, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb5
  ^bb8:  // pred: ^bb5
    %51 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> f64
    %52 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.intr.stackrestore %52 : !llvm.ptr
    llvm.return %51 : f64
  }
  llvm.func @tables(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(3 : i32) : i32
    %4 = llvm.mlir.addressof @table : !llvm.ptr
    %5 = llvm.mlir.constant(0 : i64) : i64
    %6 = llvm.mlir.constant(1.000000e-01 : f64) : f64
    %7 = llvm.mlir.constant(2.000000e+00 : f64) : f64
    %8 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %10 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %11 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %8 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %9 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %1, %10 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %2, %11 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb3
    %12 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %13 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %14 = llvm.icmp "slt" %12, %13 : i32
    llvm.cond_br %14, ^bb2, ^bb4
  ^bb2:  // pred: ^bb1
    %15 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %16 = llvm.srem %15, %3 : i32
    %17 = llvm.sext %16 : i32 to i64
    %18 = llvm.getelementptr inbounds %4[%5, %17] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<3 x array<2 x f64>>
    %19 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %20 = llvm.and %19, %0 : i32
    %21 = llvm.sext %20 : i32 to i64
    %22 = llvm.getelementptr inbounds %18[%5, %21] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<2 x f64>
    %23 = llvm.load %22 {alignment = 8 : i64} : !llvm.ptr -> f64
    %24 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %25 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %26 = llvm.sext %25 : i32 to i64
    %27 = llvm.getelementptr inbounds %24[%26] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %28 = llvm.load %27 {alignment = 8 : i64} : !llvm.ptr -> f64
    %29 = llvm.fmul %23, %28 : f64
    %30 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %31 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %32 = llvm.sext %31 : i32 to i64
    %33 = llvm.getelementptr inbounds %30[%32] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %34 = llvm.load %33 {alignment = 8 : i64} : !llvm.ptr -> f64
    %35 = llvm.intr.maxnum(%34, %6) : (f64, f64) -> f64
    %36 = llvm.fmul %29, %35 : f64
    %37 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %38 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %39 = llvm.sext %38 : i32 to i64
    %40 = llvm.getelementptr inbounds %37[%39] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %41 = llvm.load %40 {alignment = 8 : i64} : !llvm.ptr -> f64
    %42 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %43 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %44 = llvm.sext %43 : i32 to i64
    %45 = llvm.getelementptr inbounds %42[%44] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %46 = llvm.load %45 {alignment = 8 : i64} : !llvm.ptr -> f64
    %47 = llvm.call @pow(%46, %7) : (f64 {llvm.noundef}, f64 {llvm.noundef}) -> f64
    %48 = llvm.intr.minnum(%41, %47) : (f64, f64) -> f64
    %49 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> f64
    %50 = llvm.intr.fmuladd(%36, %48, %49) : (f64, f64, f64) -> f64
    llvm.store %50, %10 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // pred: ^bb2
    %51 = llvm.load %11 {alignment = 4 : i64} : !llvm.ptr -> i32
    %52 = llvm.add %51, %0 overflow<nsw> : i32
    llvm.store %52, %11 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb4:  // pred: ^bb1
    %53 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %53 : f64
  }
  llvm.func @pow(f64 {llvm.noundef}, f64 {llvm.noundef}) -> f64
  llvm.func @early(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(3.000000e+00 : f64) : f64
    %4 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %6 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %7 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %5 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.store %arg1, %6 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %1, %7 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.store %2, %8 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb5
    %9 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %10 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.icmp "slt" %9, %10 : i32
    llvm.cond_br %11, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %12 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %13 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %14 = llvm.sext %13 : i32 to i64
    %15 = llvm.getelementptr inbounds %12[%14] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %16 = llvm.load %15 {alignment = 8 : i64} : !llvm.ptr -> f64
    %17 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %18 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %19 = llvm.sext %18 : i32 to i64
    %20 = llvm.getelementptr inbounds %17[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %21 = llvm.load %20 {alignment = 8 : i64} : !llvm.ptr -> f64
    %22 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> f64
    %23 = llvm.intr.fmuladd(%16, %21, %22) : (f64, f64, f64) -> f64
    llvm.store %23, %7 {alignment = 8 : i64} : f64, !llvm.ptr
    %24 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> f64
    %25 = llvm.fcmp "ogt" %24, %3 : f64
    llvm.cond_br %25, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    %26 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> f64
    %27 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %28 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %29 = llvm.sext %28 : i32 to i64
    %30 = llvm.getelementptr inbounds %27[%29] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %31 = llvm.load %30 {alignment = 8 : i64} : !llvm.ptr -> f64
    %32 = llvm.fmul %26, %31 : f64
    llvm.store %32, %4 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb7
  ^bb4:  // pred: ^bb2
    llvm.br ^bb5
  ^bb5:  // pred: ^bb4
    %33 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr -> i32
    %34 = llvm.add %33, %0 overflow<nsw> : i32
    llvm.store %34, %8 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.br ^bb1
  ^bb6:  // pred: ^bb1
    %35 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> f64
    %36 = llvm.fneg %35 : f64
    llvm.store %36, %4 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // 2 preds: ^bb3, ^bb6
    %37 = llvm.load %4 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.return %37 : f64
  }
  llvm.func @sqrt(f64 {llvm.noundef}) -> f64
}
