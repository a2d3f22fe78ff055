// RUN: lagrad-opt %s --lagrad-to-llvm --allow-unregistered-dialect | FileCheck %s

// Arguments are only read, results overlap nothing; scalars and sizes have no such marks. A result that is a number is an array of one.
// CHECK-LABEL: llvm.func internal @scaled.lowered(
// CHECK-SAME:    %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: i64,
// CHECK-SAME:    %{{[^,]*}}: f64,
// CHECK-SAME:    %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr {llvm.noalias}, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: i64,
// CHECK-SAME:    %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr {llvm.noalias}, %{{[^,]*}}: i64)
func.func @scaled(%x: tensor<?xf64>, %f: f64) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %factors = tensor.splat %f[%n] : tensor<?xf64>
  %y = arith.mulf %x, %factors : tensor<?xf64>
  %first = tensor.extract %y[%c0] : tensor<?xf64>
  return %y, %first : tensor<?xf64>, f64
}

// An argument of memref type may be written.
// CHECK-LABEL: llvm.func internal @written.lowered(
// CHECK-NOT:     llvm.noalias
// CHECK-SAME:    {
func.func @written(%x: memref<?xf64>, %f: f64) {
  %c0 = arith.constant 0 : index
  memref.store %f, %x[%c0] : memref<?xf64>
  return
}

// Called from within the program: a caller may pass one buffer twice.
// CHECK-LABEL: llvm.func internal @kept.lowered(
// CHECK-NOT:     llvm.noalias
// CHECK-SAME:    {
func.func @kept(%x: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %y = arith.addf %x, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @caller(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = func.call @kept(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %z = func.call @kept(%y) : (tensor<?xf64>) -> tensor<?xf64>
  return %z : tensor<?xf64>
}
