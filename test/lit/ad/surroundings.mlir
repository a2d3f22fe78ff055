// RUN: lagrad-opt %s --split-input-file --lagrad-default | FileCheck %s

// What a module says of itself holds where its functions are differentiated; a module inside it has derivatives of its own.

module attributes {gpu.container_module, dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  gpu.module @kernels {
    gpu.func @kernel(%n: index) kernel {
      gpu.return
    }
  }
  memref.global "private" constant @table : memref<2xf64> = dense<[1.0, 3.0]>
  func.func @f(%x: f64) -> f64 {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index)
    %t = memref.get_global @table : memref<2xf64>
    %v = memref.load %t[%c1] : memref<2xf64>
    %s = math.sin %x : f64
    %r = arith.mulf %s, %v : f64
    return %r : f64
  }
  // CHECK-LABEL: func.func @df(
  // CHECK:         gpu.launch_func @kernels::@kernel
  // CHECK-NOT:     gpu.launch_func
  // CHECK:         math.cos
  // CHECK:         return
  func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
  // CHECK-LABEL: func.func @many(
  // CHECK:         gpu.launch_func @kernels::@kernel
  // CHECK-NOT:     gpu.launch_func
  // CHECK:         return
  func.func private @many(f64, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pushforward = @f, lagrad.vectors = 3}
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.exp %x : f64
  return %r : f64
}
// CHECK-LABEL: func.func @df(
// CHECK:         math.exp
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
module @inner {
  func.func private @own(%x: f64) -> f64 attributes {lagrad.custom_pullback = @own_pullback} {
    %r = arith.mulf %x, %x : f64
    return %r : f64
  }
  func.func private @own_pullback(%x: f64, %ct: f64) -> f64 {
    return %ct : f64
  }
  func.func @f(%x: f64) -> f64 {
    %r = func.call @own(%x) : (f64) -> f64
    return %r : f64
  }
  // CHECK-LABEL: func.func @g(
  // CHECK:         call @f_gradient
  func.func @g(%x: f64) -> f64 {
    %r = "lagrad.grad"(%x) {F = @f} : (f64) -> f64
    return %r : f64
  }
  // CHECK-LABEL: func.func @df(
  // CHECK:         call @own_pullback
  func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
}
