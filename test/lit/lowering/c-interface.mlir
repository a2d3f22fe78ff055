// RUN: lagrad-opt %s --lagrad-to-llvm | FileCheck %s
// RUN: lagrad-opt %s --emit=header | FileCheck %s --check-prefix=HEADER
// RUN: lagrad-opt %s --emit=llvmir | FileCheck %s --check-prefix=LLVM

// Pointers and open sizes in, pointers out; everything else is internal to the module.
// CHECK:       llvm.func internal @f.lowered(
// CHECK:       llvm.func @f(%{{.*}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{.*}}: i64, %{{.*}}: f64,
// CHECK-SAME:    %{{.*}}: i8, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias})
// CHECK:         llvm.call @f_result_sizes.lowered
// CHECK:         llvm.call @f.lowered
// CHECK:       llvm.func internal @f_result_sizes.lowered(
// CHECK:       llvm.func @f_result_sizes(
// HEADER:      /* @f(tensor<2x?xf64>, f64, i1) -> (tensor<2x?xf64>, f64)
// HEADER:      int64_t f(const double *arg0 /* [2][?] */, int64_t arg0_dim1, double arg1, uint8_t arg2, double *result0 /* [2][?] */, double *result1);
// HEADER:      int64_t f_result_sizes(
// LLVM:        define i64 @f(ptr noalias readonly %0, i64 %1, double %2, i8 %3, ptr noalias %4, ptr noalias %5)
func.func @f(%x: tensor<2x?xf64>, %s: f64, %c: i1) -> (tensor<2x?xf64>, f64) {
  %0 = arith.addf %x, %x : tensor<2x?xf64>
  %1 = arith.select %c, %0, %x : tensor<2x?xf64>
  return %1, %s : tensor<2x?xf64>, f64
}
