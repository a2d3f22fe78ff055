// RUN: lagrad-opt %s --lagrad-to-llvm --allow-unregistered-dialect | FileCheck %s

// Arguments are only read, results overlap nothing; scalars and sizes have no such marks. A result that is a number is an array of one. The record of the call is last.
// CHECK-LABEL: llvm.func internal @scaled.lowered(
// CHECK-SAME:    %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: i64,
// CHECK-SAME:    %{{[^,]*}}: f64,
// CHECK-SAME:    %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr {llvm.noalias}, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: i64,
// CHECK-SAME:    %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr {llvm.noalias}, %{{[^,]*}}: i64, %{{[^,]*}}: !llvm.ptr {llvm.noalias})
func.func @scaled(%x: tensor<?xf64>, %f: f64) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %factors = tensor.splat %f[%n] : tensor<?xf64>
  %y = arith.mulf %x, %factors : tensor<?xf64>
  %first = tensor.extract %y[%c0] : tensor<?xf64>
  return %y, %first : tensor<?xf64>, f64
}

// An argument of memref type may be written.
// CHECK:         llvm.func internal @written.lowered(%{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: f64) {
func.func @written(%x: memref<?xf64>, %f: f64) {
  %c0 = arith.constant 0 : index
  memref.store %f, %x[%c0] : memref<?xf64>
  return
}

// Called from within the program, where one buffer may be passed twice: nothing is promised.
// CALLED-LABEL:  llvm.func @called(
// CALLED-SAME:     %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: i64) attributes
// CALLED-LABEL:  llvm.func @caller(
// CALLED-SAME:     %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{[^,]*}}: i64) attributes
// RUN: lagrad-opt %s --pipeline='symbol-dce,lagrad-restrict-arguments' | FileCheck %s --check-prefix=CALLED
llvm.func @called(%a: !llvm.ptr, %b: !llvm.ptr, %offset: i64) attributes {lagrad.interface = (tensor<f64>) -> ()} {
  llvm.return
}
llvm.func @caller(%a: !llvm.ptr, %b: !llvm.ptr, %offset: i64) attributes {lagrad.interface = (tensor<f64>) -> ()} {
  llvm.call @called(%a, %b, %offset) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
