module {
  llvm.mlir.global internal unnamed_addr constant @table(dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00,
      4.000000e+00], [5.000000e+00, 6.500000e+00]]> : tensor<3x2xf64>) {addr_space = 0 : i32, alignment = 16 : i64,
      dso_local} : !llvm.array<3 x array<2 x f64>>
  llvm.func local_unnamed_addr @structs(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i64) : i64
    %3 = llvm.mlir.constant(16 : i64) : i64
    %4 = llvm.mlir.constant(-24 : i64) : i64
    %5 = llvm.mlir.constant(-8 : i64) : i64
    %6 = llvm.mlir.constant(1 : i64) : i64
    %7 = llvm.mlir.poison : vector<2xf64>
    %8 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %8, ^bb1, ^bb2(%1 : f64)
  ^bb1:  // pred: ^bb0
    %9 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb3(%2, %1 : i64, f64)
  ^bb2(%10: f64):  // 2 preds: ^bb0, ^bb5
    llvm.return %10 : f64
  ^bb3(%11: i64, %12: f64):  // 2 preds: ^bb1, ^bb5
    %13 = llvm.getelementptr inbounds|nuw %arg0[%11] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.vec", (f64,
        f64, f64)>
    %14 = llvm.load %13 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %15 = llvm.getelementptr inbounds|nuw %13[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %16 = llvm.load %15 {alignment = 8 : i64} : !llvm.ptr -> f64
    %17 = llvm.icmp "eq" %11, %2 : i64
    llvm.cond_br %17, ^bb5(%16, %14 : f64, vector<2xf64>), ^bb4
  ^bb4:  // pred: ^bb3
    %18 = llvm.getelementptr %13[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %19 = llvm.load %18 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %20 = llvm.fsub %14, %19 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %21 = llvm.getelementptr %13[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %22 = llvm.load %21 {alignment = 8 : i64} : !llvm.ptr -> f64
    %23 = llvm.fsub %16, %22 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.br ^bb5(%23, %20 : f64, vector<2xf64>)
  ^bb5(%24: f64, %25: vector<2xf64>):  // 2 preds: ^bb3, ^bb4
    %26 = llvm.fmul %25, %25 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %27 = llvm.fmul %24, %24 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %28 = llvm.extractelement %26[%6 : i64] : vector<2xf64>
    %29 = llvm.fadd %28, %27 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %30 = llvm.extractelement %26[%2 : i64] : vector<2xf64>
    %31 = llvm.fadd %29, %30 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %32 = llvm.intr.sqrt(%31) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
    %33 = llvm.fmul %14, %14 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %34 = llvm.fmul %14, %14 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %35 = llvm.shufflevector %34, %7 [1, -1] : vector<2xf64>
    %36 = llvm.fadd %35, %33 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %37 = llvm.extractelement %36[%2 : i64] : vector<2xf64>
    %38 = llvm.fmul %16, %16 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %39 = llvm.fadd %37, %38 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %40 = llvm.intr.sqrt(%39) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
    %41 = llvm.fadd %40, %12 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %42 = llvm.fadd %41, %32 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %43 = llvm.add %11, %6 overflow<nsw, nuw> : i64
    %44 = llvm.icmp "eq" %43, %9 : i64
    llvm.cond_br %44, ^bb2(%42 : f64), ^bb3(%43, %42 : i64, f64)
  }
  llvm.func local_unnamed_addr @scratch(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(3 : i64) : i64
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %4 = llvm.mlir.constant(0 : i64) : i64
    %5 = llvm.mlir.constant(2 : i64) : i64
    %6 = llvm.mlir.constant(9223372036854775806 : i64) : i64
    %7 = llvm.mlir.poison : f64
    %8 = llvm.mlir.undef : vector<2xf64>
    %9 = llvm.mlir.constant(0 : i32) : i32
    %10 = llvm.insertelement %7, %8[%9 : i32] : vector<2xf64>
    %11 = llvm.mlir.constant(1 : i32) : i32
    %12 = llvm.insertelement %3, %10[%11 : i32] : vector<2xf64>
    %13 = llvm.mlir.poison : vector<2xf64>
    %14 = llvm.mlir.constant(1 : i32) : i32
    %15 = llvm.mlir.constant(2147483646 : i64) : i64
    %16 = llvm.mlir.constant(dense<0.000000e+00> : vector<2xf64>) : vector<2xf64>
    %17 = llvm.sext %arg1 : i32 to i64
    %18 = llvm.shl %17, %0 overflow<nsw> : i64
    %19 = llvm.call tail @calloc(%1, %18) : (i64, i64) -> !llvm.ptr
    %20 = llvm.icmp "sgt" %arg1, %2 : i32
    llvm.cond_br %20, ^bb1, ^bb14(%3 : f64)
  ^bb1:  // pred: ^bb0
    %21 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb2(%4, %1 : i64, i64)
  ^bb2(%22: i64, %23: i64):  // 2 preds: ^bb1, ^bb12
    %24 = llvm.getelementptr inbounds|nuw %arg0[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %25 = llvm.load %24 {alignment = 8 : i64} : !llvm.ptr -> f64
    %26 = llvm.getelementptr inbounds|nuw %19[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %27 = llvm.load %26 {alignment = 8 : i64} : !llvm.ptr -> f64
    %28 = llvm.icmp "ult" %23, %5 : i64
    llvm.cond_br %28, ^bb6(%4, %27 : i64, f64), ^bb3
  ^bb3:  // pred: ^bb2
    %29 = llvm.and %23, %6 : i64
    %30 = llvm.insertelement %27, %12[%4 : i64] : vector<2xf64>
    %31 = llvm.insertelement %25, %13[%4 : i64] : vector<2xf64>
    %32 = llvm.shufflevector %31, %13 [0, 0] : vector<2xf64>
    llvm.br ^bb4(%4, %30 : i64, vector<2xf64>)
  ^bb4(%33: i64, %34: vector<2xf64>):  // 2 preds: ^bb3, ^bb4
    %35 = llvm.getelementptr inbounds|nuw %arg0[%33] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %36 = llvm.load %35 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %37 = llvm.fmul %32, %36 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %38 = llvm.fadd %34, %37 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %39 = llvm.add %33, %5 overflow<nuw> : i64
    %40 = llvm.icmp "eq" %39, %29 : i64
    llvm.cond_br %40, ^bb5, ^bb4(%39, %38 : i64, vector<2xf64>)
  ^bb5:  // pred: ^bb4
    %41 = "llvm.intr.vector.reduce.fadd"(%3, %38) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) -> f64
    %42 = llvm.icmp "eq" %23, %29 : i64
    llvm.cond_br %42, ^bb12(%41 : f64), ^bb6(%29, %41 : i64, f64)
  ^bb6(%43: i64, %44: f64):  // 2 preds: ^bb2, ^bb5
    llvm.br ^bb13(%43, %44 : i64, f64)
  ^bb7:  // pred: ^bb12
    %45 = llvm.zext nneg %arg1 : i32 to i64
    %46 = llvm.icmp "eq" %arg1, %14 : i32
    llvm.cond_br %46, ^bb11(%4, %3 : i64, f64), ^bb8
  ^bb8:  // pred: ^bb7
    %47 = llvm.and %21, %15 : i64
    llvm.br ^bb9(%4, %16 : i64, vector<2xf64>)
  ^bb9(%48: i64, %49: vector<2xf64>):  // 2 preds: ^bb8, ^bb9
    %50 = llvm.getelementptr inbounds|nuw %19[%48] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %51 = llvm.load %50 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %52 = llvm.intr.sin(%51) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
    %53 = llvm.fadd %52, %49 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %54 = llvm.add %48, %5 overflow<nuw> : i64
    %55 = llvm.icmp "eq" %54, %47 : i64
    llvm.cond_br %55, ^bb10, ^bb9(%54, %53 : i64, vector<2xf64>)
  ^bb10:  // pred: ^bb9
    %56 = "llvm.intr.vector.reduce.fadd"(%3, %53) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) -> f64
    %57 = llvm.icmp "eq" %47, %21 : i64
    llvm.cond_br %57, ^bb14(%56 : f64), ^bb11(%47, %56 : i64, f64)
  ^bb11(%58: i64, %59: f64):  // 2 preds: ^bb7, ^bb10
    llvm.br ^bb15(%58, %59 : i64, f64)
  ^bb12(%60: f64):  // 2 preds: ^bb5, ^bb13
    llvm.store %60, %26 {alignment = 8 : i64} : f64, !llvm.ptr
    %61 = llvm.add %22, %1 overflow<nsw, nuw> : i64
    %62 = llvm.add %23, %1 overflow<nsw, nuw> : i64
    %63 = llvm.icmp "eq" %61, %21 : i64
    llvm.cond_br %63, ^bb7, ^bb2(%61, %62 : i64, i64)
  ^bb13(%64: i64, %65: f64):  // 2 preds: ^bb6, ^bb13
    %66 = llvm.getelementptr inbounds|nuw %arg0[%64] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %67 = llvm.load %66 {alignment = 8 : i64} : !llvm.ptr -> f64
    %68 = llvm.fmul %25, %67 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %69 = llvm.fadd %65, %68 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %70 = llvm.add %64, %1 overflow<nsw, nuw> : i64
    %71 = llvm.icmp "eq" %70, %23 : i64
    llvm.cond_br %71, ^bb12(%69 : f64), ^bb13(%70, %69 : i64, f64)
  ^bb14(%72: f64):  // 3 preds: ^bb0, ^bb10, ^bb15
    llvm.call tail @free(%19) : (!llvm.ptr {llvm.noundef}) -> ()
    llvm.return %72 : f64
  ^bb15(%73: i64, %74: f64):  // 2 preds: ^bb11, ^bb15
    %75 = llvm.getelementptr inbounds|nuw %19[%73] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %76 = llvm.load %75 {alignment = 8 : i64} : !llvm.ptr -> f64
    %77 = llvm.intr.sin(%76) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
    %78 = llvm.fadd %77, %74 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %79 = llvm.add %73, %1 overflow<nsw, nuw> : i64
    %80 = llvm.icmp "eq" %79, %45 : i64
    llvm.cond_br %80, ^bb14(%78 : f64), ^bb15(%79, %78 : i64, f64)
  }
  llvm.func local_unnamed_addr @free(!llvm.ptr {llvm.allocptr, llvm.nocapture, llvm.noundef})
  llvm.func local_unnamed_addr @exchange(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(64 : i64) : i64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(5.000000e-01 : f64) : f64
    %5 = llvm.mlir.constant(1 : i64) : i64
    %6 = llvm.mlir.constant(7 : i64) : i64
    %7 = llvm.mlir.constant(2.500000e-01 : f64) : f64
    %8 = llvm.mlir.constant(8 : i64) : i64
    %9 = llvm.mlir.constant(dense<[0, 1]> : vector<2xi64>) : vector<2xi64>
    %10 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %11 = llvm.mlir.constant(dense<0.000000e+00> : vector<2xf64>) : vector<2xf64>
    %12 = llvm.mlir.constant(dense<1> : vector<2xi32>) : vector<2xi32>
    %13 = llvm.mlir.constant(2 : i64) : i64
    %14 = llvm.mlir.constant(dense<2> : vector<2xi64>) : vector<2xi64>
    %15 = llvm.alloca %0 x !llvm.array<2 x array<8 x f64>> {alignment = 16 : i64} : (i32) -> !llvm.ptr
    llvm.intr.lifetime.start %15 : !llvm.ptr
    "llvm.intr.memcpy"(%15, %arg0, %1) <{arg_attrs = [{llvm.align = 16 : i64, llvm.dereferenceable = 64 : i64,
        llvm.nonnull, llvm.noundef}, {llvm.align = 8 : i64, llvm.dereferenceable = 64 : i64, llvm.nonnull,
        llvm.noundef}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %16 = llvm.icmp "sgt" %arg1, %2 : i32
    llvm.cond_br %16, ^bb1, ^bb3(%15 : !llvm.ptr)
  ^bb1:  // pred: ^bb0
    %17 = llvm.getelementptr inbounds|nuw %15[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.br ^bb2(%15, %2, %17 : !llvm.ptr, i32, !llvm.ptr)
  ^bb2(%18: !llvm.ptr, %19: i32, %20: !llvm.ptr):  // 2 preds: ^bb1, ^bb5
    llvm.br ^bb6(%3 : i64)
  ^bb3(%21: !llvm.ptr):  // 2 preds: ^bb0, ^bb5
    llvm.br ^bb4(%3, %9, %11 : i64, vector<2xi64>, vector<2xf64>)
  ^bb4(%22: i64, %23: vector<2xi64>, %24: vector<2xf64>):  // 2 preds: ^bb3, ^bb4
    %25 = llvm.getelementptr inbounds|nuw %21[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %26 = llvm.load %25 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %27 = llvm.trunc %23 : vector<2xi64> to vector<2xi32>
    %28 = llvm.add %27, %12 : vector<2xi32>
    %29 = llvm.uitofp nneg %28 : vector<2xi32> to vector<2xf64>
    %30 = llvm.fmul %26, %29 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %31 = llvm.fadd %30, %24 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %32 = llvm.add %22, %13 overflow<nuw> : i64
    %33 = llvm.add %23, %14 overflow<nsw, nuw> : vector<2xi64>
    %34 = llvm.icmp "eq" %32, %8 : i64
    llvm.cond_br %34, ^bb7, ^bb4(%32, %33, %31 : i64, vector<2xi64>, vector<2xf64>)
  ^bb5:  // pred: ^bb6
    %35 = llvm.add %19, %0 overflow<nsw, nuw> : i32
    %36 = llvm.icmp "eq" %35, %arg1 : i32
    llvm.cond_br %36, ^bb3(%20 : !llvm.ptr), ^bb2(%20, %35, %18 : !llvm.ptr, i32, !llvm.ptr)
  ^bb6(%37: i64):  // 2 preds: ^bb2, ^bb6
    %38 = llvm.getelementptr inbounds|nuw %18[%37] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %39 = llvm.load %38 {alignment = 8 : i64} : !llvm.ptr -> f64
    %40 = llvm.fmul %39, %4 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %41 = llvm.add %37, %5 overflow<nsw, nuw> : i64
    %42 = llvm.and %41, %6 : i64
    %43 = llvm.getelementptr inbounds|nuw %18[%42] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %44 = llvm.load %43 {alignment = 8 : i64} : !llvm.ptr -> f64
    %45 = llvm.fmul %44, %7 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %46 = llvm.add %37, %6 overflow<nuw> : i64
    %47 = llvm.and %46, %6 : i64
    %48 = llvm.getelementptr inbounds|nuw %18[%47] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %49 = llvm.load %48 {alignment = 8 : i64} : !llvm.ptr -> f64
    %50 = llvm.fmul %45, %49 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %51 = llvm.fadd %50, %40 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %52 = llvm.getelementptr inbounds|nuw %20[%37] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %51, %52 {alignment = 8 : i64} : f64, !llvm.ptr
    %53 = llvm.icmp "eq" %41, %8 : i64
    llvm.cond_br %53, ^bb5, ^bb6(%41 : i64)
  ^bb7:  // pred: ^bb4
    %54 = "llvm.intr.vector.reduce.fadd"(%10, %31) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) ->
        f64
    llvm.intr.lifetime.end %15 : !llvm.ptr
    llvm.return %54 : f64
  }
  llvm.func local_unnamed_addr @chosen(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr
      {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}, %arg3: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(1 : i32) : i32
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(2147483646 : i64) : i64
    %5 = llvm.mlir.constant(dense<1.000000e+00> : vector<2xf64>) : vector<2xf64>
    %6 = llvm.mlir.constant(2 : i64) : i64
    %7 = llvm.mlir.constant(1 : i64) : i64
    %8 = llvm.icmp "eq" %arg2, %0 : i32
    %9 = llvm.select %8, %arg1, %arg0 : i1, !llvm.ptr
    %10 = llvm.icmp "sgt" %arg3, %0 : i32
    llvm.cond_br %10, ^bb1, ^bb6(%1 : f64)
  ^bb1:  // pred: ^bb0
    %11 = llvm.zext nneg %arg3 : i32 to i64
    %12 = llvm.icmp "eq" %arg3, %2 : i32
    llvm.cond_br %12, ^bb5(%3, %1 : i64, f64), ^bb2
  ^bb2:  // pred: ^bb1
    %13 = llvm.and %11, %4 : i64
    llvm.br ^bb3(%3, %5 : i64, vector<2xf64>)
  ^bb3(%14: i64, %15: vector<2xf64>):  // 2 preds: ^bb2, ^bb3
    %16 = llvm.getelementptr inbounds|nuw %9[%14] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %17 = llvm.load %16 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %18 = llvm.fadd %17, %5 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %19 = llvm.fmul %18, %15 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %20 = llvm.add %14, %6 overflow<nuw> : i64
    %21 = llvm.icmp "eq" %20, %13 : i64
    llvm.cond_br %21, ^bb4, ^bb3(%20, %19 : i64, vector<2xf64>)
  ^bb4:  // pred: ^bb3
    %22 = "llvm.intr.vector.reduce.fmul"(%1, %19) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) -> f64
    %23 = llvm.icmp "eq" %13, %11 : i64
    llvm.cond_br %23, ^bb6(%22 : f64), ^bb5(%13, %22 : i64, f64)
  ^bb5(%24: i64, %25: f64):  // 2 preds: ^bb1, ^bb4
    llvm.br ^bb7(%24, %25 : i64, f64)
  ^bb6(%26: f64):  // 3 preds: ^bb0, ^bb4, ^bb7
    llvm.return %26 : f64
  ^bb7(%27: i64, %28: f64):  // 2 preds: ^bb5, ^bb7
    %29 = llvm.getelementptr inbounds|nuw %9[%27] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %30 = llvm.load %29 {alignment = 8 : i64} : !llvm.ptr -> f64
    %31 = llvm.fadd %30, %1 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %32 = llvm.fmul %31, %28 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %33 = llvm.add %27, %7 overflow<nsw, nuw> : i64
    %34 = llvm.icmp "eq" %33, %11 : i64
    llvm.cond_br %34, ^bb6(%32 : f64), ^bb7(%33, %32 : i64, f64)
  }
  llvm.func local_unnamed_addr @branches(%arg0: f64 {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> f64 {
    llvm.switch %arg1 : i32, ^bb4 [
      0: ^bb1,
      1: ^bb2,
      5: ^bb3
    ]
  ^bb1:  // pred: ^bb0
    %0 = llvm.intr.sin(%arg0) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
    llvm.br ^bb6(%0 : f64)
  ^bb2:  // pred: ^bb0
    %1 = llvm.fmul %arg0, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.br ^bb6(%1 : f64)
  ^bb3:  // pred: ^bb0
    %2 = llvm.intr.exp(%arg0) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
    llvm.br ^bb5(%2 : f64)
  ^bb4:  // pred: ^bb0
    %3 = llvm.sitofp %arg1 : i32 to f64
    %4 = llvm.fadd %arg0, %3 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.br ^bb5(%4 : f64)
  ^bb5(%5: f64):  // 2 preds: ^bb3, ^bb4
    %6 = llvm.fmul %5, %5 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %7 = llvm.fmul %6, %5 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.br ^bb6(%7 : f64)
  ^bb6(%8: f64):  // 3 preds: ^bb1, ^bb2, ^bb5
    llvm.return %8 : f64
  }
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
    %14 = llvm.fmul %11, %12 {fastmathFlags = #llvm.fastmath<fast>} : f32
    %15 = llvm.getelementptr inbounds %13[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %16 = llvm.load %15 {alignment = 4 : i64} : !llvm.ptr -> f32
    %17 = llvm.fadd %14, %16 {fastmathFlags = #llvm.fastmath<fast>} : f32
    %18 = llvm.icmp "eq" %15, %arg1 : !llvm.ptr
    llvm.cond_br %18, ^bb5, ^bb4(%17, %15 : f32, !llvm.ptr)
  ^bb5:  // pred: ^bb4
    %19 = llvm.getelementptr inbounds|nuw %arg0[%9] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %17, %19 {alignment = 4 : i64} : f32, !llvm.ptr
    %20 = llvm.add %9, %4 overflow<nsw, nuw> : i64
    %21 = llvm.icmp "eq" %20, %8 : i64
    llvm.cond_br %21, ^bb2, ^bb3(%20 : i64)
  }
  llvm.func local_unnamed_addr @returned(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(8 : i64) : i64
    %1 = llvm.mlir.constant(1 : i32) : i32
    %2 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %3 = llvm.mlir.constant(-1 : i32) : i32
    %4 = llvm.mlir.constant(2 : i32) : i32
    %5 = llvm.mlir.constant(0 : i64) : i64
    %6 = llvm.mlir.constant(2147483646 : i64) : i64
    %7 = llvm.mlir.constant(dense<0.000000e+00> : vector<2xf64>) : vector<2xf64>
    %8 = llvm.mlir.constant(2 : i64) : i64
    %9 = llvm.mlir.constant(1 : i64) : i64
    %10 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %11 = llvm.icmp "sgt" %arg1, %1 : i32
    llvm.cond_br %11, ^bb1, ^bb6(%2 : f64)
  ^bb1:  // pred: ^bb0
    %12 = llvm.add %arg1, %3 overflow<nsw> : i32
    %13 = llvm.zext nneg %12 : i32 to i64
    %14 = llvm.icmp "eq" %arg1, %4 : i32
    llvm.cond_br %14, ^bb5(%5, %2 : i64, f64), ^bb2
  ^bb2:  // pred: ^bb1
    %15 = llvm.and %13, %6 : i64
    llvm.br ^bb3(%5, %7 : i64, vector<2xf64>)
  ^bb3(%16: i64, %17: vector<2xf64>):  // 2 preds: ^bb2, ^bb3
    %18 = llvm.getelementptr inbounds|nuw %10[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %19 = llvm.load %18 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %20 = llvm.getelementptr inbounds|nuw %arg0[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %21 = llvm.load %20 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %22 = llvm.fmul %21, %19 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %23 = llvm.fadd %22, %17 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %24 = llvm.add %16, %8 overflow<nuw> : i64
    %25 = llvm.icmp "eq" %24, %15 : i64
    llvm.cond_br %25, ^bb4, ^bb3(%24, %23 : i64, vector<2xf64>)
  ^bb4:  // pred: ^bb3
    %26 = "llvm.intr.vector.reduce.fadd"(%2, %23) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) -> f64
    %27 = llvm.icmp "eq" %15, %13 : i64
    llvm.cond_br %27, ^bb6(%26 : f64), ^bb5(%15, %26 : i64, f64)
  ^bb5(%28: i64, %29: f64):  // 2 preds: ^bb1, ^bb4
    llvm.br ^bb7(%28, %29 : i64, f64)
  ^bb6(%30: f64):  // 3 preds: ^bb0, ^bb4, ^bb7
    llvm.return %30 : f64
  ^bb7(%31: i64, %32: f64):  // 2 preds: ^bb5, ^bb7
    %33 = llvm.getelementptr inbounds|nuw %10[%31] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %34 = llvm.load %33 {alignment = 8 : i64} : !llvm.ptr -> f64
    %35 = llvm.getelementptr inbounds|nuw %arg0[%31] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %36 = llvm.load %35 {alignment = 8 : i64} : !llvm.ptr -> f64
    %37 = llvm.fmul %36, %34 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %38 = llvm.fadd %37, %32 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %39 = llvm.add %31, %9 overflow<nsw, nuw> : i64
    %40 = llvm.icmp "eq" %39, %13 : i64
    llvm.cond_br %40, ^bb6(%38 : f64), ^bb7(%39, %38 : i64, f64)
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
    llvm.return %9 : f64
  ^bb3:  // pred: ^bb4
    %8 = llvm.fmul %19, %19 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %9 = llvm.fadd %8, %6 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %10 = llvm.add %5, %2 overflow<nsw, nuw> : i64
    %11 = llvm.icmp "eq" %10, %4 : i64
    llvm.cond_br %11, ^bb2, ^bb1(%10, %9 : i64, f64)
  ^bb4(%12: i64, %13: f64):  // 2 preds: ^bb1, ^bb4
    %14 = llvm.getelementptr inbounds|nuw %7[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> f64
    %16 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %17 = llvm.load %16 {alignment = 8 : i64} : !llvm.ptr -> f64
    %18 = llvm.fmul %17, %15 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %19 = llvm.fadd %18, %13 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %20 = llvm.add %12, %2 overflow<nsw, nuw> : i64
    %21 = llvm.icmp "eq" %20, %3 : i64
    llvm.cond_br %21, ^bb3, ^bb4(%20, %19 : i64, f64)
  }
  llvm.func local_unnamed_addr @indirect(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1:
      !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(1 : i32) : i32
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(2147483646 : i64) : i64
    %5 = llvm.mlir.constant(dense<0.000000e+00> : vector<2xf64>) : vector<2xf64>
    %6 = llvm.mlir.constant(4 : i64) : i64
    %7 = llvm.mlir.poison : vector<2xf64>
    %8 = llvm.mlir.constant(1 : i64) : i64
    %9 = llvm.mlir.constant(2 : i64) : i64
    %10 = llvm.icmp "sgt" %arg2, %0 : i32
    llvm.cond_br %10, ^bb1, ^bb6(%1 : f64)
  ^bb1:  // pred: ^bb0
    %11 = llvm.zext nneg %arg2 : i32 to i64
    %12 = llvm.icmp "eq" %arg2, %2 : i32
    llvm.cond_br %12, ^bb5(%3, %1 : i64, f64), ^bb2
  ^bb2:  // pred: ^bb1
    %13 = llvm.and %11, %4 : i64
    llvm.br ^bb3(%3, %5 : i64, vector<2xf64>)
  ^bb3(%14: i64, %15: vector<2xf64>):  // 2 preds: ^bb2, ^bb3
    %16 = llvm.getelementptr inbounds|nuw %arg1[%14] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %17 = llvm.getelementptr inbounds|nuw %arg1[%14] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %18 = llvm.getelementptr inbounds|nuw %17[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %19 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i32
    %20 = llvm.load %18 {alignment = 4 : i64} : !llvm.ptr -> i32
    %21 = llvm.sext %19 : i32 to i64
    %22 = llvm.sext %20 : i32 to i64
    %23 = llvm.getelementptr inbounds %arg0[%21] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %24 = llvm.getelementptr inbounds %arg0[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %25 = llvm.load %23 {alignment = 8 : i64} : !llvm.ptr -> f64
    %26 = llvm.load %24 {alignment = 8 : i64} : !llvm.ptr -> f64
    %27 = llvm.insertelement %25, %7[%3 : i64] : vector<2xf64>
    %28 = llvm.insertelement %26, %27[%8 : i64] : vector<2xf64>
    %29 = llvm.getelementptr inbounds|nuw %arg0[%14] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %30 = llvm.load %29 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %31 = llvm.fmul %30, %28 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %32 = llvm.fadd %31, %15 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %33 = llvm.add %14, %9 overflow<nuw> : i64
    %34 = llvm.icmp "eq" %33, %13 : i64
    llvm.cond_br %34, ^bb4, ^bb3(%33, %32 : i64, vector<2xf64>)
  ^bb4:  // pred: ^bb3
    %35 = "llvm.intr.vector.reduce.fadd"(%1, %32) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) -> f64
    %36 = llvm.icmp "eq" %13, %11 : i64
    llvm.cond_br %36, ^bb6(%35 : f64), ^bb5(%13, %35 : i64, f64)
  ^bb5(%37: i64, %38: f64):  // 2 preds: ^bb1, ^bb4
    llvm.br ^bb7(%37, %38 : i64, f64)
  ^bb6(%39: f64):  // 3 preds: ^bb0, ^bb4, ^bb7
    llvm.return %39 : f64
  ^bb7(%40: i64, %41: f64):  // 2 preds: ^bb5, ^bb7
    %42 = llvm.getelementptr inbounds|nuw %arg1[%40] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %43 = llvm.load %42 {alignment = 4 : i64} : !llvm.ptr -> i32
    %44 = llvm.sext %43 : i32 to i64
    %45 = llvm.getelementptr inbounds %arg0[%44] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %46 = llvm.load %45 {alignment = 8 : i64} : !llvm.ptr -> f64
    %47 = llvm.getelementptr inbounds|nuw %arg0[%40] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %48 = llvm.load %47 {alignment = 8 : i64} : !llvm.ptr -> f64
    %49 = llvm.fmul %48, %46 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %50 = llvm.fadd %49, %41 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %51 = llvm.add %40, %8 overflow<nsw, nuw> : i64
    %52 = llvm.icmp "eq" %51, %11 : i64
    llvm.cond_br %52, ^bb6(%50 : f64), ^bb7(%51, %50 : i64, f64)
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
    %16 = llvm.fmul %12, %15 {fastmathFlags = #llvm.fastmath<fast>} : f64
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
    %7 = llvm.fmul %arg0, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %8 = llvm.fsub %7, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %9 = llvm.intr.fabs(%8) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
    %10 = llvm.fcmp "ogt" %9, %0 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.cond_br %10, ^bb1(%1, %arg0 : i32, f64), ^bb3(%arg0, %2 : f64, f64)
  ^bb1(%11: i32, %12: f64):  // 2 preds: ^bb0, ^bb1
    %13 = llvm.fdiv %arg0, %12 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %14 = llvm.fadd %13, %12 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %15 = llvm.fmul %14, %3 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %16 = llvm.add %11, %4 overflow<nsw, nuw> : i32
    %17 = llvm.fmul %15, %15 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %18 = llvm.fsub %17, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %19 = llvm.intr.fabs(%18) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
    %20 = llvm.fcmp "ogt" %19, %0 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %21 = llvm.icmp "ult" %11, %5 : i32
    %22 = llvm.select %20, %21, %6 : i1, i1
    llvm.cond_br %22, ^bb1(%16, %15 : i32, f64), ^bb2
  ^bb2:  // pred: ^bb1
    %23 = llvm.uitofp nneg %16 : i32 to f64
    llvm.br ^bb3(%15, %23 : f64, f64)
  ^bb3(%24: f64, %25: f64):  // 2 preds: ^bb0, ^bb2
    llvm.store %25, %arg1 {alignment = 8 : i64} : f64, !llvm.ptr
    llvm.return %24 : f64
  }
  llvm.func local_unnamed_addr @length(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(1 : i32) : i32
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(2147483646 : i64) : i64
    %5 = llvm.mlir.constant(-1 : i64) : i64
    %6 = llvm.mlir.constant(-8 : i64) : i64
    %7 = llvm.mlir.poison : vector<2xf64>
    %8 = llvm.mlir.constant(2 : i64) : i64
    %9 = llvm.mlir.constant(1 : i64) : i64
    %10 = llvm.mlir.constant(dense<0.000000e+00> : vector<2xf64>) : vector<2xf64>
    %11 = llvm.zext %arg1 : i32 to i64
    %12 = llvm.alloca %11 x f64 {alignment = 16 : i64} : (i64) -> !llvm.ptr
    %13 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %13, ^bb1, ^bb12(%1 : f64)
  ^bb1:  // pred: ^bb0
    %14 = llvm.zext nneg %arg1 : i32 to i64
    %15 = llvm.getelementptr %arg0[%14] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %16 = llvm.icmp "eq" %arg1, %2 : i32
    llvm.cond_br %16, ^bb5(%3 : i64), ^bb2
  ^bb2:  // pred: ^bb1
    %17 = llvm.and %11, %4 : i64
    llvm.br ^bb3(%3 : i64)
  ^bb3(%18: i64):  // 2 preds: ^bb2, ^bb3
    %19 = llvm.getelementptr inbounds|nuw %arg0[%18] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %20 = llvm.load %19 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %21 = llvm.xor %18, %5 : i64
    %22 = llvm.getelementptr %15[%21] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %23 = llvm.getelementptr %22[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %24 = llvm.load %23 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %25 = llvm.shufflevector %24, %7 [1, 0] : vector<2xf64>
    %26 = llvm.fmul %25, %20 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %27 = llvm.getelementptr inbounds|nuw %12[%18] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %26, %27 {alignment = 16 : i64} : vector<2xf64>, !llvm.ptr
    %28 = llvm.add %18, %8 overflow<nuw> : i64
    %29 = llvm.icmp "eq" %28, %17 : i64
    llvm.cond_br %29, ^bb4, ^bb3(%28 : i64)
  ^bb4:  // pred: ^bb3
    %30 = llvm.icmp "eq" %17, %11 : i64
    llvm.cond_br %30, ^bb7, ^bb5(%17 : i64)
  ^bb5(%31: i64):  // 2 preds: ^bb1, ^bb4
    llvm.br ^bb6(%31 : i64)
  ^bb6(%32: i64):  // 2 preds: ^bb5, ^bb6
    %33 = llvm.getelementptr inbounds|nuw %arg0[%32] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %34 = llvm.load %33 {alignment = 8 : i64} : !llvm.ptr -> f64
    %35 = llvm.xor %32, %5 : i64
    %36 = llvm.getelementptr %15[%35] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %37 = llvm.load %36 {alignment = 8 : i64} : !llvm.ptr -> f64
    %38 = llvm.fmul %37, %34 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %39 = llvm.getelementptr inbounds|nuw %12[%32] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %38, %39 {alignment = 8 : i64} : f64, !llvm.ptr
    %40 = llvm.add %32, %9 overflow<nsw, nuw> : i64
    %41 = llvm.icmp "eq" %40, %11 : i64
    llvm.cond_br %41, ^bb7, ^bb6(%40 : i64)
  ^bb7:  // 2 preds: ^bb4, ^bb6
    %42 = llvm.icmp "eq" %arg1, %2 : i32
    llvm.cond_br %42, ^bb11(%3, %1 : i64, f64), ^bb8
  ^bb8:  // pred: ^bb7
    %43 = llvm.and %11, %4 : i64
    llvm.br ^bb9(%3, %10 : i64, vector<2xf64>)
  ^bb9(%44: i64, %45: vector<2xf64>):  // 2 preds: ^bb8, ^bb9
    %46 = llvm.getelementptr inbounds|nuw %12[%44] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %47 = llvm.load %46 {alignment = 16 : i64} : !llvm.ptr -> vector<2xf64>
    %48 = llvm.fmul %47, %47 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %49 = llvm.fadd %48, %45 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %50 = llvm.add %44, %8 overflow<nuw> : i64
    %51 = llvm.icmp "eq" %50, %43 : i64
    llvm.cond_br %51, ^bb10, ^bb9(%50, %49 : i64, vector<2xf64>)
  ^bb10:  // pred: ^bb9
    %52 = "llvm.intr.vector.reduce.fadd"(%1, %49) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) -> f64
    %53 = llvm.icmp "eq" %43, %11 : i64
    llvm.cond_br %53, ^bb12(%52 : f64), ^bb11(%43, %52 : i64, f64)
  ^bb11(%54: i64, %55: f64):  // 2 preds: ^bb7, ^bb10
    llvm.br ^bb13(%54, %55 : i64, f64)
  ^bb12(%56: f64):  // 3 preds: ^bb0, ^bb10, ^bb13
    llvm.return %56 : f64
  ^bb13(%57: i64, %58: f64):  // 2 preds: ^bb11, ^bb13
    %59 = llvm.getelementptr inbounds|nuw %12[%57] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %60 = llvm.load %59 {alignment = 8 : i64} : !llvm.ptr -> f64
    %61 = llvm.fmul %60, %60 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %62 = llvm.fadd %61, %58 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %63 = llvm.add %57, %9 overflow<nsw, nuw> : i64
    %64 = llvm.icmp "eq" %63, %11 : i64
    llvm.cond_br %64, ^bb12(%62 : f64), ^bb13(%63, %62 : i64, f64)
  }
  llvm.func local_unnamed_addr @tables(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(1 : i32) : i32
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(2147483646 : i64) : i64
    %5 = llvm.mlir.constant(dense<0.000000e+00> : vector<2xf64>) : vector<2xf64>
    %6 = llvm.mlir.constant(3 : i32) : i32
    %7 = llvm.mlir.addressof @table : !llvm.ptr
    %8 = llvm.mlir.constant(8 : i64) : i64
    %9 = llvm.mlir.poison : vector<2xf64>
    %10 = llvm.mlir.constant(1 : i64) : i64
    %11 = llvm.mlir.constant(dense<1.000000e-01> : vector<2xf64>) : vector<2xf64>
    %12 = llvm.mlir.constant(2 : i64) : i64
    %13 = llvm.mlir.constant(1.000000e-01 : f64) : f64
    %14 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %14, ^bb1, ^bb6(%1 : f64)
  ^bb1:  // pred: ^bb0
    %15 = llvm.zext nneg %arg1 : i32 to i64
    %16 = llvm.icmp "eq" %arg1, %2 : i32
    llvm.cond_br %16, ^bb5(%3, %1 : i64, f64), ^bb2
  ^bb2:  // pred: ^bb1
    %17 = llvm.and %15, %4 : i64
    llvm.br ^bb3(%3, %5 : i64, vector<2xf64>)
  ^bb3(%18: i64, %19: vector<2xf64>):  // 2 preds: ^bb2, ^bb3
    %20 = llvm.trunc %18 : i64 to i32
    %21 = llvm.or disjoint %20, %2 : i32
    %22 = llvm.urem %20, %6 : i32
    %23 = llvm.urem %21, %6 : i32
    %24 = llvm.zext nneg %22 : i32 to i64
    %25 = llvm.zext nneg %23 : i32 to i64
    %26 = llvm.getelementptr inbounds|nuw %7[%24] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f64>
    %27 = llvm.getelementptr inbounds|nuw %7[%25] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f64>
    %28 = llvm.getelementptr inbounds|nuw %27[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %29 = llvm.load %26 {alignment = 16 : i64} : !llvm.ptr -> f64
    %30 = llvm.load %28 {alignment = 8 : i64} : !llvm.ptr -> f64
    %31 = llvm.insertelement %29, %9[%3 : i64] : vector<2xf64>
    %32 = llvm.insertelement %30, %31[%10 : i64] : vector<2xf64>
    %33 = llvm.getelementptr inbounds|nuw %arg0[%18] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %34 = llvm.load %33 {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
    %35 = llvm.fmul %34, %32 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %36 = llvm.intr.maxnum(%34, %11) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>, vector<2xf64>) ->
        vector<2xf64>
    %37 = llvm.fmul %35, %36 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %38 = llvm.fmul %34, %34 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %39 = llvm.intr.minnum(%34, %38) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>, vector<2xf64>) ->
        vector<2xf64>
    %40 = llvm.fmul %37, %39 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %41 = llvm.fadd %40, %19 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf64>
    %42 = llvm.add %18, %12 overflow<nuw> : i64
    %43 = llvm.icmp "eq" %42, %17 : i64
    llvm.cond_br %43, ^bb4, ^bb3(%42, %41 : i64, vector<2xf64>)
  ^bb4:  // pred: ^bb3
    %44 = "llvm.intr.vector.reduce.fadd"(%1, %41) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64, vector<2xf64>) -> f64
    %45 = llvm.icmp "eq" %17, %15 : i64
    llvm.cond_br %45, ^bb6(%44 : f64), ^bb5(%17, %44 : i64, f64)
  ^bb5(%46: i64, %47: f64):  // 2 preds: ^bb1, ^bb4
    llvm.br ^bb7(%46, %47 : i64, f64)
  ^bb6(%48: f64):  // 3 preds: ^bb0, ^bb4, ^bb7
    llvm.return %48 : f64
  ^bb7(%49: i64, %50: f64):  // 2 preds: ^bb5, ^bb7
    %51 = llvm.trunc %49 overflow<nsw, nuw> : i64 to i32
    %52 = llvm.urem %51, %6 : i32
    %53 = llvm.zext nneg %52 : i32 to i64
    %54 = llvm.getelementptr inbounds|nuw %7[%53] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f64>
    %55 = llvm.and %49, %10 : i64
    %56 = llvm.getelementptr inbounds|nuw %54[%55] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %57 = llvm.load %56 {alignment = 8 : i64} : !llvm.ptr -> f64
    %58 = llvm.getelementptr inbounds|nuw %arg0[%49] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %59 = llvm.load %58 {alignment = 8 : i64} : !llvm.ptr -> f64
    %60 = llvm.fmul %59, %57 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %61 = llvm.intr.maxnum(%59, %13) {fastmathFlags = #llvm.fastmath<fast>} : (f64, f64) -> f64
    %62 = llvm.fmul %60, %61 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %63 = llvm.fmul %59, %59 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %64 = llvm.intr.minnum(%59, %63) {fastmathFlags = #llvm.fastmath<fast>} : (f64, f64) -> f64
    %65 = llvm.fmul %62, %64 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %66 = llvm.fadd %65, %50 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %67 = llvm.add %49, %10 overflow<nsw, nuw> : i64
    %68 = llvm.icmp "eq" %67, %15 : i64
    llvm.cond_br %68, ^bb6(%66 : f64), ^bb7(%67, %66 : i64, f64)
  }
  llvm.func local_unnamed_addr @early(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32
      {llvm.noundef}) -> f64 {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %2 = llvm.mlir.constant(0 : i64) : i64
    %3 = llvm.mlir.constant(3.000000e+00 : f64) : f64
    %4 = llvm.mlir.constant(1 : i64) : i64
    %5 = llvm.icmp "sgt" %arg1, %0 : i32
    llvm.cond_br %5, ^bb1, ^bb4(%1 : f64)
  ^bb1:  // pred: ^bb0
    %6 = llvm.zext nneg %arg1 : i32 to i64
    llvm.br ^bb3(%2, %1 : i64, f64)
  ^bb2:  // pred: ^bb3
    %7 = llvm.add %9, %4 overflow<nsw, nuw> : i64
    %8 = llvm.icmp "eq" %7, %6 : i64
    llvm.cond_br %8, ^bb4(%14 : f64), ^bb3(%7, %14 : i64, f64)
  ^bb3(%9: i64, %10: f64):  // 2 preds: ^bb1, ^bb2
    %11 = llvm.getelementptr inbounds|nuw %arg0[%9] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %12 = llvm.load %11 {alignment = 8 : i64} : !llvm.ptr -> f64
    %13 = llvm.fmul %12, %12 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %14 = llvm.fadd %13, %10 {fastmathFlags = #llvm.fastmath<fast>} : f64
    %15 = llvm.fcmp "ogt" %14, %3 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.cond_br %15, ^bb5, ^bb2
  ^bb4(%16: f64):  // 2 preds: ^bb0, ^bb2
    %17 = llvm.fneg %16 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.br ^bb6(%17 : f64)
  ^bb5:  // pred: ^bb3
    %18 = llvm.fmul %14, %12 {fastmathFlags = #llvm.fastmath<fast>} : f64
    llvm.br ^bb6(%18 : f64)
  ^bb6(%19: f64):  // 2 preds: ^bb4, ^bb5
    llvm.return %19 : f64
  }
  llvm.func local_unnamed_addr @calloc(i64 {llvm.noundef}, i64 {llvm.noundef}) -> !llvm.ptr
}
