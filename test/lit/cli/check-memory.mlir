// Finite differences see what functions leave in their buffers; arrays are copied for each run.
// RUN: lagrad-check %s
func.func @f(%x: memref<4xf64>, %y: memref<?xf64>, %s: f64, %k: memref<2xi32>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %n = memref.dim %y, %c0 : memref<?xf64>
  %o = memref.load %k[%c0] : memref<2xi32>
  %o1 = arith.addi %o, %c1 : i32
  memref.store %o1, %k[%c0] : memref<2xi32>
  affine.for %i = 0 to 3 {
    %a = affine.load %x[%i] : memref<4xf64>
    %b = affine.load %x[%i + 1] : memref<4xf64>
    %ab = arith.mulf %a, %b : f64
    %sc = arith.mulf %s, %ab : f64
    affine.store %sc, %x[%i] : memref<4xf64>
    memref.store %a, %y[%c0] : memref<?xf64>
  }
  %r = memref.load %x[%c0] : memref<4xf64>
  return %r : f64
}
func.func private @pb(memref<4xf64>, memref<?xf64>, f64, memref<2xi32>, f64, memref<4xf64>, memref<?xf64>) -> (f64, f64) attributes {lagrad.pullback=@f, lagrad.wrt=[0,1,2], lagrad.with_primal}
func.func private @g(memref<4xf64>, memref<?xf64>, f64, memref<2xi32>, memref<4xf64>) -> f64 attributes {lagrad.gradient=@f, lagrad.wrt=[0,2]}
func.func private @pf(memref<4xf64>, memref<4xf64>, memref<?xf64>, memref<?xf64>, f64, f64, memref<2xi32>) -> f64 attributes {lagrad.pushforward=@f, lagrad.wrt=[0,1,2]}
func.func private @pv(memref<4xf64>, memref<?xf64>, f64, memref<2xi32>, tensor<3xf64>, memref<3x4xf64>) -> tensor<3xf64> attributes {lagrad.pullback=@f, lagrad.wrt=[0,2], lagrad.vectors = 3}
func.func private @hv(memref<4xf64>, memref<4xf64>, memref<?xf64>, f64, memref<2xi32>, memref<4xf64>, memref<4xf64>) -> f64 attributes {lagrad.pushforward=@g, lagrad.wrt=[0,4]}
