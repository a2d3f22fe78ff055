// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,canonicalize,cse' | FileCheck %s
// RUN: lagrad-check %s --arg n=4 --arg x=0.3 --tolerance=1e-2 --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,lagrad-to-llvm'

// Complex numbers of two sizes, and integers of fewer bits than a byte has, share a tensor with their like only.
func.func @complex(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %s = math.sin %p : f64
    %t = arith.truncf %s : f64 to f32
    %a = complex.create %s, %p : complex<f64>
    %b = complex.exp %a : complex<f64>
    %c = complex.create %t, %t : complex<f32>
    %d = complex.exp %c : complex<f32>
    %e = complex.mul %b, %b : complex<f64>
    %f = complex.mul %d, %d : complex<f32>
    %g = complex.re %e : complex<f64>
    %h = complex.re %f : complex<f32>
    %k = arith.extf %h : f32 to f64
    %r = arith.mulf %g, %k : f64
    %u = math.sin %r : f64
    scf.yield %u : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @complex_gradient(
// CHECK-DAG:     tensor.empty(%{{.*}}) : tensor<?xcomplex<f32>>
// CHECK-DAG:     tensor.empty(%{{.*}}) : tensor<?xcomplex<f64>>
func.func private @complex_gradient(f64, index) -> f64 attributes {lagrad.gradient = @complex}
