module {
  llvm.mlir.global internal unnamed_addr constant @table(dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00,
      4.000000e+00], [5.000000e+00, 6.500000e+00]]> : tensor<3x2xf64>) {addr_space = 0 : i32, alignment = 16 : i64,
      dso_local} : !llvm.array<3 x array<2 x f64>>
  llvm.func local_unnamed_addr @structs(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i64) : i64
    %3 = llvm.mlir.constant(8 : i64) : i64
    %4 = llvm.mlir.constant(16 : i64) : i64
    %5 = llvm.mlir.constant(-24 : i64) : i64
    %6 = llvm.mlir.constant(-16 : i64) : i64
    %7 = llvm.mlir.constant(-8 : i64) : i64
    %8 = llvm.mlir.constant(1 : i64) : i64
    %9 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %9, ^bb1, ^bb2(%1 : f64)
  ^bb1:  // pred: ^bb0
    %10 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb3(%2, %1 : i64, f64)
  ^bb2(%11: f64):  // 2 preds: ^bb0, ^bb5
    llvm.return %11 : f64
  ^bb3(%12: i64, %13: f64):  // 2 preds: ^bb1, ^bb5
    %14 = llvm.getelementptr inbounds|nuw %arg0[%12] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> f64
    %16 = llvm.getelementptr inbounds|nuw %14[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %17 = llvm.load %16 {alignment = 8 : i64} : !llvm.ptr -> f64
    %18 = llvm.getelementptr inbounds|nuw %14[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %19 = llvm.load %18 {alignment = 8 : i64} : !llvm.ptr -> f64
    %20 = llvm.icmp "eq" %12, %2 : i64
    llvm.cond_br %20, ^bb5(%19, %17, %15 : f64, f64, f64), ^bb4
  ^bb4:  // pred: ^bb3
    %21 = llvm.getelementptr %14[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %22 = llvm.load %21 {alignment = 8 : i64} : !llvm.ptr -> f64
    %23 = llvm.fsub %15, %22 : f64
    %24 = llvm.getelementptr %14[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %25 = llvm.load %24 {alignment = 8 : i64} : !llvm.ptr -> f64
    %26 = llvm.fsub %17, %25 : f64
    %27 = llvm.getelementptr %14[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %28 = llvm.load %27 {alignment = 8 : i64} : !llvm.ptr -> f64
    %29 = llvm.fsub %19, %28 : f64
    llvm.br ^bb5(%29, %26, %23 : f64, f64, f64)
  ^bb5(%30: f64, %31: f64, %32: f64):  // 2 preds: ^bb3, ^bb4
    %33 = llvm.fmul %31, %31 : f64
    %34 = llvm.intr.fmuladd(%32, %32, %33) : (f64, f64, f64) -> f64
    %35 = llvm.intr.fmuladd(%30, %30, %34) : (f64, f64, f64) -> f64
    %36 = llvm.call tail @sqrt(%35) : (f64 {llvm.noundef}) -> f64
    %37 = llvm.fmul %17, %17 : f64
    %38 = llvm.intr.fmuladd(%15, %15, %37) : (f64, f64, f64) -> f64
    %39 = llvm.intr.fmuladd(%19, %19, %38) : (f64, f64, f64) -> f64
    %40 = llvm.call tail @sqrt(%39) : (f64 {llvm.noundef}) -> f64
    %41 = llvm.fadd %36, %40 : f64
    %42 = llvm.fadd %13, %41 : f64
    %43 = llvm.add %12, %8 overflow<nsw, nuw> : i64
    %44 = llvm.icmp "eq" %43, %10 : i64
    llvm.cond_br %44, ^bb2(%42 : f64), ^bb3(%43, %42 : i64, f64)
  }
  llvm.func local_unnamed_addr @scratch(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(3 : i64) : i64
    %1 = llvm.mlir.constant(0 : i8) : i8
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(1 : i64) : i64
    %5 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %6 = llvm.sext %arg1 : i32 to i64
    %7 = llvm.shl %6, %0 overflow<nsw> : i64
    %8 = llvm.call tail @malloc(%7) : (i64 {llvm.noundef}) -> (!llvm.ptr {llvm.noalias})
    "llvm.intr.memset"(%8, %1, %7) <{arg_attrs = [{llvm.align = 8 : i64}, {}, {}], isVolatile = false}> : (!llvm.ptr,
        i8, i64) -> ()
    %9 = llvm.icmp "sgt" %arg1, %2 : i32
    llvm.cond_br %9, ^bb1, ^bb3
  ^bb1:  // pred: ^bb0
    %10 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb2(%3, %4 : i64, i64)
  ^bb2(%11: i64, %12: i64):  // 2 preds: ^bb1, ^bb5
    %13 = llvm.getelementptr inbounds|nuw %arg0[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %14 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> f64
    %15 = llvm.getelementptr inbounds|nuw %8[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %16 = llvm.load %15 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.br ^bb6(%3, %16 : i64, f64)
  ^bb3:  // 2 preds: ^bb0, ^bb5
    %17 = llvm.icmp "sgt" %arg1, %2 : i32
    llvm.cond_br %17, ^bb4, ^bb7(%5 : f64)
  ^bb4:  // pred: ^bb3
    %18 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb8(%3, %5 : i64, f64)
  ^bb5:  // pred: ^bb6
    llvm.store %26, %15 {alignment = 8 : i64} : f64, !llvm.ptr
    %19 = llvm.add %11, %4 overflow<nsw, nuw> : i64
    %20 = llvm.add %12, %4 overflow<nsw, nuw> : i64
    %21 = llvm.icmp "eq" %19, %10 : i64
    llvm.cond_br %21, ^bb3, ^bb2(%19, %20 : i64, i64)
  ^bb6(%22: i64, %23: f64):  // 2 preds: ^bb2, ^bb6
    %24 = llvm.getelementptr inbounds|nuw %arg0[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %25 = llvm.load %24 {alignment = 8 : i64} : !llvm.ptr -> f64
    %26 = llvm.intr.fmuladd(%25, %14, %23) : (f64, f64, f64) -> f64
    %27 = llvm.add %22, %4 overflow<nsw, nuw> : i64
    %28 = llvm.icmp "eq" %27, %12 : i64
    llvm.cond_br %28, ^bb5, ^bb6(%27, %26 : i64, f64)
  ^bb7(%29: f64):  // 2 preds: ^bb3, ^bb8
    llvm.call tail @free(%8) : (!llvm.ptr {llvm.noundef}) -> ()
    llvm.return %29 : f64
  ^bb8(%30: i64, %31: f64):  // 2 preds: ^bb4, ^bb8
    %32 = llvm.getelementptr inbounds|nuw %8[%30] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %33 = llvm.load %32 {alignment = 8 : i64} : !llvm.ptr -> f64
    %34 = llvm.call tail @sin(%33) : (f64 {llvm.noundef}) -> f64
    %35 = llvm.fadd %31, %34 : f64
    %36 = llvm.add %30, %4 overflow<nsw, nuw> : i64
    %37 = llvm.icmp "eq" %36, %18 : i64
    llvm.cond_br %37, ^bb7(%35 : f64), ^bb8(%36, %35 : i64, f64)
  }
  llvm.func local_unnamed_addr @malloc(i64 {llvm.noundef}) -> !llvm.ptr
  llvm.func local_unnamed_addr @sin(f64 {llvm.noundef}) -> f64
  llvm.func local_unnamed_addr @free(!llvm.ptr {llvm.allocptr, llvm.nocapture, llvm.noundef})
  llvm.func local_unnamed_addr @exchange(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(64 : i64) : i64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(1 : i64) : i64
    %5 = llvm.mlir.constant(7 : i64) : i64
    %6 = llvm.mlir.constant(2.500000e-01 : f64) : f64
    %7 = llvm.mlir.constant(5.000000e-01 : f64) : f64
    %8 = llvm.mlir.constant(8 : i64) : i64
    %9 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %10 = llvm.alloca %0 x !llvm.array<2 x array<8 x f64>> {alignment = 16 : i64} : (i32) -> !llvm.ptr
    llvm.intr.lifetime.start %10 : !llvm.ptr
    "llvm.intr.memcpy"(%10, %arg0, %1) <{arg_attrs = [{llvm.align = 16 : i64, llvm.dereferenceable = 64 : i64,
        llvm.nonnull, llvm.noundef}, {llvm.align = 8 : i64, llvm.dereferenceable = 64 : i64, llvm.nonnull,
        llvm.noundef}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %11 = llvm.icmp "sgt" %arg1, %2 : i32
    llvm.cond_br %11, ^bb1, ^bb3(%10 : !llvm.ptr)
  ^bb1:  // pred: ^bb0
    %12 = llvm.getelementptr inbounds|nuw %10[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.br ^bb2(%10, %2, %12 : !llvm.ptr, i32, !llvm.ptr)
  ^bb2(%13: !llvm.ptr, %14: i32, %15: !llvm.ptr):  // 2 preds: ^bb1, ^bb4
    llvm.br ^bb5(%3 : i64)
  ^bb3(%16: !llvm.ptr):  // 2 preds: ^bb0, ^bb4
    llvm.br ^bb7(%3, %9 : i64, f64)
  ^bb4:  // pred: ^bb5
    %17 = llvm.add %14, %0 overflow<nsw, nuw> : i32
    %18 = llvm.icmp "eq" %17, %arg1 : i32
    llvm.cond_br %18, ^bb3(%15 : !llvm.ptr), ^bb2(%15, %17, %13 : !llvm.ptr, i32, !llvm.ptr)
  ^bb5(%19: i64):  // 2 preds: ^bb2, ^bb5
    %20 = llvm.getelementptr inbounds|nuw %13[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %21 = llvm.load %20 {alignment = 8 : i64} : !llvm.ptr -> f64
    %22 = llvm.add %19, %4 overflow<nsw, nuw> : i64
    %23 = llvm.and %22, %5 : i64
    %24 = llvm.getelementptr inbounds|nuw %13[%23] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %25 = llvm.load %24 {alignment = 8 : i64} : !llvm.ptr -> f64
    %26 = llvm.fmul %25, %6 : f64
    %27 = llvm.add %19, %5 overflow<nuw> : i64
    %28 = llvm.and %27, %5 : i64
    %29 = llvm.getelementptr inbounds|nuw %13[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %30 = llvm.load %29 {alignment = 8 : i64} : !llvm.ptr -> f64
    %31 = llvm.fmul %26, %30 : f64
    %32 = llvm.intr.fmuladd(%21, %7, %31) : (f64, f64, f64) -> f64
    %33 = llvm.getelementptr inbounds|nuw %15[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %32, %33 {alignment = 8 : i64} : f64, !llvm.ptr
    %34 = llvm.icmp "eq" %22, %8 : i64
    llvm.cond_br %34, ^bb4, ^bb5(%22 : i64)
  ^bb6:  // pred: ^bb7
    llvm.intr.lifetime.end %10 : !llvm.ptr
    llvm.return %42 : f64
  ^bb7(%35: i64, %36: f64):  // 2 preds: ^bb3, ^bb7
    %37 = llvm.getelementptr inbounds|nuw %16[%35] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %38 = llvm.load %37 {alignment = 8 : i64} : !llvm.ptr -> f64
    %39 = llvm.add %35, %4 overflow<nsw, nuw> : i64
    %40 = llvm.trunc %39 overflow<nsw, nuw> : i64 to i32
    %41 = llvm.uitofp nneg %40 : i32 to f64
    %42 = llvm.intr.fmuladd(%38, %41, %36) : (f64, f64, f64) -> f64
    %43 = llvm.icmp "eq" %39, %8 : i64
    llvm.cond_br %43, ^bb6, ^bb7(%39, %42 : i64, f64)
  }
  llvm.func local_unnamed_addr @chosen(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr
      {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}, %arg3: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i64) : i64
    %3 = llvm.mlir.constant(1 : i64) : i64
    %4 = llvm.icmp "eq" %arg2, %0 : i32
    %5 = llvm.select %4, %arg1, %arg0 : i1, !llvm.ptr
    %6 = llvm.icmp "sgt" %arg3, %0 : i32
    llvm.cond_br %6, ^bb1, ^bb2(%1 : f64)
  ^bb1:  // pred: ^bb0
    %7 = llvm.zext nneg %arg3 : i32 to i64
    llvm.br ^bb3(%2, %1 : i64, f64)
  ^bb2(%8: f64):  // 2 preds: ^bb0, ^bb3
    llvm.return %8 : f64
  ^bb3(%9: i64, %10: f64):  // 2 preds: ^bb1, ^bb3
    %11 = llvm.getelementptr inbounds|nuw %5[%9] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %12 = llvm.load %11 {alignment = 8 : i64} : !llvm.ptr -> f64
    %13 = llvm.fadd %12, %1 : f64
    %14 = llvm.fmul %10, %13 : f64
    %15 = llvm.add %9, %3 overflow<nsw, nuw> : i64
    %16 = llvm.icmp "eq" %15, %7 : i64
    llvm.cond_br %16, ^bb2(%14 : f64), ^bb3(%15, %14 : i64, f64)
  }
  llvm.func local_unnamed_addr @branches(%arg0: f64 {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    llvm.switch %arg1 : i32, ^bb4 [
      0: ^bb1,
      1: ^bb2,
      5: ^bb3
    ]
  ^bb1:  // pred: ^bb0
    %0 = llvm.call tail @sin(%arg0) : (f64 {llvm.noundef}) -> f64
    llvm.br ^bb6(%0 : f64)
  ^bb2:  // pred: ^bb0
    %1 = llvm.fmul %arg0, %arg0 : f64
    llvm.br ^bb6(%1 : f64)
  ^bb3:  // pred: ^bb0
    %2 = llvm.call tail @exp(%arg0) : (f64 {llvm.noundef}) -> f64
    llvm.br ^bb5(%2 : f64)
  ^bb4:  // pred: ^bb0
    %3 = llvm.sitofp %arg1 : i32 to f64
    %4 = llvm.fadd %arg0, %3 : f64
    llvm.br ^bb5(%4 : f64)
  ^bb5(%5: f64):  // 2 preds: ^bb3, ^bb4
    %6 = llvm.fmul %5, %5 : f64
    %7 = llvm.fmul %5, %6 : f64
    llvm.br ^bb6(%7 : f64)
  ^bb6(%8: f64):  // 3 preds: ^bb1, ^bb2, ^bb5
    llvm.return %8 : f64
  }
  llvm.func local_unnamed_addr @exp(f64 {llvm.noundef}) -> f64
  llvm.func local_unnamed_addr @horner(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg1: !llvm.ptr
      {llvm.noundef, llvm.readonly}, %arg2: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg3: i32
      {llvm.noundef}, %arg4: i32 {llvm.noundef}) {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %3 = llvm.mlir.constant(-4 : i64) : i64
    %4 = llvm.mlir.constant(1 : i64) : i64
    %5 = llvm.icmp "sgt" %arg3, %0 : i32
    llvm.cond_br %5, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %6 = llvm.sext %arg4 : i32 to i64
    %7 = llvm.getelementptr inbounds %arg1[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %8 = llvm.zext nneg %arg3 : i32 to i64
    llvm.br ^bb3(%1 : i64)
  ^bb2:  // 2 preds: ^bb0, ^bb5
    llvm.return
  ^bb3(%9: i64):  // 2 preds: ^bb1, ^bb5
    %10 = llvm.getelementptr inbounds|nuw %arg2[%9] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %11 = llvm.load %10 {alignment = 4 : i64} : !llvm.ptr -> f32
    llvm.br ^bb4(%2, %7 : f32, !llvm.ptr)
  ^bb4(%12: f32, %13: !llvm.ptr):  // 2 preds: ^bb3, ^bb4
    %14 = llvm.getelementptr inbounds %13[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %15 = llvm.load %14 {alignment = 4 : i64} : !llvm.ptr -> f32
    %16 = llvm.intr.fmuladd(%12, %11, %15) : (f32, f32, f32) -> f32
    %17 = llvm.icmp "eq" %14, %arg1 : !llvm.ptr
    llvm.cond_br %17, ^bb5, ^bb4(%16, %14 : f32, !llvm.ptr)
  ^bb5:  // pred: ^bb4
    %18 = llvm.getelementptr inbounds|nuw %arg0[%9] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %16, %18 {alignment = 4 : i64} : f32, !llvm.ptr
    %19 = llvm.add %9, %4 overflow<nsw, nuw> : i64
    %20 = llvm.icmp "eq" %19, %8 : i64
    llvm.cond_br %20, ^bb2, ^bb3(%19 : i64)
  }
  llvm.func local_unnamed_addr @returned(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(8 : i64) : i64
    %1 = llvm.mlir.constant(1 : i32) : i32
    %2 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %3 = llvm.mlir.constant(-1 : i32) : i32
    %4 = llvm.mlir.constant(0 : i64) : i64
    %5 = llvm.mlir.constant(1 : i64) : i64
    %6 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %7 = llvm.icmp "sgt" %arg1, %1 : i32
    llvm.cond_br %7, ^bb1, ^bb2(%2 : f64)
  ^bb1:  // pred: ^bb0
    %8 = llvm.add %arg1, %3 overflow<nsw> : i32
    %9 = llvm.zext nneg %8 : i32 to i64
    llvm.br ^bb3(%4, %2 : i64, f64)
  ^bb2(%10: f64):  // 2 preds: ^bb0, ^bb3
    llvm.return %10 : f64
  ^bb3(%11: i64, %12: f64):  // 2 preds: ^bb1, ^bb3
    %13 = llvm.getelementptr inbounds|nuw %6[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %14 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> f64
    %15 = llvm.getelementptr inbounds|nuw %arg0[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %16 = llvm.load %15 {alignment = 8 : i64} : !llvm.ptr -> f64
    %17 = llvm.intr.fmuladd(%14, %16, %12) : (f64, f64, f64) -> f64
    %18 = llvm.add %11, %5 overflow<nsw, nuw> : i64
    %19 = llvm.icmp "eq" %18, %9 : i64
    llvm.cond_br %19, ^bb2(%17 : f64), ^bb3(%18, %17 : i64, f64)
  }
  llvm.func local_unnamed_addr @matrix(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr
      {llvm.nocapture, llvm.noundef, llvm.readonly}) -> f64 {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(1 : i64) : i64
    %3 = llvm.mlir.constant(5 : i64) : i64
    %4 = llvm.mlir.constant(6 : i64) : i64
    llvm.br ^bb1(%0, %1 : i64, f64)
  ^bb1(%5: i64, %6: f64):  // 2 preds: ^bb0, ^bb3
    %7 = llvm.getelementptr inbounds|nuw %arg0[%5] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<5 x f64>
    llvm.br ^bb4(%0, %1 : i64, f64)
  ^bb2:  // pred: ^bb3
    llvm.return %8 : f64
  ^bb3:  // pred: ^bb4
    %8 = llvm.intr.fmuladd(%17, %17, %6) : (f64, f64, f64) -> f64
    %9 = llvm.add %5, %2 overflow<nsw, nuw> : i64
    %10 = llvm.icmp "eq" %9, %4 : i64
    llvm.cond_br %10, ^bb2, ^bb1(%9, %8 : i64, f64)
  ^bb4(%11: i64, %12: f64):  // 2 preds: ^bb1, ^bb4
    %13 = llvm.getelementptr inbounds|nuw %7[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %14 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> f64
    %15 = llvm.getelementptr inbounds|nuw %arg1[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %16 = llvm.load %15 {alignment = 8 : i64} : !llvm.ptr -> f64
    %17 = llvm.intr.fmuladd(%14, %16, %12) : (f64, f64, f64) -> f64
    %18 = llvm.add %11, %2 overflow<nsw, nuw> : i64
    %19 = llvm.icmp "eq" %18, %3 : i64
    llvm.cond_br %19, ^bb3, ^bb4(%18, %17 : i64, f64)
  }
  llvm.func local_unnamed_addr @indirect(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1:
      !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i64) : i64
    %3 = llvm.mlir.constant(1 : i64) : i64
    %4 = llvm.icmp "sgt" %arg2, %0 : i32
    llvm.cond_br %4, ^bb1, ^bb2(%1 : f64)
  ^bb1:  // pred: ^bb0
    %5 = llvm.zext nneg %arg2 : i32 to i64
    llvm.br ^bb3(%2, %1 : i64, f64)
  ^bb2(%6: f64):  // 2 preds: ^bb0, ^bb3
    llvm.return %6 : f64
  ^bb3(%7: i64, %8: f64):  // 2 preds: ^bb1, ^bb3
    %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %10 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.sext %10 : i32 to i64
    %12 = llvm.getelementptr inbounds %arg0[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %13 = llvm.load %12 {alignment = 8 : i64} : !llvm.ptr -> f64
    %14 = llvm.getelementptr inbounds|nuw %arg0[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> f64
    %16 = llvm.intr.fmuladd(%13, %15, %8) : (f64, f64, f64) -> f64
    %17 = llvm.add %7, %3 overflow<nsw, nuw> : i64
    %18 = llvm.icmp "eq" %17, %5 : i64
    llvm.cond_br %18, ^bb2(%16 : f64), ^bb3(%17, %16 : i64, f64)
  }
  llvm.func local_unnamed_addr @in_place(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: i32 {llvm.noundef}) {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(8 : i64) : i64
    %3 = llvm.mlir.constant(-1 : i32) : i32
    %4 = llvm.mlir.constant(3 : i64) : i64
    %5 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %5, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %6 = llvm.zext nneg %arg1 : i32 to i64
    %7 = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> f64
    llvm.br ^bb3(%7, %1 : f64, i64)
  ^bb2:  // 2 preds: ^bb0, ^bb3
    %8 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %9 = llvm.add %arg1, %3 overflow<nsw> : i32
    %10 = llvm.sext %9 : i32 to i64
    %11 = llvm.shl %10, %4 overflow<nsw> : i64
    "llvm.intr.memmove"(%arg0, %8, %11) <{arg_attrs = [{llvm.align = 8 : i64}, {llvm.align = 8 : i64, llvm.nonnull},
        {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    llvm.return
  ^bb3(%12: f64, %13: i64):  // 2 preds: ^bb1, ^bb3
    %14 = llvm.getelementptr inbounds|nuw %arg0[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> f64
    %16 = llvm.fmul %15, %12 : f64
    llvm.store %16, %14 {alignment = 8 : i64} : f64, !llvm.ptr
    %17 = llvm.add %13, %1 overflow<nsw, nuw> : i64
    %18 = llvm.icmp "eq" %17, %6 : i64
    llvm.cond_br %18, ^bb2, ^bb3(%16, %17 : f64, i64)
  }
  llvm.func local_unnamed_addr @newton(%arg0: f64 {llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef,
      llvm.writeonly}) -> f64 {
    %0 = llvm.mlir.constant(9.9999999999999998E-13 : f64) : f64
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %3 = llvm.mlir.constant(5.000000e-01 : f64) : f64
    %4 = llvm.mlir.constant(1 : i32) : i32
    %5 = llvm.mlir.constant(49 : i32) : i32
    %6 = llvm.mlir.constant(false) : i1
    %7 = llvm.fneg %arg0 : f64
    %8 = llvm.intr.fmuladd(%arg0, %arg0, %7) : (f64, f64, f64) -> f64
    %9 = llvm.intr.fabs(%8) : (f64) -> f64
    %10 = llvm.fcmp "ogt" %9, %0 : f64
    llvm.cond_br %10, ^bb1(%1, %arg0 : i32, f64), ^bb3(%arg0, %2 : f64, f64)
  ^bb1(%11: i32, %12: f64):  // 2 preds: ^bb0, ^bb1
    %13 = llvm.fdiv %arg0, %12 : f64
    %14 = llvm.fadd %12, %13 : f64
    %15 = llvm.fmul %14, %3 : f64
    %16 = llvm.add %11, %4 overflow<nsw, nuw> : i32
    %17 = llvm.intr.fmuladd(%15, %15, %7) : (f64, f64, f64) -> f64
    %18 = llvm.intr.fabs(%17) : (f64) -> f64
    %19 = llvm.fcmp "ogt" %18, %0 : f64
    %20 = llvm.icmp "ult" %11, %5 : i32
    %21 = llvm.select %19, %20, %6 : i1, i1
    llvm.cond_br %21, ^bb1(%16, %15 : i32, f64), ^bb2
  ^bb2:  // pred: ^bb1
    %22 = llvm.uitofp nneg %16 : i32 to f64
    llvm.br ^bb3(%15, %22 : f64, f64)
  ^bb3(%23: f64, %24: f64):  // 2 preds: ^bb0, ^bb2
    llvm.store %24, %arg1 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.return %23 : f64
  }
  llvm.func local_unnamed_addr @length(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
    %3 = llvm.mlir.constant(1 : i64) : i64
    %4 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %5 = llvm.zext %arg1 : i32 to i64
    %6 = llvm.alloca %5 x f64 {alignment = 16 : i64} : (i64) -> !llvm.ptr
    %7 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %7, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %8 = llvm.zext nneg %arg1 : i32 to i64
    %9 = llvm.zext nneg %arg1 : i32 to i64
    %10 = llvm.getelementptr %arg0[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.br ^bb4(%1 : i64)
  ^bb2:  // 2 preds: ^bb0, ^bb4
    %11 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %11, ^bb3, ^bb5(%4 : f64)
  ^bb3:  // pred: ^bb2
    %12 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb6(%1, %4 : i64, f64)
  ^bb4(%13: i64):  // 2 preds: ^bb1, ^bb4
    %14 = llvm.getelementptr inbounds|nuw %arg0[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> f64
    %16 = llvm.xor %13, %2 : i64
    %17 = llvm.getelementptr %10[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %18 = llvm.load %17 {alignment = 8 : i64} : !llvm.ptr -> f64
    %19 = llvm.fmul %15, %18 : f64
    %20 = llvm.getelementptr inbounds|nuw %6[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %19, %20 {alignment = 8 : i64} : f64, !llvm.ptr
    %21 = llvm.add %13, %3 overflow<nsw, nuw> : i64
    %22 = llvm.icmp "eq" %21, %9 : i64
    llvm.cond_br %22, ^bb2, ^bb4(%21 : i64)
  ^bb5(%23: f64):  // 2 preds: ^bb2, ^bb6
    llvm.return %23 : f64
  ^bb6(%24: i64, %25: f64):  // 2 preds: ^bb3, ^bb6
    %26 = llvm.getelementptr inbounds|nuw %6[%24] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %27 = llvm.load %26 {alignment = 8 : i64} : !llvm.ptr -> f64
    %28 = llvm.intr.fmuladd(%27, %27, %25) : (f64, f64, f64) -> f64
    %29 = llvm.add %24, %3 overflow<nsw, nuw> : i64
    %30 = llvm.icmp "eq" %29, %12 : i64
    llvm.cond_br %30, ^bb5(%28 : f64), ^bb6(%29, %28 : i64, f64)
  }
  llvm.func local_unnamed_addr @tables(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i64) : i64
    %3 = llvm.mlir.constant(3 : i32) : i32
    %4 = llvm.mlir.addressof @table : !llvm.ptr
    %5 = llvm.mlir.constant(1 : i64) : i64
    %6 = llvm.mlir.constant(1.000000e-01 : f64) : f64
    %7 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %7, ^bb1, ^bb2(%1 : f64)
  ^bb1:  // pred: ^bb0
    %8 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb3(%2, %1 : i64, f64)
  ^bb2(%9: f64):  // 2 preds: ^bb0, ^bb3
    llvm.return %9 : f64
  ^bb3(%10: i64, %11: f64):  // 2 preds: ^bb1, ^bb3
    %12 = llvm.trunc %10 overflow<nsw, nuw> : i64 to i32
    %13 = llvm.urem %12, %3 : i32
    %14 = llvm.zext nneg %13 : i32 to i64
    %15 = llvm.getelementptr inbounds|nuw %4[%14] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f64>
    %16 = llvm.and %10, %5 : i64
    %17 = llvm.getelementptr inbounds|nuw %15[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %18 = llvm.load %17 {alignment = 8 : i64} : !llvm.ptr -> f64
    %19 = llvm.getelementptr inbounds|nuw %arg0[%10] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %20 = llvm.load %19 {alignment = 8 : i64} : !llvm.ptr -> f64
    %21 = llvm.fmul %18, %20 : f64
    %22 = llvm.intr.maxnum(%20, %6) : (f64, f64) -> f64
    %23 = llvm.fmul %21, %22 : f64
    %24 = llvm.fmul %20, %20 : f64
    %25 = llvm.intr.minnum(%20, %24) : (f64, f64) -> f64
    %26 = llvm.intr.fmuladd(%23, %25, %11) : (f64, f64, f64) -> f64
    %27 = llvm.add %10, %5 overflow<nsw, nuw> : i64
    %28 = llvm.icmp "eq" %27, %8 : i64
    llvm.cond_br %28, ^bb2(%26 : f64), ^bb3(%27, %26 : i64, f64)
  }
  llvm.func local_unnamed_addr @early(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(false) : i1
    %2 = llvm.mlir.undef : f64
    %3 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %4 = llvm.mlir.constant(0 : i64) : i64
    %5 = llvm.mlir.constant(3.000000e+00 : f64) : f64
    %6 = llvm.mlir.constant(1 : i64) : i64
    %7 = llvm.mlir.constant(true) : i1
    %8 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %8, ^bb1, ^bb5(%1, %2, %3 : i1, f64, f64)
  ^bb1:  // pred: ^bb0
    %9 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb3(%4, %3 : i64, f64)
  ^bb2:  // pred: ^bb3
    %10 = llvm.add %12, %6 overflow<nsw, nuw> : i64
    %11 = llvm.icmp "eq" %10, %9 : i64
    llvm.cond_br %11, ^bb5(%1, %2, %16 : i1, f64, f64), ^bb3(%10, %16 : i64, f64)
  ^bb3(%12: i64, %13: f64):  // 2 preds: ^bb1, ^bb2
    %14 = llvm.getelementptr inbounds|nuw %arg0[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> f64
    %16 = llvm.intr.fmuladd(%15, %15, %13) : (f64, f64, f64) -> f64
    %17 = llvm.fcmp "ogt" %16, %5 : f64
    llvm.cond_br %17, ^bb4, ^bb2
  ^bb4:  // pred: ^bb3
    %18 = llvm.fmul %15, %16 : f64
    llvm.br ^bb5(%7, %18, %16 : i1, f64, f64)
  ^bb5(%19: i1, %20: f64, %21: f64):  // 3 preds: ^bb0, ^bb2, ^bb4
    %22 = llvm.fneg %21 : f64
    %23 = llvm.select %19, %20, %22 : i1, f64
    llvm.return %23 : f64
  }
  llvm.func local_unnamed_addr @sqrt(f64 {llvm.noundef}) -> f64
}
