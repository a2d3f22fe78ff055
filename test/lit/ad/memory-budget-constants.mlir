// RUN: lagrad-opt %s --lagrad-differentiate=memory-budget=14400 --remarks -o %t.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file %t.mlir

// A tensor full of a constant that stands in a piece is not what the piece gives: who reads it behind has its own.
// SAID: @df would keep {{[0-9]+}} bytes, of the 14400 it may: in pieces it keeps {{[0-9]+}} bytes at most
// CHECK-LABEL: func.func @df(
// CHECK-NOT:     call @f_piece{{[_0-9]*}}_augmented({{.*}}) : {{.*}} -> (tensor
// CHECK:         call @f_piece{{[_0-9]*}}_augmented({{.*}}) : {{.*}} -> tensor<200xf64>
// CHECK-NOT:     call @f_piece{{[_0-9]*}}_augmented({{.*}}) : {{.*}} -> (tensor
func.func @f(%0: tensor<200xf64>) -> tensor<200xf64> {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<200xf64>
  %1 = math.sin %0 : tensor<200xf64>
  %2 = math.exp %1 : tensor<200xf64>
  %3 = math.sin %2 : tensor<200xf64>
  %4 = math.tanh %3 : tensor<200xf64>
  %5 = math.sin %4 : tensor<200xf64>
  %6 = math.exp %5 : tensor<200xf64>
  %7 = math.sin %6 : tensor<200xf64>
  %8 = math.tanh %7 : tensor<200xf64>
  %full = linalg.fill ins(%two : f64) outs(%e : tensor<200xf64>) -> tensor<200xf64>
  %9 = math.sin %8 : tensor<200xf64>
  %10 = arith.mulf %9, %full : tensor<200xf64>
  %11 = math.sin %10 : tensor<200xf64>
  %12 = math.tanh %11 : tensor<200xf64>
  %13 = math.sin %12 : tensor<200xf64>
  %14 = math.exp %13 : tensor<200xf64>
  %15 = math.sin %14 : tensor<200xf64>
  %16 = math.tanh %15 : tensor<200xf64>
  %17 = math.sin %16 : tensor<200xf64>
  %18 = math.exp %17 : tensor<200xf64>
  %19 = math.sin %18 : tensor<200xf64>
  %20 = math.tanh %19 : tensor<200xf64>
  %21 = math.sin %20 : tensor<200xf64>
  %22 = math.exp %21 : tensor<200xf64>
  %23 = arith.mulf %22, %full : tensor<200xf64>
  %24 = math.tanh %23 : tensor<200xf64>
  return %24 : tensor<200xf64>
}
func.func private @df(tensor<200xf64>, tensor<200xf64>) -> tensor<200xf64> attributes {lagrad.pullback = @f}
