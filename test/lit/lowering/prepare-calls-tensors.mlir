// RUN: lagrad-opt %s --lagrad-prepare-calls | FileCheck %s
// RUN: lagrad-opt %s --lagrad-to-llvm | FileCheck %s --check-prefix=LLVM

// What was a tensor stays known as that; a buffer, a number and functions with an interface are left alone.
// CHECK-LABEL: func.func private @kept(
// CHECK-SAME:    %{{[^:]*}}: tensor<4xf64> {lagrad.restrict}, %{{[^:]*}}: memref<4xf64>, %{{[^:]*}}: f64)
func.func private @kept(%x: tensor<4xf64>, %m: memref<4xf64>, %s: f64) -> f64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %x[%c0] : tensor<4xf64>
  memref.store %s, %m[%c0] : memref<4xf64>
  return %a : f64
}
// CHECK-LABEL: func.func @entry(
// CHECK-SAME:    %{{[^:]*}}: tensor<4xf64>, %{{[^:]*}}: memref<4xf64>) attributes {lagrad.interface
func.func @entry(%x: tensor<4xf64>, %m: memref<4xf64>) attributes {lagrad.interface = (tensor<4xf64>, memref<4xf64>) -> ()} {
  %c0 = arith.constant 0 : index
  %s = tensor.extract %x[%c0] : tensor<4xf64>
  %t = func.call @kept(%x, %m, %s) : (tensor<4xf64>, memref<4xf64>, f64) -> f64
  memref.store %t, %m[%c0] : memref<4xf64>
  return
}
// LLVM-NOT: lagrad.restrict
