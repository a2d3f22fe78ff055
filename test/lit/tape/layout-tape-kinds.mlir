// RUN: lagrad-opt %s \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,canonicalize,cse' \
// RUN:   | FileCheck %s
// RUN: lagrad-check %s --arg n=4 --arg x=0.3 --tolerance=1e-2 \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,lagrad-to-llvm'

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

// Rows of floats and of integers of the same width share a tensor of integers, each in a field.
func.func @powers(%x: tensor<2xf64>, %k: tensor<2xi64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%p = %x, %q = %k) -> (tensor<2xf64>, tensor<2xi64>) {
    %1 = math.fpowi %p, %q : tensor<2xf64>, tensor<2xi64>
    %2 = math.sin %1 : tensor<2xf64>
    %3 = arith.addi %q, %q : tensor<2xi64>
    scf.yield %2, %3 : tensor<2xf64>, tensor<2xi64>
  }
  return %0#0 : tensor<2xf64>
}
// CHECK-LABEL: func.func @powers_pullback(
// CHECK:         scf.for
// CHECK:           arith.bitcast %{{.*}} : tensor<2xf64> to tensor<2xi64>
// CHECK:         scf.for
// CHECK:           arith.bitcast %{{.*}} : tensor<2xi64> to tensor<2xf64>
func.func private @powers_pullback(tensor<2xf64>, tensor<2xi64>, tensor<2xf64>) -> tensor<2xf64>
    attributes {lagrad.pullback = @powers, lagrad.wrt = [0]}
