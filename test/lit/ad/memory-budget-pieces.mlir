// RUN: lagrad-opt %s --lagrad-differentiate=memory-budget=16000 --remarks -o %t.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file %t.mlir

// Values of 1,600 bytes are read by adjoints. A part of the function runs again for its own; the rest keeps what it
// reads.
// SAID: @df would keep {{[0-9]+}} bytes, of the 16000 it may: in pieces it keeps {{[0-9]+}} bytes at most
// SAID: @df runs {{[0-9]+}} operations from here on again for their adjoint, as a piece
// CHECK-LABEL: func.func @df(
// CHECK:         call @f_piece{{.*}}_augmented(
// CHECK:         call @f_piece{{.*}}_adjoint(
// CHECK-NOT:   func.func private @f_in_pieces
// CHECK-NOT:   func.func private @f_piece(
// CHECK:       func.func private @f_piece{{.*}} attributes {lagrad.checkpoint, no_inline}
func.func @f(%x: tensor<200xf64>) -> tensor<200xf64> {
  %0 = math.sin %x : tensor<200xf64>
  %1 = math.exp %0 : tensor<200xf64>
  %2 = math.sin %1 : tensor<200xf64>
  %3 = math.tanh %2 : tensor<200xf64>
  %4 = math.sin %3 : tensor<200xf64>
  %5 = math.exp %4 : tensor<200xf64>
  %6 = math.sin %5 : tensor<200xf64>
  %7 = math.tanh %6 : tensor<200xf64>
  %8 = math.sin %7 : tensor<200xf64>
  %9 = math.exp %8 : tensor<200xf64>
  %10 = math.sin %9 : tensor<200xf64>
  %11 = math.tanh %10 : tensor<200xf64>
  %12 = math.sin %11 : tensor<200xf64>
  %13 = math.exp %12 : tensor<200xf64>
  %14 = math.sin %13 : tensor<200xf64>
  %15 = math.tanh %14 : tensor<200xf64>
  %16 = math.sin %15 : tensor<200xf64>
  %17 = math.exp %16 : tensor<200xf64>
  %18 = math.sin %17 : tensor<200xf64>
  %19 = math.tanh %18 : tensor<200xf64>
  %20 = math.sin %19 : tensor<200xf64>
  %21 = math.exp %20 : tensor<200xf64>
  %22 = math.sin %21 : tensor<200xf64>
  %23 = math.tanh %22 : tensor<200xf64>
  %24 = math.sin %23 : tensor<200xf64>
  %25 = math.exp %24 : tensor<200xf64>
  %26 = math.sin %25 : tensor<200xf64>
  %27 = math.tanh %26 : tensor<200xf64>
  return %27 : tensor<200xf64>
}
func.func private @df(tensor<200xf64>, tensor<200xf64>) -> tensor<200xf64> attributes {lagrad.pullback = @f}
