// RUN: lagrad-opt %s --lagrad-define-products=processor=x86-64-v3 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-define-products=processor=x86-64-v4 | FileCheck %s --check-prefix=WIDE
// RUN: not lagrad-opt %s --lagrad-define-products=processor=itanium 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: lagrad-opt %s --lagrad-to-llvm --emit=obj --target-cpu=x86-64-v3 --dump-pass-pipeline -o %t.o 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: lagrad-opt %S/define-products.mlir --lagrad-define-products --lagrad-emit-c-interface --emit=obj -o %t.o

// Both functions that are declared are defined, and no others. Sixteen registers hold the sums of four rows of three vectors.
// CHECK-LABEL: llvm.func @sum
// CHECK:         llvm.call @lagrad.product.f64(
// CHECK-DAG:   llvm.func @lagrad.product.f64({{.*}}) attributes {
// CHECK-DAG:   llvm.func @lagrad.product.f32({{.*}}) attributes {
// CHECK-DAG:   llvm.func @lagrad.product.f64.4x3({{.*}}) attributes {
// CHECK-DAG:   llvm.func @lagrad.product.f32.4x3({{.*}}) attributes {
// CHECK-DAG:   llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> vector<4xf64>
// CHECK-DAG:   llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-NOT:   8x3
// CHECK-NOT:   func.func

// Thirty-two hold those of eight.
// WIDE-DAG:    llvm.func @lagrad.product.f64.8x3(
// WIDE-DAG:    llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// WIDE-DAG:    llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>

// NAMED: lagrad-define-products{processor=x86-64-v3}

// UNKNOWN: error: LLVM knows no processor 'itanium'
module {
  llvm.func @lagrad.product.f64(i64, i64, i64, f64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1, !llvm.ptr, i64)
  llvm.func @lagrad.product.f32(i64, i64, i64, f32, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1, !llvm.ptr, i64)
  llvm.func @sum(%n: i64, %f: f64, %g: f32, %a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %adds = llvm.mlir.constant(true) : i1
    llvm.call @lagrad.product.f64(%n, %n, %n, %f, %a, %n, %one, %b, %n, %one, %adds, %c, %n)
        : (i64, i64, i64, f64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1, !llvm.ptr, i64) -> ()
    llvm.call @lagrad.product.f32(%n, %n, %n, %g, %a, %n, %one, %b, %n, %one, %adds, %c, %n)
        : (i64, i64, i64, f32, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1, !llvm.ptr, i64) -> ()
    llvm.return
  }
}
